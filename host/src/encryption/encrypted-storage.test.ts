import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { browserKeySchema, type BrowserKey } from '@inbox/api/browser-key';
import { agentIdSchema } from '@inbox/domain';
import { generateKeyPairSync } from 'node:crypto';
import { IDBFactory } from 'fake-indexeddb';
import { openDB } from 'idb';
import { clearAuthState, saveAuthState } from '../auth/auth-state';
import { testAuth } from '../testing';
import { discardStored, decryptStored, encryptStored, panelsWithRecords } from './encrypted-storage';
import { hasEncrypted } from './encrypted-mark';
import { putAway, storingPanels } from './put-away';
import { writePublicKey } from './public-key';
import { agentOf } from './places';
import { removePublicKey } from './public-key-names';

/** As much of localStorage as is used here: its keys are its own properties. */
function testStorage(): Storage {
  const storage = Object.create({
    getItem: (key: string) => (Object.hasOwn(storage, key) ? String(storage[key]) : null),
    setItem: (key: string, text: string) => void (storage[key] = text),
    removeItem: (key: string) => void delete storage[key],
  }) as Storage;
  return storage;
}

const newKey = (): BrowserKey =>
  browserKeySchema.parse(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }));

const [asha, dev] = [agentIdSchema.parse(7), agentIdSchema.parse(8)];
const UNSENT = 'inbox.conversation.7.unsent';
const FILES = 'inbox.conversation.7.files';
const NOTES = 'inbox.customer-panel.notes.7';
const DRAFT = 'inbox.ticket-list.7.compose';
const SECRET = 'the courier lost your parcel';
let key: BrowserKey;

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  globalThis.localStorage = testStorage();
  // As on a page without locks.
  Object.defineProperty(globalThis, 'navigator', { value: {}, configurable: true });
  jest.spyOn(console, 'warn').mockImplementation(() => {});
  key = newKey();
});
afterEach(() => {
  jest.restoreAllMocks();
});

async function put(name: string, store: string, records: readonly (readonly [IDBValidKey, unknown])[]): Promise<void> {
  const db = await openDB(name, 1, { upgrade: (made) => void made.createObjectStore(store) });
  const tx = db.transaction(store, 'readwrite');
  for (const [at, value] of records) void tx.store.put(value, at);
  await tx.done;
  db.close();
}

async function all(name: string): Promise<Map<IDBValidKey, unknown>> {
  const db = await openDB(name);
  const found = new Map<IDBValidKey, unknown>();
  for (const store of db.objectStoreNames) {
    for (const at of await db.getAllKeys(store)) found.set(at, await db.get(store, at));
  }
  db.close();
  return found;
}

/** All that somebody finds who looks through the browser's storage. */
async function readable(): Promise<string> {
  const texts = Object.entries(localStorage).map(([name, text]) => `${name}=${String(text)}`);
  for (const { name = '' } of await indexedDB.databases()) {
    for (const value of (await all(name)).values()) texts.push(await textIn(value));
  }
  return texts.join('\n');
}

async function textIn(value: unknown): Promise<string> {
  if (value instanceof Blob) return value.text();
  if (value instanceof ArrayBuffer) return Buffer.from(value).toString('latin1');
  if (typeof value !== 'object' || value === null) return String(value);
  return (await Promise.all(Object.values(value).map(textIn))).join('\n');
}

const RECORDS: readonly (readonly [string, unknown])[] = [
  ['a', { place: 1, outgoing: { message: SECRET, attachments: [], waiting: null } }],
  ['b', { $: 'its own', nested: { $: 1 } }],
  ['c', { bytes: new TextEncoder().encode(SECRET).buffer, type: 'text/plain', at: new Date(5) }],
];

async function storeWork(): Promise<void> {
  await put(UNSENT, 'outbox', RECORDS);
  await put(FILES, 'files', [['f', new Blob([SECRET], { type: 'text/plain' })]]);
  await put(NOTES, 'drafts', [[12, { notes: SECRET }]]);
  localStorage.setItem(DRAFT, JSON.stringify({ text: `${SECRET} ₹5` }));
}

async function expectWork(): Promise<void> {
  expect([...(await all(UNSENT))]).toEqual(RECORDS);
  const file = (await all(FILES)).get('f') as Blob;
  expect([file.type, await file.text()]).toEqual(['text/plain', SECRET]);
  expect((await all(NOTES)).get(12)).toEqual({ notes: SECRET });
  expect(localStorage.getItem(DRAFT)).toBe(JSON.stringify({ text: `${SECRET} ₹5` }));
}

