import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ApiError, type ReplyRequest } from '@inbox/api';
import { createListeners } from '@inbox/panel/store';
import { aMessage, aTicket } from '@inbox/panel/testing';
import { contentIdSchema, type ContentItem, type Outgoing, type TicketId } from '@inbox/domain';
import { outboxSchema, whyWaits } from '@inbox/domain/conversation';
import { aBrowser, type ABrowser } from '../testing/a-browser';
import { createSendJournal } from './send-journal';
import type { ReplyAnswer } from './send-loop';
import { createSender, type Sender, type SenderDeps } from './sender';

const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

function outgoing(n: number, conversation = 148207): Outgoing {
  const [entry] = outboxSchema.parse([
    {
      temp_id: uuid(n),
      ticket_id: 48207,
      conversation_id: conversation,
      conversation_source: 'whatsapp',
      message: `send ${n}`,
      created_at: '2026-11-20T05:00:00.000Z',
      after_rev: 0,
      refused: null,
    },
  ]);
  if (!entry) throw new Error('the schema dropped the entry');
  return entry;
}

/** A backend that keeps each temp_id once, as the real one does, and whose line can be cut. */
function backend() {
  const stored = new Map<string, string>();
  const calls: string[] = [];
  const fake = {
    stored,
    calls,
    cut: null as 'before' | 'after' | 'garbled' | null,
    refuse: null as string | null,
    /** It is asked too often: for how many milliseconds it asks to be left alone. */
    busy: null as { ms?: number } | null,
    /** What a colleague has answered, and this page has not seen. */
    newer: [] as ContentItem[],
    reply: (request: ReplyRequest): Promise<ReplyAnswer> => {
      calls.push(request.message);
      if (fake.cut === 'before') return Promise.reject(new ApiError('offline', 'no line'));
      if (fake.busy) {
        const details = { status: 429, code: 'too_many_calls', retryAfterMs: fake.busy.ms };
        return Promise.reject(new ApiError('refused', 'Asked too often.', details));
      }
      if (fake.refuse) return Promise.reject(new ApiError('refused', fake.refuse));
      const [unseen] = fake.newer.filter(({ id }) => request.seen !== null && id > request.seen);
      if (unseen && !stored.has(request.temp_id)) {
        const details = { code: 'newer_reply', items: fake.newer };
        return Promise.reject(new ApiError('refused', 'A colleague has answered meanwhile.', details));
      }
      stored.set(request.temp_id, request.message);
      if (fake.cut === 'garbled') return Promise.reject(new ApiError('bad-answer', 'no answer of the contract'));
      if (fake.cut === 'after') return Promise.reject(new ApiError('offline', 'no line'));
      const id = [...stored.keys()].indexOf(request.temp_id) + 1;
      const item = aMessage({ id, temp_id: request.temp_id, message: request.message, actor: 'merchant' });
      return Promise.resolve({ item, ticket: aTicket() });
    },
  };
  return fake;
}

const stops: (() => void)[] = [];
/** A tab of the browser. */
async function senderOn(
  browser: ABrowser,
  server: ReturnType<typeof backend>,
  changes: SenderDeps['changes'] = { holdReply: async () => false, subscribe: () => () => undefined },
): Promise<Sender> {
  const records = await browser.open();
  const journal = createSendJournal({ storage: browser.storage, records });
  const sender = createSender({ records, journal, changes, alone: browser.alone, now: Date.now, reply: server.reply });
  stops.push(sender.start());
  return sender;
}
/** What this browser has of the outbox. */
const kept = (browser: ABrowser) =>
  (browser.stored('outbox') as { outgoing: Outgoing }[]).map((record) => record.outgoing);

