import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ApiError, type ReplyRequest } from '@inbox/api';
import { aMessage, aTicket } from '@inbox/panel/testing';
import { contentIdSchema, outboxSchema, type ContentItem, type Outgoing } from '@inbox/domain';
import { createSender, type ReplyAnswer, type Sender } from './sender';

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

/** What a browser keeps through a reload. */
function shelf() {
  let stored: Outgoing[] = [];
  return {
    load: () => stored,
    change: (edit: (entries: Outgoing[]) => Outgoing[]) => {
      stored = edit(stored);
    },
  };
}

/** A backend that keeps each temp_id once, as the real one does, and whose line can be cut. */
function backend() {
  const stored = new Map<string, string>();
  const calls: string[] = [];
  const fake = {
    stored,
    calls,
    cut: null as 'before' | 'after' | null,
    refuse: null as string | null,
    /** What a colleague has answered, and this page has not seen. */
    newer: [] as ContentItem[],
    reply: (request: ReplyRequest): Promise<ReplyAnswer> => {
      calls.push(request.message);
      if (fake.cut === 'before') return Promise.reject(new ApiError('offline', 'no line'));
      if (fake.refuse) return Promise.reject(new ApiError('refused', fake.refuse));
      const [unseen] = fake.newer.filter(({ id }) => request.seen !== null && id > request.seen);
      if (unseen && !stored.has(request.temp_id)) {
        const details = { code: 'newer_reply', items: fake.newer };
        return Promise.reject(new ApiError('refused', 'A colleague has answered meanwhile.', details));
      }
      stored.set(request.temp_id, request.message);
      if (fake.cut === 'after') return Promise.reject(new ApiError('offline', 'no line'));
      const id = [...stored.keys()].indexOf(request.temp_id) + 1;
      const item = aMessage({ id, temp_id: request.temp_id, message: request.message, actor: 'merchant' });
      return Promise.resolve({ item, ticket: aTicket() });
    },
  };
  return fake;
}

const stops: (() => void)[] = [];
function senderOn(store: ReturnType<typeof shelf>, server: ReturnType<typeof backend>): Sender {
  const sender = createSender({ store, reply: server.reply });
  stops.push(sender.start());
  return sender;
}

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
    const [store, server, onStored] = [shelf(), backend(), jest.fn()];
    const sender = senderOn(store, server);
    sender.onStored(onStored);
    const stored = sender.send(outgoing(1));
    expect(store.load()).toHaveLength(1);
    await expect(stored).resolves.toMatchObject({ message: 'send 1' });
    expect(store.load()).toEqual([]);
    expect(onStored).toHaveBeenCalledTimes(1);
  });

  it.each(['before', 'after'] as const)(
    'makes one message when the line dies %s the server has stored it',
    async (cut) => {
      const server = backend();
      server.cut = cut;
      const sender = senderOn(shelf(), server);
      const stored = sender.send(outgoing(1));
      await settle();
      server.cut = null;
      await jest.advanceTimersByTimeAsync(1_000);
      await stored;
      expect([...server.stored.values()]).toEqual(['send 1']);
    },
  );

  it('goes on after a reload with the same temp_id', async () => {
    const [store, server] = [shelf(), backend()];
    server.cut = 'after';
    const first = senderOn(store, server);
    void first.send(outgoing(1));
    await settle();
    stops.splice(0).forEach((stop) => stop());
    server.cut = null;
    const second = senderOn(store, server);
    await settle();
    expect(second.outbox()).toEqual([]);
    expect([...server.stored.keys()]).toEqual([uuid(1)]);
  });

  it('makes one message of two tabs that both send it', async () => {
    const [store, server] = [shelf(), backend()];
    server.cut = 'before';
    const first = senderOn(store, server);
    void first.send(outgoing(1));
    await settle();
    const second = senderOn(store, server);
    server.cut = null;
    await jest.advanceTimersByTimeAsync(60_000);
    expect(first.outbox()).toEqual([]);
    expect(second.outbox()).toEqual([]);
    expect(store.load()).toEqual([]);
    expect(server.stored.size).toBe(1);
  });

  it('does not send what another tab has given up', async () => {
    const [store, server] = [shelf(), backend()];
    server.cut = 'before';
    const first = senderOn(store, server);
    void first.send(outgoing(1));
    await settle();
    const second = senderOn(store, server);
    await settle();
    first.discard(outgoing(1).temp_id);
    server.cut = null;
    await jest.advanceTimersByTimeAsync(60_000);
    expect(server.stored.size).toBe(0);
    expect(second.outbox()).toEqual([]);
  });

  it('sends what the browser would not keep', async () => {
    const server = backend();
    server.cut = 'before';
    const sender = senderOn({ load: () => [], change: () => undefined }, server);
    void sender.send(outgoing(1));
    await settle();
    server.cut = null;
    await jest.advanceTimersByTimeAsync(1_000);
    expect([...server.stored.values()]).toEqual(['send 1']);
  });

  it('keeps the order within a conversation, and lets another one pass', async () => {
    const server = backend();
    const sender = senderOn(shelf(), server);
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
    const sender = senderOn(shelf(), server);
    void sender.send(outgoing(1));
    await jest.advanceTimersByTimeAsync(7_000);
    expect(server.calls).toHaveLength(4);
    server.cut = null;
    sender.wake();
    await settle();
    expect(sender.outbox()).toEqual([]);
  });

  it('tells a refusal, keeps the text, and tries again when asked', async () => {
    const [store, server] = [shelf(), backend()];
    server.refuse = 'Whatsapp session expired.';
    const sender = senderOn(store, server);
    await expect(sender.send(outgoing(1))).rejects.toThrow('Whatsapp session expired.');
    expect(store.load()).toMatchObject([{ refused: 'Whatsapp session expired.', message: 'send 1' }]);
    server.refuse = null;
    const [entry] = sender.outbox();
    if (entry) sender.again(entry.temp_id);
    await settle();
    expect(store.load()).toEqual([]);
  });

  it('takes a live event as the answer when the answer itself got lost', async () => {
    const server = backend();
    server.cut = 'after';
    const sender = senderOn(shelf(), server);
    const stored = sender.send(outgoing(1));
    await settle();
    sender.confirm([aMessage({ id: 5, temp_id: uuid(1) })]);
    await expect(stored).resolves.toMatchObject({ id: 5 });
    await jest.advanceTimersByTimeAsync(60_000);
    expect(server.calls).toHaveLength(1);
  });

  it('holds a reply back that a colleague was faster than, and sends it on a second yes', async () => {
    const [store, server] = [shelf(), backend()];
    server.newer = [aMessage({ id: 900, actor: 'merchant', message: 'I have sent it.' })];
    const sender = senderOn(store, server);
    void sender.send({ ...outgoing(1), seen: contentIdSchema.parse(899) });
    await settle();
    expect(store.load()).toMatchObject([{ newer: [{ id: 900 }], refused: 'A colleague has answered meanwhile.' }]);
    expect(server.stored.size).toBe(0);
    const [held] = sender.stuck();
    if (held) sender.sendAnyway(held.temp_id);
    await settle();
    expect([...server.stored.keys()]).toEqual([uuid(1)]);
    expect(sender.stuck()).toEqual([]);
  });

  it('names what does not leave, and only that', async () => {
    const server = backend();
    const sender = senderOn(shelf(), server);
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
