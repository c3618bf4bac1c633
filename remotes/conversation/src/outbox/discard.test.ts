import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { ReplyRequest } from '@inbox/api';
import type { Outgoing, TicketId } from '@inbox/domain';
import { outboxSchema } from '@inbox/domain/conversation';
import { aMessage, aTicket } from '@inbox/panel/testing';
import type { WaitingChange } from './ticket-change';
import { aBrowser } from '../testing/a-browser';
import { createSendJournal } from './send-journal';
import { createSender } from './sender';
import { createTicketChanges } from './ticket-changes';

function outgoing(n: number): Outgoing {
  const [entry] = outboxSchema.parse([
    {
      temp_id: `00000000-0000-4000-8000-00000000000${n}`,
      ticket_id: 48207,
      conversation_id: 148207,
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

/** A read that is answered when the test says so. */
function heldRead() {
  let release: (found: boolean) => void = () => undefined;
  return {
    read: () => new Promise<boolean>((resolve) => (release = resolve)),
    answer(found: boolean) {
      release(found);
      return jest.advanceTimersByTimeAsync(0);
    },
  };
}

const { alone, ...browser } = aBrowser();
let stop: () => void = () => undefined;
beforeEach(() => void jest.useFakeTimers());
afterEach(() => {
  stop();
  jest.useRealTimers();
});

describe('an entry that the agent discards while the store is read for what goes before it', () => {
  it('is not sent when it is a reply', async () => {
    const [records, held] = [await browser.open(), heldRead()];
    const calls: string[] = [];
    const sender = createSender({
      records,
      journal: createSendJournal({ storage: browser.storage, records }),
      changes: { holdReply: held.read, subscribe: () => () => undefined },
      alone,
      now: Date.now,
      reply: async ({ message, temp_id }: ReplyRequest) => {
        calls.push(message);
        return { item: aMessage({ id: 1, temp_id, message, actor: 'merchant' }), ticket: aTicket() };
      },
    });
    stop = sender.start();
    await sender.send(outgoing(1)).stored;
    void sender.send(outgoing(2));
    await jest.advanceTimersByTimeAsync(0);
    sender.discard(outgoing(1).temp_id);
    await held.answer(false);
    await held.answer(false);
    expect(calls).toEqual(['send 2']);
    expect(sender.outbox()).toEqual([]);
  });

  it('is not made when it is a change of a ticket', async () => {
    const held = heldRead();
    const made: TicketId[] = [];
    let ids = 0;
    const changes = createTicketChanges({
      records: await browser.open(),
      loadPerform:
        async () =>
        async ({ ticket_id }: WaitingChange) => {
          made.push(ticket_id);
          return { kind: 'done' as const, ticket: aTicket({ id: ticket_id }) };
        },
      replies: { known: Promise.resolve(), isUnsent: held.read, subscribe: () => () => undefined },
      alone,
      now: Date.now,
      newId: () => `change ${(ids += 1)}`,
    });
    stop = changes.start();
    const [first, second] = [aTicket({ id: 11 }), aTicket({ id: 22 })];
    await changes.add(first, { kind: 'close', send_csat: false, ref: 'r1' });
    await changes.add(second, { kind: 'add-tag', tag: 'b' });
    await jest.advanceTimersByTimeAsync(0);
    changes.discard(changes.list()[0]!.id);
    await held.answer(false);
    await held.answer(false);
    expect(made).toEqual([second.id]);
    expect(changes.list()).toEqual([]);
  });
});
