import { describe, expect, it } from '@jest/globals';
import { ASKED_KEY, requestedPanels } from './requested-panels';
import { readOverrides } from './overrides';

function memory(initial?: string) {
  const values = new Map(initial === undefined ? [] : [[ASKED_KEY, initial]]);
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  };
}

/** A page at an address with this query. */
const read = (search: string, storage = memory(), allowed = true) =>
  readOverrides(requestedPanels({ search }, storage), { allowed, keep: (text) => storage.setItem(ASKED_KEY, text) });

const conversation = { conversation: 'http://localhost:3003' };
const NOTHING = { origins: {}, versions: {} };

describe('overrides for developers', () => {
  it.each([
    ['?panel=conversation@http://localhost:3003', conversation],
    ['?t=7&panel=conversation@http://localhost:3003/some/path', conversation],
    [
      '?panel=conversation@http://127.0.0.1:3003&panel=ticket-list@http://[::1]:3001',
      { conversation: 'http://127.0.0.1:3003', 'ticket-list': 'http://[::1]:3001' },
    ],
    ['?panel=conversation@https://evil.test', {}],
    ['?panel=conversation@javascript:alert(1)', {}],
    ['?panel=conversation@http://localhost.evil.test', {}],
    ['?panel=conversation', {}],
    ['', {}],
  ])('%s', (search, origins) => {
    expect(read(search)).toEqual({ origins, versions: {} });
  });

  it('are kept for the tab', () => {
    const storage = memory();
    read('?panel=conversation@http://localhost:3003', storage);
    expect(read('', storage).origins).toEqual(conversation);
  });

  it('are known before anybody is signed in, and stored no longer than they are', () => {
    const storage = memory();
    const search = '?panel=conversation@http://localhost:3003';
    for (let n = 0; n < 5; n += 1) requestedPanels({ search }, storage);
    expect(read('', storage).origins).toEqual(conversation);
    expect(storage.getItem(ASKED_KEY)).toBe('panel=conversation%40http%3A%2F%2Flocalhost%3A3003');
  });

  it('are not read where they are not allowed, neither from the address nor from before', () => {
    const storage = memory('panel=conversation@http://localhost:3003');
    expect(read('?panel=ticket-list@http://localhost:3001', storage, false)).toEqual(NOTHING);
  });

  it.each(['not a query', '[1]', 'panel=conversation@https://evil.test'])('are none when %s was stored', (text) => {
    expect(read('', memory(text))).toEqual(NOTHING);
  });
});

describe('previews', () => {
  it.each([
    ['?panel=conversation@0.1.0-3f2a', { conversation: '0.1.0-3f2a' }],
    ['?panel=conversation@0.1.0-3f2a&panel=tickets2@1.2.3', { conversation: '0.1.0-3f2a', tickets2: '1.2.3' }],
    ['?panel=conversation@0.1.0-3f2a/../x', {}],
    ['?panel=../x@0.1.0', {}],
    ['?panel=conversation@latest', {}],
  ])('%s, also where no developer’s build may come in', (search, versions) => {
    expect(read(search, memory(), false)).toEqual({ origins: {}, versions });
  });

  it('take the place of the developer’s build of the same panel, and the other way round', () => {
    const storage = memory('panel=conversation@http://localhost:3003');
    expect(read('?panel=conversation@0.1.0', storage)).toEqual({ origins: {}, versions: { conversation: '0.1.0' } });
    expect(read('?panel=conversation@http://localhost:3003', storage)).toEqual({ origins: conversation, versions: {} });
  });
});
