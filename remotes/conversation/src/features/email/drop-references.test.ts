/** @jest-environment jsdom */
import { expect, it } from '@jest/globals';
import { dropReferences } from './drop-references';

it('takes off what may name a drawing in another file, and leaves all else', () => {
  const { style } = document.createElement('p');
  style.setProperty('filter', 'url(https://evil.example/f.svg#f)');
  style.setProperty('cursor', 'url(https://evil.example/c.cur), auto');
  style.setProperty('color', 'red');
  dropReferences(style);
  expect(style.cssText).toBe('color: red;');
});
