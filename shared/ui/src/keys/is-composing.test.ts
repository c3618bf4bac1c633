/** @jest-environment jsdom */
import { describe, expect, it } from '@jest/globals';
import { isComposing } from './is-composing';

describe('isComposing', () => {
  it.each<[string, KeyboardEventInit, boolean]>([
    ['a key within a word', { isComposing: true }, true],
    ['the Enter that ends a word in Safari', { isComposing: false, keyCode: 229 }, true],
    ['an Enter', { isComposing: false, keyCode: 13 }, false],
  ])('%s: %p', (_name, options, expected) => {
    const event = new KeyboardEvent('keydown', { key: 'Enter', ...options });
    expect(isComposing(event)).toBe(expected);
    expect(isComposing({ nativeEvent: event } as unknown as Parameters<typeof isComposing>[0])).toBe(expected);
  });
});
