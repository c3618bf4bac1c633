/** @jest-environment jsdom */
import { afterEach, beforeEach, expect, it } from '@jest/globals';

const RULES = `
  p, section > em, .note { color: rgb(1, 2, 3) }
  em { font-style: italic; color: red }
  .note.big { font-size: 20px }
  #one { visibility: hidden }
  #one#two { display: grid }
  section .note { margin-left: 1px }
  section > .note { margin-right: 2px }
  em + em, em ~ .late { padding-left: 3px }
  [data-tone='warning'], [data-tone="a]b"] { background-color: yellow }
  .note[data-tone] { border-left-color: blue }
  :where([data-root] em) { display: block }
  em:not(.note, [hidden]) { top: 4px }
  em:is(.note, .late) { bottom: 5px }
  .note:first-child { left: 6px }
  * { right: 7px }
  SECTION { opacity: 0.5 }
  path, linearGradient { display: inline }
  .sm\\:wide { width: 8px }
  .größe { height: 9px }
  .note:hover, .note::before { width: 10px }
  [lang|='en'] { width: 11px }
  .note > { width: 12px }
  .outer { pointer-events: none }
  #one em { pointer-events: unset; visibility: visible !important }
  .late { visibility: collapse; pointer-events: auto; display: unset }
  @keyframes pulse { from { opacity: 0 } to { opacity: 1 } }
  @media screen { .late { display: none } }
  @media print { em { display: none } }
`;
const BODY = `
  <section data-root class="outer">
    <p id="one" class="note big" data-tone="warning">one <em>inside</em></p>
    <em class="note">a</em><em class="late&#10;note">b</em><em hidden class="not">c</em>
    <div class="sm:wide größe noted NOTE" data-tone="a]b" lang="en-GB">d</div>
    <svg class="note"><path class="note"></path><linearGradient></linearGradient></svg>
    <input type="hidden"><input type="checkbox" disabled><ul><li><ul><li>deep</li></ul></li></ul>
  </section>`;

/** What jsdom itself says: the frame's page has a selector engine of its own. */
let plain: Document;

beforeEach(() => {
  const frame = document.body.appendChild(document.createElement('iframe'));
  plain = frame.contentDocument!;
  plain.open();
  plain.write('<!doctype html><html><head></head><body></body></html>');
  plain.close();
  both((page) => {
    page.head.innerHTML = `<style>${RULES}</style>`;
    const root = page.body.appendChild(page.createElement('main'));
    root.innerHTML = BODY;
  });
});
afterEach(() => {
  document.head.innerHTML = '';
  document.body.innerHTML = '';
});

function both(change: (page: Document) => void): void {
  change(document);
  change(plain);
}

function stylesOf(page: Document): string[] {
  const { getComputedStyle } = page.defaultView!;
  return [...page.querySelectorAll('html, body, main, main *')].map((element) => {
    const style = getComputedStyle(element);
    return `${element.localName}.${element.getAttribute('class')} ${style.cssText} ${style.visibility} ${style.display} ${style.pointerEvents}`;
  });
}

function sheetOf(page: Document): CSSStyleSheet {
  // jsdom takes note of a changed rule with the next change of the page.
  page.body.append('');
  return page.styleSheets[0]!;
}

function ruleOf(page: Document): CSSStyleRule {
  return sheetOf(page).cssRules[3] as CSSStyleRule;
}

function expectTheSame(): void {
  const expected = stylesOf(plain);
  expect(expected.length).toBeGreaterThan(15);
  expect(stylesOf(document)).toEqual(expected);
}

it('says what jsdom says', () => {
  expectTheSame();
  expect(getComputedStyle(document.querySelector('.big')!)).toMatchObject({ fontSize: '20px', visibility: 'hidden' });
});

it.each<[string, (page: Document) => void]>([
  ['a class', (page) => page.querySelector('main em')!.classList.add('note', 'big')],
  ['an id', (page) => (page.querySelector('main em')!.id = 'one')],
  ['an attribute', (page) => page.querySelector('main em')!.setAttribute('data-tone', 'warning')],
  ['a style', (page) => (page.querySelector<HTMLElement>('section')!.style.visibility = 'hidden')],
  ['what is above', (page) => page.querySelector('section')!.removeAttribute('data-root')],
  ['the place', (page) => page.querySelector('main')!.append(page.querySelector('.late')!)],
  ['what is beside', (page) => page.querySelector('main .note')!.before(page.createElement('b'))],
  ['a new sheet', (page) => page.head.insertAdjacentHTML('beforeend', '<style>em { display: flex }</style>')],
  ['no sheet', (page) => page.querySelector('style')!.remove()],
  ['a rule that comes', (page) => void sheetOf(page).insertRule('em { display: table; visibility: hidden }', 3)],
  ['a rule that goes', (page) => sheetOf(page).deleteRule(0)],
  ['what a rule says', (page) => ruleOf(page).style.setProperty('visibility', 'collapse')],
  ['the text of a sheet', (page) => page.querySelector('style')!.append('em { display: table }')],
])('follows a change of %s', (_, change) => {
  expectTheSame();
  const before = stylesOf(document);
  both(change);
  expectTheSame();
  expect(stylesOf(document)).not.toEqual(before);
});

it('knows an element that was outside of the page, and one that has left it', () => {
  const elements = new Map([document, plain].map((page) => [page, page.createElement('em')]));
  const seen = new Set<string>();
  const step = (change: (element: HTMLElement, page: Document) => void) => {
    both((page) => change(elements.get(page)!, page));
    const [fast, slow] = [document, plain].map(
      (page) => page.defaultView!.getComputedStyle(elements.get(page)!).cssText,
    );
    expect(fast).toBe(slow);
    seen.add(fast!);
  };
  step(() => undefined);
  step((element, page) => page.querySelector('section')!.append(element));
  step((element) => (element.className = 'late'));
  step((element, page) => page.body.append(element));
  step((element) => element.remove());
  expect(seen.size).toBeGreaterThan(3);
});

it('says of a style that was asked for before what it is now', () => {
  const style = getComputedStyle(document.querySelector('main em')!);
  expect(style.display).toBe('block');
  document.querySelector('main em')!.setAttribute('style', 'display: flex; visibility: hidden; top: 1px');
  expect(style).toMatchObject({ display: 'flex', visibility: 'hidden', top: '1px' });
  expect(style.getPropertyValue('display')).toBe('flex');
});
