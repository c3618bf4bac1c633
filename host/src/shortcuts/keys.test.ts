/** @jest-environment jsdom */
import { afterEach, describe, expect, it } from '@jest/globals';
import { isPaletteKey, shortcutKey } from './keys';

/** What `read` makes of a key pressed in the element marked `here`. */
function press<T>(read: (event: KeyboardEvent) => T, html: string, init: KeyboardEventInit): T | undefined {
  document.body.innerHTML = html;
  return pressIn(read, document.querySelector('[data-here]') ?? document.body, init);
}

function pressIn<T>(read: (event: KeyboardEvent) => T, element: Element, init: KeyboardEventInit): T | undefined {
  let result: T | undefined;
  const listen = (event: KeyboardEvent) => (result = read(event));
  document.addEventListener('keydown', listen);
  element.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, composed: true, cancelable: true, ...init }));
  document.removeEventListener('keydown', listen);
  return result;
}

afterEach(() => document.body.replaceChildren());

describe('a single key', () => {
  it.each([
    ['in the page', '<main data-here tabindex="-1"></main>'],
    ['on a row', '<div role="row" tabindex="0" data-here></div>'],
    ['on a button', '<button data-here></button>'],
    ['on a checkbox, which takes no letters', '<input type="checkbox" data-here>'],
    ['where editing is switched off', '<div contenteditable="false" data-here></div>'],
  ])('acts %s', (_, html) => {
    expect(press(shortcutKey, html, { key: 'j' })).toBe('j');
  });

  it.each([
    ['input', '<input data-here>'],
    ['search field', '<input type="search" data-here>'],
    ['text area', '<textarea data-here></textarea>'],
    ['choice', '<select data-here></select>'],
    ['editor', '<div contenteditable="true"><p data-here></p></div>'],
    ['editor of plain text', '<div contenteditable="plaintext-only" data-here></div>'],
    ['text box of another make', '<div role="textbox" data-here></div>'],
    ['frame', '<iframe data-here></iframe>'],
    ['menu', '<ul role="menu"><li role="menuitem" tabindex="-1" data-here></li></ul>'],
    ['list to choose from', '<ul role="listbox"><li role="option" data-here></li></ul>'],
    ['dialog', '<div role="dialog"><button data-here></button></div>'],
    ['page behind a modal dialog', '<div aria-modal="true"></div><button data-here></button>'],
    ['page behind a dialog element', '<dialog open></dialog><button data-here></button>'],
  ])('does nothing in a %s', (_, html) => {
    expect(press(shortcutKey, html, { key: 'j' })).toBeNull();
  });

  it('does nothing in a field inside a shadow root', () => {
    const host = document.body.appendChild(document.createElement('div'));
    const field = host.attachShadow({ mode: 'open' }).appendChild(document.createElement('textarea'));
    expect(pressIn(shortcutKey, field, { key: 'j' })).toBeNull();
  });

  it.each([
    ['Ctrl', { ctrlKey: true }],
    ['Cmd', { metaKey: true }],
    ['Alt', { altKey: true }],
    ['an input method', { isComposing: true }],
    ['an input method of an older browser', { keyCode: 229 }],
  ])('does nothing with %s', (_, init) => {
    expect(press(shortcutKey, '', { key: 'j', ...init })).toBeNull();
  });

  it('does nothing when somebody else has taken it', () => {
    document.body.innerHTML = '<button data-here></button>';
    document.querySelector('button')?.addEventListener('keydown', (event) => event.preventDefault());
    expect(pressIn(shortcutKey, document.querySelector('button')!, { key: 'j' })).toBeNull();
  });

  it('is the sign that the layout gives, with Shift or without, and no letter with Shift', () => {
    expect(press(shortcutKey, '', { key: '?', shiftKey: true })).toBe('?');
    expect(press(shortcutKey, '', { key: '/', shiftKey: true })).toBe('/');
    expect(press(shortcutKey, '', { key: 'J' })).toBe('j');
    expect(press(shortcutKey, '', { key: 'J', shiftKey: true })).toBe('J');
    expect(press(shortcutKey, '', { key: 'о', code: 'KeyJ' })).toBe('j');
  });
});

describe('the key of the palette', () => {
  it.each([
    ['Ctrl+K', { ctrlKey: true }, true],
    ['Cmd+K', { metaKey: true }, true],
    ['K alone', {}, false],
    ['Ctrl+Shift+K', { ctrlKey: true, shiftKey: true }, false],
    ['Ctrl+Alt+K', { ctrlKey: true, altKey: true }, false],
    ['Ctrl+K on a Russian keyboard', { ctrlKey: true, key: 'л', code: 'KeyK' }, true],
    ['a letter at the place of K on Dvorak', { ctrlKey: true, key: 't', code: 'KeyK' }, false],
    ['K with AltGr', { ctrlKey: true, modifierAltGraph: true }, false],
    ['Ctrl+K of an input method', { ctrlKey: true, isComposing: true }, false],
  ])('%s', (_, init, is) => {
    expect(press(isPaletteKey, '<textarea data-here></textarea>', { key: 'k', ...init })).toBe(is);
  });
});
