/** @jest-environment jsdom */
import { describe, expect, it } from '@jest/globals';
import { hasCommand, keyOf, plainKey } from './keys';

const press = (key: string, code: string, init: KeyboardEventInit = {}) =>
  new KeyboardEvent('keydown', { key, code, ...init });

describe('the key of a shortcut', () => {
  it.each<[string, string, string, string, KeyboardEventInit?]>([
    ['Russian', 'о', 'KeyJ', 'j'],
    ['Russian with CapsLock', 'О', 'KeyJ', 'j'],
    ['Russian with Shift', 'О', 'KeyJ', 'J', { shiftKey: true }],
    ['Greek', 'ξ', 'KeyJ', 'j'],
    ['Hindi (InScript)', 'र', 'KeyJ', 'j'],
    ['Hindi, a vowel sign', 'ि', 'KeyF', 'f'],
    ['Hindi, the place of /', 'य', 'Slash', '/'],
    ['Hindi, the place of ?', 'य़', 'Slash', '?', { shiftKey: true }],
    ['Tamil', 'ப', 'KeyH', 'h'],
    ['Hebrew', 'ח', 'KeyJ', 'j'],
    ['Arabic, two letters on one key', 'لا', 'KeyB', 'b'],
    ['Dvorak', 'j', 'KeyC', 'j'],
    ['AZERTY', 'a', 'KeyQ', 'a'],
    ['QWERTZ', 'z', 'KeyY', 'z'],
    ['QWERTZ, a letter of its own', 'ö', 'Semicolon', 'ö'],
    ['Dvorak, a sign at the place of a letter', "'", 'KeyQ', "'"],
    ['CapsLock', 'J', 'KeyJ', 'j'],
    ['CapsLock with Shift', 'j', 'KeyJ', 'J', { shiftKey: true }],
    ['German Shift+7', '/', 'Digit7', '/', { shiftKey: true }],
    ['Russian Shift+7', '?', 'Digit7', '?', { shiftKey: true }],
  ])('%s: %s', (_, key, code, expected, init = {}) => {
    expect(keyOf(press(key, code, init))).toBe(expected);
    expect(plainKey(press(key, code, init))).toBe(expected);
  });

  it.each<[string, string, string, KeyboardEventInit, string | null]>([
    ['Ctrl', 'j', 'KeyJ', { ctrlKey: true }, null],
    ['Cmd', 'j', 'KeyJ', { metaKey: true }, null],
    ['Option on a Mac', '˚', 'KeyK', { altKey: true }, null],
    ['AltGr with a letter', 'ą', 'KeyA', { modifierAltGraph: true }, null],
    ['AltGr with a letter of no third level', 'о', 'KeyJ', { modifierAltGraph: true }, null],
    ['AltGr with a letter, as Ctrl+Alt', 'ę', 'KeyE', { ctrlKey: true, altKey: true }, null],
    ['AltGr with a sign', '/', 'BracketLeft', { modifierAltGraph: true }, '/'],
    ['AltGr with a sign, as Ctrl+Alt', '[', 'Digit8', { ctrlKey: true, altKey: true }, '['],
    ['a dead key', 'Dead', 'BracketLeft', {}, 'dead'],
  ])('with %s', (_, key, code, init, expected) => {
    expect(plainKey(press(key, code, init))).toBe(expected);
  });
});

describe('a command key', () => {
  it.each<[string, KeyboardEventInit, boolean]>([
    ['Ctrl', { ctrlKey: true }, true],
    ['Cmd', { metaKey: true }, true],
    ['Ctrl with Shift', { ctrlKey: true, shiftKey: true }, true],
    ['neither', {}, false],
    ['both', { ctrlKey: true, metaKey: true }, false],
    ['AltGr as Ctrl+Alt', { ctrlKey: true, altKey: true }, false],
    ['AltGr with Ctrl', { ctrlKey: true, modifierAltGraph: true }, false],
    ['Cmd with Option', { metaKey: true, altKey: true }, false],
  ])('%s', (_, init, expected) => {
    expect(hasCommand(press('k', 'KeyK', init))).toBe(expected);
  });
});
