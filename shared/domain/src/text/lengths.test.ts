import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { cutFileName, cutText, MOST_LETTERS } from './lengths';

describe('a text that is too long', () => {
  it.each([
    ['fits', 'Priya', 5, 'Priya'],
    ['English', 'Where is my order', 10, 'Where is…'],
    ['a vowel sign stays with its consonant', 'नमस्ते', 5, 'नम…'],
    ['a family is one letter', 'ab👨‍👩‍👧', 8, 'ab…'],
    ['a flag is one letter', 'a🇮🇳🇮🇳', 6, 'a🇮🇳…'],
    ['a surrogate pair', '😀😀😀', 4, '😀…'],
  ])('is cut between letters: %s', (_what, text, most, cut) => {
    expect(cutText(text, most)).toBe(cut);
  });

  it('is cut through a letter only where one letter takes all the room', () => {
    const pile = `a${'\u0301'.repeat(5_000)}`;
    expect(cutText(pile, 200)).toHaveLength(200);
  });

  it('never exceeds its limit, and has no half of a pair more than it had', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), fc.integer({ min: 2, max: 300 }), (text, most) => {
        const cut = cutText(text, most);
        expect(cut.length).toBeLessThanOrEqual(most);
        expect(cut).not.toMatch(/\p{Surrogate}/u);
        if (text.length <= most) expect(cut).toBe(text);
      }),
    );
  });

  // The test ends by its time limit where the text is counted through.
  it('of two million letters is cut at the last that there is room for', () => {
    expect(cutText('Where is my order? '.repeat(100_000), 1_000_000)).toHaveLength(1_000_000);
  });

  it('of a file keeps its extension', () => {
    expect(cutFileName(`${'क'.repeat(300)}.pdf`)).toMatch(/^क+…\.pdf$/);
    expect(cutFileName(`${'क'.repeat(300)}.pdf`)).toHaveLength(MOST_LETTERS.fileName);
    expect(cutFileName('bill.pdf')).toBe('bill.pdf');
  });
});
