import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ApiError } from '@inbox/api';
import { type AgentId, type Ticket, type TicketId } from '@inbox/domain';
import { judgeLate } from '@inbox/domain/conversation';
import { aTicket } from '@inbox/panel/testing';
import fc from 'fast-check';
import { aBrowser, type ABrowser } from '../testing/a-browser';
import { performChange, type Performed } from './perform-change';
import type { TicketChange, WaitingChange } from './ticket-change';
import { createTicketChanges, type TicketChanges } from './ticket-changes';

const [asha, ravi, mira] = [1, 2, 3] as unknown as readonly [AgentId, AgentId, AgentId];
const tag = (name: string): TicketChange => ({ kind: 'add-tag', tag: name });
const close: TicketChange = { kind: 'close', send_csat: false, ref: 'r1' };

/** What the server was asked to do, in order; it does what is repeated once, as the real one does. */
function aServer() {
  const server = {
    done: [] as string[],
    asked: 0,
    cut: null as 'before' | 'after' | 'busy' | null,
    refuses: new Set<string>(),
    met: new Map<TicketId, Ticket>(),
    async perform({ ticket_id, change, seen }: WaitingChange): Promise<Performed> {
      server.asked += 1;
      const name = `${ticket_id} ${change.kind} ${'tag' in change ? change.tag : ''}`.trim();
      if (server.cut === 'before') throw new ApiError('offline', 'no line');
      if (server.cut === 'busy') throw new ApiError('refused', 'too often', { status: 429, retryAfterMs: 7_000 });
      if (server.refuses.has(name)) throw new ApiError('refused', `No ${name}`);
      const met = server.met.get(ticket_id);
      if (change.kind === 'close' && met && met.received_at !== seen.received_at) return { kind: 'met', ticket: met };
      if (!server.done.includes(name)) server.done.push(name);
      if (server.cut === 'after') throw new ApiError('timeout', 'no answer');
      return { kind: 'done', ticket: aTicket({ id: ticket_id }) };
    },
  };
  return server;
}

const never = async () => Promise.reject(new Error('not asked'));
const noCalls = { setStatus: never, transfer: never, addTags: never, removeTags: never };

let [ids, clock] = [0, 0];
async function openTab(browser: ABrowser, server: ReturnType<typeof aServer>, unsent = new Map<TicketId, number>()) {
  const records = await browser.open();
  const listeners = new Set<() => void>();
  const changes = createTicketChanges({
    records,
    loadPerform: async () => server.perform,
    replies: {
      known: Promise.resolve(),
      isUnsent: async (ticket, upTo) => (unsent.get(ticket) ?? Infinity) <= upTo,
      subscribe(listener) {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    },
    alone: browser.alone,
    now: () => (clock += 1),
    newId: () => `change ${(ids += 1)}`,
  });
  const stop = changes.start();
  return { changes, stop, sent: () => listeners.forEach((listener) => listener()) };
}

const [first, second] = [aTicket({ id: 11 }), aTicket({ id: 22 })];
const states = (changes: TicketChanges) =>
  changes.list().map(({ change, waiting, refused, met }) => [change.kind, waiting, refused, met && 'met']);

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());
const settle = (ms = 0) => jest.advanceTimersByTimeAsync(ms);

