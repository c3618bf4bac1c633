import { describe, expect, it } from '@jest/globals';
import { forgetOverrides, readOverrides } from './overrides';

function memory(initial?: string) {
  const values = new Map(initial === undefined ? [] : [['inbox.panel-overrides', initial]]);
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  };
}

const read = (search: string, storage = memory(), allowed = true) =>
  readOverrides({ allowed, allowedOrigins: ['https://staging.test'], location: { search }, storage });

describe('overrides for developers', () => {
  it.each([
    ['?panel=conversation@http://localhost:3003', { conversation: 'http://localhost:3003' }],
    ['?panel=conversation@http://localhost:3003/some/path', { conversation: 'http://localhost:3003' }],
    [
      '?panel=conversation@http://127.0.0.1:3003&panel=ticket-list@https://staging.test',
      { conversation: 'http://127.0.0.1:3003', 'ticket-list': 'https://staging.test' },
    ],
    ['?panel=conversation@https://evil.test', {}],
    ['?panel=conversation@javascript:alert(1)', {}],
    ['?panel=conversation@http://localhost.evil.test', {}],
    ['?panel=conversation', {}],
    ['', {}],
  ])('%s', (search, expected) => {
    expect(read(search)).toEqual(expected);
  });

  it('are kept for the tab, until they are reset', () => {
    const storage = memory();
    read('?panel=conversation@http://localhost:3003', storage);
    expect(read('', storage)).toEqual({ conversation: 'http://localhost:3003' });
    forgetOverrides(storage);
    expect(read('', storage)).toEqual({});
  });

  it('are not read where they are not allowed', () => {
    const storage = memory('{"conversation":"http://localhost:3003"}');
    expect(read('?panel=ticket-list@http://localhost:3001', storage, false)).toEqual({});
  });

  it.each(['not json', '[1]', '{"conversation":7}'])('fall back to the published panels when %s was stored', (text) => {
    expect(read('', memory(text))).toEqual({});
  });
});
