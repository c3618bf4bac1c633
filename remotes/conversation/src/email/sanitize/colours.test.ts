import { describe, expect, it } from '@jest/globals';
import { bringsColours } from './colours';

describe('a style', () => {
  it.each([
    ['color: #666', false],
    ['color:#333333; font-size: 12px', false],
    ['COLOR: Gray', false],
    ['color: rgb(90, 90, 96)', false],
    ['color: inherit; background: none', false],
    ['.sign { color: dimgray }', false],
    ['border-color: red', false],
    ['color: #1f497d', true],
    ['color: red', true],
    ['color: #fff', true],
    ['color: #666; background: #f4f4f4', true],
    ['background-color: #fff', true],
  ])('%s brings colours of its own: %s', (css, brings) => {
    expect(bringsColours(css)).toBe(brings);
  });
});