describe('the sender', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    for (const stop of stops.splice(0)) stop();
    jest.useRealTimers();
  });
  const settle = () => jest.advanceTimersByTimeAsync(0);

  it('stores a send before the first attempt, and forgets it when the server has it', async () => {
    const [store, server, onStored] = [aBrowser(), backend(), jest.fn()];
    const sender = await senderOn(store, server);
    sender.onStored(onStored);
    const { stored, answered } = sender.send(outgoing(1));
    await stored;
    expect(server.calls).toEqual([]);
    expect(kept(store)).toHaveLength(1);
    await expect(answered).resolves.toMatchObject({ message: 'send 1' });
    await settle();
    expect(kept(store)).toEqual([]);
    expect(onStored).toHaveBeenCalledTimes(1);
  });

  it('keeps a reply behind a change of its ticket that was asked for before it, and says so', async () => {
    const [browser, server, changed] = [aBrowser(), backend(), createListeners()];
    let holdsUpTo: number | null = null;
    const changes = {
      holdReply: async (_: TicketId, place: number) => holdsUpTo !== null && place > holdsUpTo,
      subscribe: changed.subscribe,
    };
    const sender = await senderOn(browser, server, changes);
    server.cut = 'before';
    await sender.send(outgoing(1)).stored;
    await settle();
    holdsUpTo = Date.now();
    jest.setSystemTime(Date.now() + 5);
    await sender.send(outgoing(2)).stored;
    await sender.send(outgoing(3, 148209)).stored;
    await settle();
    const { ticket_id } = outgoing(1);
    const asked = [sender.isUnsent(ticket_id, holdsUpTo - 1), sender.isUnsent(ticket_id, holdsUpTo)];
    expect(await Promise.all(asked)).toEqual([false, true]);
    server.cut = null;
    sender.wake();
    await settle();
    expect([...server.stored.values()]).toEqual(['send 1']);
    expect(sender.stuck().map((entry) => whyWaits(entry))).toEqual(['change', 'change']);
    expect(kept(browser).map(({ behind_change }) => behind_change)).toEqual([true, true]);
    holdsUpTo = null;
    changed.notify();
    await settle();
    expect([...server.stored.values()]).toEqual(['send 1', 'send 2', 'send 3']);
    expect(kept(browser)).toEqual([]);
  });

  it.each(['before', 'after'] as const)(
    'makes one message when the line dies %s the server has stored it',
    async (cut) => {
      const server = backend();
      server.cut = cut;
      const sender = await senderOn(aBrowser(), server);
      const { answered: stored } = sender.send(outgoing(1));
      await settle();
      server.cut = null;
      await jest.advanceTimersByTimeAsync(1_000);
      await stored;
      expect([...server.stored.values()]).toEqual(['send 1']);
    },
  );

  it('goes on after a reload with the same temp_id', async () => {
    const [store, server] = [aBrowser(), backend()];
    server.cut = 'after';
    const first = await senderOn(store, server);
    void first.send(outgoing(1));
    await settle();
    stops.splice(0).forEach((stop) => stop());
    server.cut = null;
    const second = await senderOn(store, server);
    await settle();
    expect(second.outbox()).toEqual([]);
    expect([...server.stored.keys()]).toEqual([uuid(1)]);
  });

  it('makes one message of two tabs that both send it', async () => {
    const [store, server] = [aBrowser(), backend()];
    server.cut = 'before';
    const first = await senderOn(store, server);
    void first.send(outgoing(1));
    await settle();
    const second = await senderOn(store, server);
    server.cut = null;
    await jest.advanceTimersByTimeAsync(60_000);
    expect(first.outbox()).toEqual([]);
    expect(second.outbox()).toEqual([]);
    expect(kept(store)).toEqual([]);
    expect(server.stored.size).toBe(1);
  });

  it('does not send what another tab has given up', async () => {
    const [store, server] = [aBrowser(), backend()];
    server.cut = 'before';
    const first = await senderOn(store, server);
    void first.send(outgoing(1));
    await settle();
    const second = await senderOn(store, server);
    await settle();
    first.discard(outgoing(1).temp_id);
    server.cut = null;
    await jest.advanceTimersByTimeAsync(60_000);
    expect(server.stored.size).toBe(0);
    expect(second.outbox()).toEqual([]);
  });

  it('sends nothing that the browser would not store, and says so', async () => {
    const [browser, server] = [aBrowser(), backend()];
    const sender = await senderOn(browser, server);
    browser.full = true;
    await expect(sender.send(outgoing(1)).stored).rejects.toThrow('full');
    await settle();
    expect(sender.outbox()).toEqual([]);
    expect(server.calls).toEqual([]);
  });

  it('has sent what this tab could not store, and another one that began meanwhile has', async () => {
    const [browser, server] = [aBrowser(), backend()];
    const sender = await senderOn(browser, server);
    const other = createSendJournal({ storage: browser.storage, records: await browser.open() });
    const { stored } = sender.send(outgoing(1));
    await other.recover();
    await stored;
    await settle();
    expect([...server.stored.values()]).toEqual(['send 1']);
    expect([kept(browser), browser.storage.keys()]).toEqual([[], []]);
  });

  it('sends it all the same when it is asked to, and makes one message of it', async () => {
    const [browser, server] = [aBrowser(), backend()];
    const sender = await senderOn(browser, server);
    browser.full = true;
    server.cut = 'after';
    const sent = sender.sendUnstored(outgoing(1));
    await settle();
    server.cut = null;
    await jest.advanceTimersByTimeAsync(1_000);
    await sent;
    expect([...server.stored.values()]).toEqual(['send 1']);
    expect(sender.outbox()).toEqual([]);
  });

  it('is done in one tab at a time: the next goes on when that one dies', async () => {
    const [browser, server] = [aBrowser(), backend()];
    server.cut = 'before';
    const first = await senderOn(browser, server);
    const second = await senderOn(browser, server);
    void first.send(outgoing(1));
    await settle();
    void second.send(outgoing(2));
    await settle();
    expect(server.calls).toEqual(['send 1']);
    server.cut = null;
    stops.shift()?.();
    await settle();
    expect([...server.stored.values()]).toEqual(['send 1', 'send 2']);
    expect(second.outbox()).toEqual([]);
  });

  it('tells the other tabs what the server has answered', async () => {
    const [browser, server] = [aBrowser(), backend()];
    const [first, second] = [await senderOn(browser, server), await senderOn(browser, server)];
    const heard: string[] = [];
    second.onStored((answer, { message }) => heard.push(message));
    await first.send(outgoing(1)).answered;
    await settle();
    expect(heard).toEqual(['send 1']);
  });

  it('keeps the order within a conversation, and lets another one pass', async () => {
    const server = backend();
    const sender = await senderOn(aBrowser(), server);
    server.cut = 'before';
    void sender.send(outgoing(1));
    void sender.send(outgoing(2));
    await settle();
    expect(server.calls).toEqual(['send 1']);
    server.cut = null;
    void sender.send(outgoing(3, 71));
    await settle();
    expect([...server.stored.values()]).toEqual(['send 3']);
    sender.wake();
    await settle();
    expect([...server.stored.values()]).toEqual(['send 3', 'send 1', 'send 2']);
  });

  it('waits longer after each failed attempt, and not at all once the line is back', async () => {
    const server = backend();
    server.cut = 'before';
    const sender = await senderOn(aBrowser(), server);
    void sender.send(outgoing(1));
    await jest.advanceTimersByTimeAsync(7_000);
    expect(server.calls).toHaveLength(4);
    server.cut = null;
    sender.wake();
    await settle();
    expect(sender.outbox()).toEqual([]);
  });

  it('leaves a server alone that was asked too often, for as long as it asks, and sends in order then', async () => {
    const [store, server] = [aBrowser(), backend()];
    server.busy = { ms: 7_000 };
    const sender = await senderOn(store, server);
    void sender.send(outgoing(1));
    await settle();
    void sender.send(outgoing(2));
    await settle();
    expect(sender.outbox().map((entry) => [entry.refused, whyWaits(entry)])).toEqual([
      [null, 'busy'],
      [null, null],
    ]);
    server.busy = null;
    await jest.advanceTimersByTimeAsync(6_900);
    expect(server.calls).toEqual(['send 1']);
    await jest.advanceTimersByTimeAsync(100);
    expect([...server.stored.values()]).toEqual(['send 1', 'send 2']);
    expect(kept(store)).toEqual([]);
  });

  it.each([
    ['does not say how long', {}, 1_000],
    ['says a day', { ms: 86_400_000 }, 60_000],
  ])('a server that was asked too often and %s is asked again', async (_what, busy, waited) => {
    const server = backend();
    server.busy = busy;
    const sender = await senderOn(aBrowser(), server);
    void sender.send(outgoing(1));
    await settle();
    server.busy = null;
    await jest.advanceTimersByTimeAsync(waited - 1);
    expect(server.calls).toHaveLength(1);
    await jest.advanceTimersByTimeAsync(1);
    expect([...server.stored.values()]).toEqual(['send 1']);
  });

  it('tells a refusal, keeps the text, and tries again when asked', async () => {
    const [store, server] = [aBrowser(), backend()];
    server.refuse = 'Whatsapp session expired.';
    const sender = await senderOn(store, server);
    await expect(sender.send(outgoing(1)).answered).rejects.toThrow('Whatsapp session expired.');
    expect(kept(store)).toMatchObject([{ refused: 'Whatsapp session expired.', message: 'send 1' }]);
    expect(kept(store)[0]).not.toHaveProperty('uncertain');
    server.refuse = null;
    const [entry] = sender.outbox();
    if (entry) sender.again(entry.temp_id);
    await settle();
    expect(kept(store)).toEqual([]);
  });

  it('does not claim that a reply failed whose answer nobody can read, and makes no second of it', async () => {
    const [browser, server] = [aBrowser(), backend()];
    server.cut = 'garbled';
    const sender = await senderOn(browser, server);
    const { answered } = sender.send(outgoing(1));
    await expect(answered).rejects.toThrow('no answer of the contract');
    expect(sender.outbox()).toMatchObject([{ uncertain: true, refused: 'no answer of the contract' }]);
    server.cut = null;
    sender.again(outgoing(1).temp_id);
    await settle();
    expect(sender.outbox()).toEqual([]);
    expect([...server.stored.keys()]).toEqual([uuid(1)]);
  });

  it('takes a live event as the answer when the answer itself got lost', async () => {
    const server = backend();
    server.cut = 'after';
    const sender = await senderOn(aBrowser(), server);
    const { answered: stored } = sender.send(outgoing(1));
    await settle();
    sender.confirm([aMessage({ id: 5, temp_id: uuid(1) })]);
    await expect(stored).resolves.toMatchObject({ id: 5 });
    await jest.advanceTimersByTimeAsync(60_000);
    expect(server.calls).toHaveLength(1);
  });

  it('holds a reply back that a colleague was faster than, and sends it on a second yes', async () => {
    const [store, server] = [aBrowser(), backend()];
    server.newer = [aMessage({ id: 900, actor: 'merchant', message: 'I have sent it.' })];
    const sender = await senderOn(store, server);
    void sender.send({ ...outgoing(1), seen: contentIdSchema.parse(899) });
    await settle();
    expect(kept(store)).toMatchObject([{ newer: [{ id: 900 }], refused: 'A colleague has answered meanwhile.' }]);
    expect(server.stored.size).toBe(0);
    const [held] = sender.stuck();
    if (held) sender.sendAnyway(held.temp_id);
    await settle();
    expect([...server.stored.keys()]).toEqual([uuid(1)]);
    expect(sender.stuck()).toEqual([]);
  });

  it('names what does not leave, and only that', async () => {
    const server = backend();
    const sender = await senderOn(aBrowser(), server);
    void sender.send(outgoing(1));
    expect(sender.stuck()).toEqual([]);
    await settle();
    server.cut = 'before';
    void sender.send(outgoing(2));
    await settle();
    expect(sender.stuck()).toMatchObject([{ message: 'send 2' }]);
    sender.discard(sender.stuck()[0]?.temp_id ?? outgoing(2).temp_id);
    server.cut = null;
    await jest.advanceTimersByTimeAsync(60_000);
    expect(sender.outbox()).toEqual([]);
    expect([...server.stored.values()]).toEqual(['send 1']);
  });
});
