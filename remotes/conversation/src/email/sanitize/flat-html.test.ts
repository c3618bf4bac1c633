/** @jest-environment jsdom */
import { describe, expect, it } from '@jest/globals';
import { pageOf } from '../../testing/mail-page';
import { emailDocument } from './email-html';

function depthOf(root: Element): number {
  let deepest = 0;
  for (const leaf of root.querySelectorAll('*')) {
    let depth = 0;
    for (let at: Element | null = leaf; at && at !== root; at = at.parentElement) depth += 1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

const LINK = '<a href="https://shop.example/1">Parcel 1</a><img alt="A parcel" src="data:image/png;base64,AAAA">';
/** So many begin that some are still open where the mail is first probed; jsdom takes the square of the depth to parse it. */
const nested = (open: (n: number) => string, close = '') =>
  `<p>Hello</p>${Array.from({ length: 700 }, (_, n) => open(n)).join('')}${LINK}${close.repeat(700)}<p>Bye</p>`;

describe('a mail that nests deeper than anybody writes', () => {
  it.each([
    ['blocks', nested(() => '<div dir="ltr">', '</div>')],
    ['blocks whose ends are never said', nested(() => '<div title="</div>">')],
    ['elements that end as others', nested(() => '<x-part></y-part>')],
    ['quotes', nested(() => '<blockquote>', '</blockquote>')],
    ['tables', nested(() => '<table width="90%"><tr><td align="left">', '</td></tr></table>')],
    ['letters, each in a type of its own', nested((n) => `<font size="${n}">`, '</font>')],
  ])('is read flat, with its words, links and pictures: %s', (_what, html) => {
    const page = pageOf(emailDocument(html, false));
    expect(depthOf(page.body)).toBeLessThan(300);
    expect(page.body.textContent).toMatch(/^Hello\s*Parcel 1\s*Bye$/);
    expect(page.querySelector('a[href="https://shop.example/1"]')).not.toBeNull();
    expect(page.querySelector('img[alt="A parcel"]')).not.toBeNull();
  });

  // jsdom reads each type around each paragraph first; `flat-html.deep.test.ts` has a mail of thousands.
  it('is not repeated for each paragraph that its open types stand around', () => {
    const types = Array.from({ length: 60 }, (_, n) => `<b title="${n}">`).join('');
    const page = pageOf(emailDocument(`<p>${types}</p>${'<p>x'.repeat(100)}`, false));
    expect(page.querySelectorAll('*').length).toBeLessThan(400);
  });

  it('says nothing of its sheets and scripts', () => {
    const html = nested(() => '<div>').replace('<p>Bye</p>', '<style>b { color: red }</style><script>steal()</script>');
    const made = emailDocument(html, false);
    expect(pageOf(made).body.textContent).not.toMatch(/color|steal/);
    expect(made.css).toContain('color: red');
  });
});

it('leaves a mail as it is that nests as newsletters and long threads do', () => {
  const cell = '<table><tr><td><div><span>';
  const html = `${'<blockquote type="cite"><div>'.repeat(30)}${cell.repeat(10)}Parcel`;
  expect(pageOf(emailDocument(html, false)).querySelectorAll('td')).toHaveLength(10);
});

it('leaves types alone that begin anew in each paragraph and are never ended', () => {
  const html = '<p><font color="red"><b>Parcel</p>'.repeat(500);
  const page = pageOf(emailDocument(html, false));
  expect(page.querySelectorAll('p > font[color=red]').length).toBeGreaterThan(400);
});
