import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseButtons } from './button-text';

describe('the buttons in a text', () => {
  it.each<[string, string, string[]]>([
    ['Hello', 'Hello', []],
    [
      'How can I help? BUTTON 1(Track order) BUTTON 2(Cancel order)',
      'How can I help?',
      ['Track order', 'Cancel order'],
    ],
    ['Choose:\nBUTTON 1(One)\nBUTTON 2(Two)\n\nBye', 'Choose:\n\nBye', ['One', 'Two']],
    ['Confirm it.\nbutton 1 (Yes, confirm)\nbutton 2 (No)', 'Confirm it.', ['Yes, confirm', 'No']],
    ['BUTTON 1(Talk (now))', '', ['Talk (now)']],
    ['Press button 1', 'Press button 1', []],
    ['Press button 1 ()', 'Press button 1 ()', []],
    ['a rebutton 1 (x)', 'a rebutton 1 (x)', []],
    ['BUTTON 1(मेरा ऑर्डर)', '', ['मेरा ऑर्डर']],
  ])('of %j leave %j', (message, text, buttons) => {
    expect(parseButtons(message)).toEqual({ text, buttons });
  });

  it('leave a text without buttons as it is', () => {
    fc.assert(
      fc.property(
        fc.string().filter((text) => !/button/i.test(text)),
        (text) => parseButtons(text).text === text,
      ),
    );
  });

  // A reader that went back and forth would not come to an end within the test's own limit.
  it.each(['BUTTON 1('.repeat(7_000), `BUTTON 1(${'('.repeat(60_000)}`])(
    'are looked for in %.12s… to its end',
    (text) => {
      expect(parseButtons(text).buttons).toEqual([]);
    },
  );
});
