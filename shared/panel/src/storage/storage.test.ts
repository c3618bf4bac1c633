/** @jest-environment jsdom */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { agentIdSchema } from '@inbox/domain';
import * as z from 'zod/mini';
import { createPanelStorage } from './storage';

const draft = z.object({ text: z.string() });
const agent = (id: number) => agentIdSchema.parse(id);

function storageOf(agentId: number | null, panel = 'conversation', area = 'inbox') {
  const report = jest.fn();
  const memory = new Map<string, string>();
  const of = agentId === null ? null : agent(agentId);
  return { storage: createPanelStorage({ area, panel, agentId: of, memory, report }), report, memory };
}

beforeEach(() => localStorage.clear());
afterEach(() => {
  jest.restoreAllMocks();
});

describe("a panel's storage", () => {
  it('gives back what was kept, under a name of panel, agent and key', () => {
    const { storage } = storageOf(3);
    expect(storage.write('draft.7', { text: 'Hello' })).toBe(true);
    expect(storage.read('draft.7', draft)).toEqual({ text: 'Hello' });
    expect(Object.keys(localStorage)).toEqual(['inbox.conversation.3.draft.7']);
    storage.remove('draft.7');
    expect(storage.read('draft.7', draft)).toBeNull();
  });

  it('has nothing of an agent with the same number in another area', () => {
    storageOf(3).storage.write('draft.7', { text: 'Hello' });
    const { storage } = storageOf(3, 'conversation', 'inbox.embed.2');
    expect(storage.read('draft.7', draft)).toBeNull();
    expect(storage.place).toBe('inbox.embed.2.conversation.3');
  });

  it('tells of what another tab changes under a key, and of nothing else', () => {
    const { storage } = storageOf(3);
    let changes = 0;
    const end = storage.onChange('draft.7', () => (changes += 1));
    const elsewhere = (key: string | null) => window.dispatchEvent(new StorageEvent('storage', { key }));
    elsewhere('inbox.conversation.3.draft.8');
    elsewhere('inbox.conversation.4.draft.7');
    expect(changes).toBe(0);
    elsewhere('inbox.conversation.3.draft.7');
    elsewhere(null);
    expect(changes).toBe(2);
    end();
    elsewhere('inbox.conversation.3.draft.7');
    expect(changes).toBe(2);
  });

  it('has a place for what this tab alone is to find', () => {
    const { storage } = storageOf(3);
    expect(storage.swapInTab('page', 'first')).toBeNull();
    expect(storageOf(3).storage.swapInTab('page', 'second')).toBe('first');
    expect(storageOf(4).storage.swapInTab('page', 'third')).toBeNull();
    expect(storage.keys()).toEqual([]);
  });

  it('lists its own keys and no others', () => {
    const { storage } = storageOf(3);
    storage.write('draft.7', 1);
    storage.write('draft.8', 1);
    storage.write('width', 1);
    storageOf(33).storage.write('draft.9', 1);
    storageOf(3, 'ticket-list').storage.write('draft.10', 1);
    expect(storage.keys('draft.').sort()).toEqual(['draft.7', 'draft.8']);
    expect(storage.keys()).toHaveLength(3);
  });

  it.each([
    ['another agent', 4, 'conversation'],
    ['another panel', 3, 'ticket-list'],
    ['nobody', null, 'conversation'],
  ])('shows nothing of it to %s', (_, agentId, panel) => {
    storageOf(3).storage.write('draft.7', { text: 'Hello' });
    expect(storageOf(agentId, panel).storage.read('draft.7', draft)).toBeNull();
  });

  it('keeps things in memory alone while nobody is known to be signed in', () => {
    const { storage } = storageOf(null);
    storage.write('draft.7', { text: 'Hello' });
    expect(storage.read('draft.7', draft)).toEqual({ text: 'Hello' });
    expect(localStorage).toHaveLength(0);
  });

  it.each([
    ['no JSON', '{"text"'],
    ['another shape', '{"words":"Hello"}'],
  ])('takes %s for nothing, and reports it', (_, text) => {
    const { storage, report } = storageOf(3);
    localStorage.setItem('inbox.conversation.3.draft.7', text);
    expect(storage.read('draft.7', draft)).toBeNull();
    expect(report).toHaveBeenCalledWith(expect.objectContaining({ message: 'Storage: reading draft.7 failed' }));
  });

  it('does not throw when the storage is full or blocked, but says that nothing was kept', () => {
    const { storage, report } = storageOf(3);
    const refuse = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    for (const method of ['getItem', 'setItem', 'removeItem'] as const) {
      jest.spyOn(Storage.prototype, method).mockImplementation(refuse);
    }
    expect(storage.write('draft.7', 1)).toBe(false);
    expect(storage.read('draft.7', draft)).toBeNull();
    expect(() => storage.remove('draft.7')).not.toThrow();
    expect(report).toHaveBeenCalledTimes(3);
  });
});