describe('changes that wait for the connection', () => {
  it('leave once each, in order, when it is back', async () => {
    const [browser, server] = [aBrowser(), aServer()];
    server.cut = 'before';
    const { changes } = await openTab(browser, server);
    await changes.add(first, tag('a'));
    await changes.add(second, tag('b'));
    await changes.add(first, { kind: 'remove-tag', tag: 'a' });
    await settle();
    expect(states(changes)).toEqual([
      ['add-tag', 'offline', null, null],
      ['add-tag', null, null, null],
      ['remove-tag', null, null, null],
    ]);
    server.cut = null;
    changes.wake();
    await settle();
    expect(server.done).toEqual(['11 add-tag a', '22 add-tag b', '11 remove-tag a']);
    expect([changes.list(), browser.stored('changes')]).toEqual([[], []]);
  });

  it('leave a server alone that was asked too often, for as long as it asks', async () => {
    const [browser, server] = [aBrowser(), aServer()];
    server.cut = 'busy';
    const { changes } = await openTab(browser, server);
    await changes.add(first, tag('a'));
    await changes.add(first, close);
    await settle();
    expect(changes.list()).toMatchObject([{ waiting: 'server', busy: true, refused: null }, { waiting: null }]);
    server.cut = null;
    await settle(6_900);
    expect(server.asked).toBe(1);
    await settle(100);
    expect([server.done, changes.list()]).toEqual([['11 add-tag a', '11 close'], []]);
  });

  it('tell once of a state that a full browser does not store', async () => {
    const [browser, server] = [aBrowser(), aServer()];
    const { changes } = await openTab(browser, server);
    server.cut = 'before';
    const added = changes.add(first, close);
    await settle();
    await added;
    browser.full = true;
    changes.wake();
    server.cut = 'busy';
    await settle(60_000);
    expect(states(changes)).toEqual([['close', 'server', null, null]]);
    let told = 0;
    changes.subscribe(() => (told += 1));
    // A reply that waits behind the close looks again each time it is told of a change.
    for (let look = 0; look < 3; look += 1) expect(await changes.holdReply(first.id, Infinity)).toBe(true);
    expect(told).toBe(0);
  });

  it('outlive their page, and are tried again by themselves', async () => {
    const [browser, server] = [aBrowser(), aServer()];
    server.cut = 'after';
    const { changes, stop } = await openTab(browser, server);
    await changes.add(first, close);
    await settle();
    stop();
    const again = await openTab(browser, server);
    server.cut = null;
    await settle(2_000);
    expect([server.done, again.changes.list()]).toEqual([['11 close'], []]);
  });

  it('are asked for by one of several tabs', async () => {
    const [browser, server] = [aBrowser(), aServer()];
    const [one, two] = [await openTab(browser, server), await openTab(browser, server)];
    await one.changes.add(first, tag('a'));
    await two.changes.add(first, tag('b'));
    await settle();
    expect([server.asked, server.done]).toEqual([2, ['11 add-tag a', '11 add-tag b']]);
    expect([one.changes.list(), two.changes.list()]).toEqual([[], []]);
  });

  it('are not there when the browser cannot store them', async () => {
    const [browser, server] = [aBrowser(), aServer()];
    const { changes } = await openTab(browser, server);
    browser.full = true;
    await expect(changes.add(first, close)).rejects.toThrow('full');
    await settle();
    expect([changes.list(), server.asked]).toEqual([[], 0]);
  });

  it('do nothing a second time in a browser that stores no more', async () => {
    const [browser, server] = [aBrowser(), aServer()];
    server.cut = 'before';
    const { changes } = await openTab(browser, server);
    await changes.add(first, close);
    await changes.add(second, close);
    await settle();
    browser.full = true;
    server.cut = null;
    server.refuses.add('22 close');
    changes.wake();
    await settle(60_000);
    expect([server.done, server.asked]).toEqual([['11 close'], 3]);
    expect(states(changes)).toEqual([['close', null, 'No 22 close', null]]);
  });

  it('wait until the replies before them on their ticket have left, and hold no other ticket up', async () => {
    const [browser, server] = [aBrowser(), aServer()];
    const unsent = new Map([
      [first.id, clock],
      [second.id, Infinity],
    ]);
    const { changes, sent } = await openTab(browser, server, unsent);
    await changes.add(first, close);
    await changes.add(second, close);
    await settle();
    expect([server.done, states(changes)]).toEqual([['22 close'], [['close', 'replies', null, null]]]);
    unsent.clear();
    sent();
    await settle();
    expect(server.done).toEqual(['22 close', '11 close']);
  });

  it.each<[TicketChange, boolean]>([
    [close, true],
    [{ kind: 'reopen' }, true],
    [{ kind: 'assign', to: asha, name: 'Asha' }, true],
    [tag('late'), false],
    [{ kind: 'remove-tag', tag: 'late' }, false],
  ])('hold the replies after them on their ticket, unless these are about tags: %j', async (change, holds) => {
    const [browser, server] = [aBrowser(), aServer()];
    server.cut = 'before';
    const { changes } = await openTab(browser, server);
    await changes.add(first, change);
    const other = await openTab(browser, server);
    const asked = [changes.holdReply(first.id, clock), changes.holdReply(first.id, clock + 1)];
    expect(await Promise.all(asked)).toEqual([false, holds]);
    expect(await other.changes.holdReply(first.id, clock + 1)).toBe(holds);
    expect(await changes.holdReply(second.id, clock + 1)).toBe(false);
    server.cut = null;
    changes.wake();
    await settle();
    expect(await changes.holdReply(first.id, clock + 1)).toBe(false);
  });

  it('hold no reply up for ever where the browser does not say what is stored', async () => {
    const records = await aBrowser().open();
    const read = () => new Promise<never>(() => undefined);
    const changes = createTicketChanges({
      records: { ...records, read },
      loadPerform: never,
      replies: { known: Promise.resolve(), isUnsent: async () => false, subscribe: () => () => undefined },
      alone: never,
      now: () => 0,
      newId: () => 'change',
    });
    const held = changes.holdReply(first.id, 1);
    await settle(4_000);
    expect(await held).toBe(false);
  });

  it('stay, when they are refused, with what came after them on their ticket, until the agent decides', async () => {
    const [browser, server] = [aBrowser(), aServer()];
    server.refuses.add('11 close');
    const { changes } = await openTab(browser, server);
    const refused: string[] = [];
    changes.onRefused((_, words) => refused.push(words));
    await changes.add(first, close);
    await changes.add(first, tag('late'));
    await changes.add(second, tag('b'));
    await settle();
    expect([server.done, refused]).toEqual([['22 add-tag b'], ['No 11 close']]);
    expect(states(changes)).toEqual([
      ['close', null, 'No 11 close', null],
      ['add-tag', null, null, null],
    ]);
    server.refuses.clear();
    changes.again(changes.list()[0]!.id);
    await settle();
    expect(server.done).toEqual(['22 add-tag b', '11 close', '11 add-tag late']);
  });

  it('stay when the ticket has changed; done anyway they go by what the agent has seen then', async () => {
    const [browser, server] = [aBrowser(), aServer()];
    const newer = aTicket({ id: 11, received_at: '2026-11-27T10:00:00.000Z' });
    server.met.set(first.id, newer);
    const { changes } = await openTab(browser, server);
    await changes.add(first, close);
    await changes.add(first, tag('late'));
    await settle();
    expect(states(changes)[0]).toEqual(['close', null, null, 'met']);
    server.met.set(first.id, { ...newer, received_at: '2026-11-27T10:05:00.000Z' });
    changes.doAnyway(changes.list()[0]!.id);
    await settle();
    expect([states(changes)[0], server.done]).toEqual([['close', null, null, 'met'], []]);
    changes.doAnyway(changes.list()[0]!.id);
    await settle();
    expect([changes.list(), server.done]).toEqual([[], ['11 close', '11 add-tag late']]);
  });

  it('are compared with what the agent has done to the ticket before them', async () => {
    const browser = aBrowser();
    const server = { owner: first.owner_id, handed: [] as (AgentId | null)[] };
    const perform = (waiting: WaitingChange) =>
      performChange(
        waiting,
        {
          ...noCalls,
          async transfer({ body: { transfer_to, seen } }) {
            const ticket = aTicket({ ...first, owner_id: server.owner });
            if (judgeLate({ kind: 'assign', to: transfer_to }, ticket, seen!) !== 'do') return never();
            server.owner = transfer_to;
            server.handed.push(transfer_to);
            return { tickets: [{ ...ticket, owner_id: transfer_to }], failed: [] };
          },
        },
        new AbortController().signal,
      );
    const { changes } = await openTab(browser, { ...aServer(), perform });
    const to = (agent: AgentId): TicketChange => ({ kind: 'assign', to: agent, name: '' });
    await Promise.all([ravi, mira, ravi].map((agent) => changes.add(first, to(agent))));
    await settle();
    expect([server.handed, changes.list()]).toEqual([[ravi, mira, ravi], []]);
  });

  it('let go of what comes after them when they are discarded', async () => {
    const [browser, server] = [aBrowser(), aServer()];
    server.refuses.add('11 close');
    const { changes } = await openTab(browser, server);
    await changes.add(first, close);
    await changes.add(first, tag('late'));
    await settle();
    changes.discard(changes.list()[0]!.id);
    await settle();
    expect([server.done, changes.list()]).toEqual([['11 add-tag late'], []]);
  });

  it('go with the tickets that are erased', async () => {
    const [browser, server] = [aBrowser(), aServer()];
    server.cut = 'before';
    const { changes } = await openTab(browser, server);
    await changes.add(first, close);
    await changes.add(second, close);
    await changes.dropErased(new Set([first.id]));
    expect(changes.list().map(({ ticket_id }) => ticket_id)).toEqual([second.id]);
    browser.full = true;
    await expect(changes.dropErased(new Set([second.id]))).rejects.toThrow('full');
  });

  it('happen once each and in order, however lines are cut and pages end', async () => {
    const step = fc.oneof(
      fc.record({ what: fc.constant('add' as const), tab: fc.nat(1), ticket: fc.nat(1) }),
      fc.record({ what: fc.constant('cut' as const), how: fc.constantFrom('before' as const, 'after' as const, null) }),
      fc.record({ what: fc.constant('reload' as const), tab: fc.nat(1) }),
      fc.record({ what: fc.constant('wait' as const), ms: fc.integer({ min: 0, max: 9_000 }) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        const [browser, server] = [aBrowser(), aServer()];
        const tabs = [await openTab(browser, server), await openTab(browser, server)] as const;
        const asked: Record<number, string[]> = { 11: [], 22: [] };
        let made = 0;
        for (const one of steps) {
          if (one.what === 'cut') server.cut = one.how;
          else if (one.what === 'wait') await settle(one.ms);
          else if (one.what === 'reload') {
            tabs[one.tab]!.stop();
            Object.assign(tabs[one.tab]!, await openTab(browser, server));
          } else {
            const ticket = [first, second][one.ticket]!;
            made += 1;
            asked[ticket.id]!.push(`${ticket.id} add-tag ${made}`);
            await tabs[one.tab]!.changes.add(ticket, tag(`${made}`));
          }
        }
        server.cut = null;
        await settle(60_000);
        const done = (ticket: number) => server.done.filter((name) => name.startsWith(`${ticket} `));
        expect({ 11: done(11), 22: done(22) }).toEqual(asked);
        expect(browser.stored('changes')).toEqual([]);
        for (const { stop } of tabs) stop();
      }),
      { numRuns: 60 },
    );
  });
});
