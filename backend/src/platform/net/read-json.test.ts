import { describe, expect, it } from '@jest/globals';
import { readJson } from './read-json';

const lists = (depth: number, inner = '') => '['.repeat(depth) + inner + ']'.repeat(depth);

describe('JSON from outside', () => {
  it.each([
    ['a hundred lists within each other', lists(100)],
    ['many lists beside each other', `[${Array.from({ length: 500 }, () => '[{}]').join(',')}]`],
    ['brackets in texts, after escaped quotes and backslashes', String.raw`{"a":"\"${'[{'.repeat(200)}","b\\":["\\"]}`],
    ['a word', '"[[["'],
  ])('is read: %s', (_, text) => {
    expect(readJson(text)).toEqual(JSON.parse(text));
  });

  it.each([
    ['a hundred and one lists', lists(101)],
    ['objects within each other, without an end', '{"a":'.repeat(300_000)],
    ['lists after a text that ends in a backslash', String.raw`{"a":"\\","b":${lists(101)}}`],
    ['no JSON', 'no JSON'],
    ['nothing', ''],
  ])('is not read: %s', (_, text) => {
    expect(readJson(text)).toBeUndefined();
  });
});