describe('what panels have stored of an agent', () => {
  it('is unreadable after the sign-out, keeps its keys, and is the same after the agent has signed in again', async () => {
    await storeWork();
    writePublicKey(asha, key);
    expect(await encryptStored()).toEqual(new Set());
    expect(await readable()).not.toContain(SECRET);
    expect([...(await all(UNSENT)).keys()]).toEqual(['a', 'b', 'c']);
    expect(hasEncrypted(asha)).toBe(true);
    expect(await readable()).not.toContain(key.d);
    await encryptStored();
    await decryptStored(asha, key);
    await expectWork();
    expect(hasEncrypted(asha)).toBe(false);
  });

  it('stays as it is while the agent is signed in, and is encrypted by the page of whoever comes next', async () => {
    await storeWork();
    writePublicKey(asha, key);
    saveAuthState(testAuth());
    await encryptStored();
    await expectWork();
    saveAuthState(testAuth({ current_user_id: dev }));
    await encryptStored();
    expect(await readable()).not.toContain(SECRET);
  });

  it('cannot be read with another key, and is left as it is', async () => {
    await storeWork();
    writePublicKey(asha, key);
    await encryptStored();
    await decryptStored(asha, newKey());
    expect(await readable()).not.toContain(SECRET);
    await decryptStored(asha, key);
    await expectWork();
  });

  it('cannot be read at another place', async () => {
    await storeWork();
    writePublicKey(asha, key);
    await encryptStored();
    const { a } = Object.fromEntries(await all(UNSENT));
    await put(UNSENT, 'outbox', [['swapped', a]]);
    await decryptStored(asha, key);
    expect((await all(UNSENT)).get('swapped')).toHaveProperty('inbox_encrypted');
  });

  it.each(['encrypting', 'decrypting'])('survives a page that ends at any write of %s', async (during) => {
    const realPut = IDBObjectStore.prototype.put;
    for (let writes = 0; writes < 6; writes += 1) {
      globalThis.indexedDB = new IDBFactory();
      globalThis.localStorage = testStorage();
      await storeWork();
      writePublicKey(asha, key);
      if (during === 'decrypting') await encryptStored();
      let left = writes;
      const dying = jest.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
        this: IDBObjectStore,
        ...of
      ) {
        if ((left -= 1) < 0) throw new Error('The page has ended');
        return realPut.apply(this, of);
      });
      if (during === 'encrypting') await encryptStored();
      else await decryptStored(asha, key).catch(() => undefined);
      dying.mockRestore();
      if (during === 'encrypting') await encryptStored();
      await decryptStored(asha, key);
      await expectWork();
    }
  });

  it('keeps what a page writes while it is encrypted, and encrypts that as well', async () => {
    await storeWork();
    writePublicKey(asha, key);
    const encrypt = crypto.subtle.encrypt.bind(crypto.subtle);
    let isFirst = true;
    jest.spyOn(crypto.subtle, 'encrypt').mockImplementation(async (...of) => {
      if (isFirst) {
        isFirst = false;
        await put(UNSENT, 'outbox', [['a', { message: `${SECRET}, late` }]]);
      }
      return encrypt(...of);
    });
    await encryptStored();
    expect(await readable()).not.toContain(SECRET);
    await decryptStored(asha, key);
    expect((await all(UNSENT)).get('a')).toEqual({ message: `${SECRET}, late` });
  });

  it('is named as readable still where there is no key', async () => {
    await storeWork();
    expect(await encryptStored()).toEqual(new Set([asha]));
    await expectWork();
  });

  it('is never removed without a question where it cannot be encrypted, a draft in localStorage alone included', async () => {
    localStorage.setItem(DRAFT, SECRET);
    expect(await putAway(asha, 'encrypt')).toBe(true);
    expect(localStorage.getItem(DRAFT)).toBe(SECRET);
    expect(await storingPanels(asha, 1_000)).toEqual(new Set(['ticket-list']));
    writePublicKey(asha, key);
    expect(await storingPanels(asha, 1_000)).toEqual(new Set());
    expect(await putAway(asha, 'encrypt')).toBe(false);
    expect(await readable()).not.toContain(SECRET);
    // What is encrypted already needs no key to stay so, and an empty database has nothing to read.
    removePublicKey(asha);
    await put(FILES, 'files', []);
    expect(await putAway(asha, 'encrypt')).toBe(false);
  });

  it('is no work where it is a copy of what the server has: that is removed, with or without a key', async () => {
    localStorage.setItem('inbox.conversation.7.copy.agents', '[]');
    localStorage.setItem('inbox.conversation.8.copy.agents', '[]');
    expect(await storingPanels(asha, 1_000)).toEqual(new Set());
    saveAuthState(testAuth({ current_user_id: dev }));
    expect(await putAway(asha, 'encrypt')).toBe(false);
    expect(Object.keys(localStorage).filter((name) => name.includes('.copy.'))).toEqual([
      'inbox.conversation.8.copy.agents',
    ]);
  });

  it('is gone when it is discarded, and that of others stays', async () => {
    await storeWork();
    await put('inbox.conversation.8.unsent', 'outbox', [['x', { message: 'of Dev' }]]);
    await discardStored(asha);
    expect(await readable()).not.toContain(SECRET);
    expect(await readable()).toContain('of Dev');
  });

  it('is counted by the panel, and makes no database where there is none', async () => {
    await storeWork();
    expect(await panelsWithRecords(asha)).toEqual(new Set(['conversation', 'customer-panel']));
    expect(await panelsWithRecords(dev)).toEqual(new Set());
    clearAuthState();
    expect((await indexedDB.databases()).length).toBe(3);
  });
});

it.each([
  ['inbox.conversation.7.unsent', 7],
  ['inbox.customer-panel.notes.7', 7],
  ['inbox.ticket-list.7.draft.12', 7],
  ['inbox.embed.2.conversation.7.unsent', null],
  ['inbox.answers.1/7', null],
  ['inbox.auth', null],
  ['inbox.browserKey:7', null],
  ['theirs.conversation.7.unsent', null],
])('a name says whose it is: %s', (name, agent) => {
  expect(agentOf(name)).toBe(agent);
});
