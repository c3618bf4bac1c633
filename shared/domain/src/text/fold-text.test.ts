import { expect, it } from '@jest/globals';
import { foldedText } from './fold-text';

it.each([
  ['a short text', 'Where is my order?'],
  ['two screens of words', 'word '.repeat(600)],
  ['two screens of lines', 'line\n'.repeat(59)],
])('%s is shown at once', (_what, text) => {
  expect(foldedText(text)).toBeNull();
});

it('a long text is folded to a screen of it', () => {
  expect(foldedText('word '.repeat(12_000))).toHaveLength(1_499 + 1);
  expect(foldedText('line\n'.repeat(200))?.split('\n')).toHaveLength(30);
  expect(foldedText('x'.repeat(1_000_000))?.length).toBe(1_500);
});
