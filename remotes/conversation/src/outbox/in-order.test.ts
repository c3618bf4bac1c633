import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { ApiError, type ReplyRequest } from '@inbox/api';
import type { Ticket } from '@inbox/domain';
import { aMessage, aTicket } from '@inbox/panel/testing';
import fc from 'fast-check';
import { holdsReplies, type TicketChange, type WaitingChange } from './ticket-change';
import { aBrowser, type ABrowser } from '../testing/a-browser';
import { newOutgoing } from './new-outgoing';
import type { Performed } from './perform-change';
import { createSendJournal } from './send-journal';
import { createSender } from './sender';
import { createTicketChanges } from './ticket-changes';

/** What the server was asked to do, in order, each once; whose line can be cut before it hears, or before it is heard. */
function aServer() {
  const server = { done: [] as string[], cut: null as 'before' | 'after' | 'busy' | null, hear };
  function hear(what: string): void {
    if (server.cut === 'before') throw new ApiError('offline', 'no line');
    if (server.cut === 'busy') throw new ApiError('refused', 'too often', { status: 429, retryAfterMs: 2_000 });
    if (!server.done.includes(what)) server.done.push(what);
    if (server.cut === 'after') throw new ApiError('timeout', 'no answer');
  }
  return server;
}

let [clock, ids] = [0, 0];
const now = () => (clock += 1);
/** No two of a test are the same, so that the server's list says which was done. */
const nameOf = ({ change }: Pick<WaitingChange, 'change'>) => ('ref' in change ? change.ref : JSON.stringify(change));

async function openTab(browser: ABrowser, server: ReturnType<typeof aServer>) {
  const records = await browser.open();
  const { alone } = browser;
  const changes = createTicketChanges({
    records,
    loadPerform:
      async () =>
      async (waiting): Promise<Performed> => {
        server.hear(nameOf(waiting));
        return { kind: 'done', ticket: aTicket({ id: waiting.ticket_id }) };
      },
    replies: {
      known: records.loaded,
      isUnsent: (...asked) => sender.isUnsent(...asked),
      subscribe: (listener) => sender.subscribe(listener),
    },
    alone,
    now,
    newId: () => `change ${(ids += 1)}`,
  });
  const sender = createSender({
    records,
    journal: createSendJournal({ storage: browser.storage, records }),
    changes,
    alone,
    now,
    async reply({ temp_id, message, ticket_id }: ReplyRequest) {
      server.hear(message);
      return { item: aMessage({ id: server.done.length, temp_id, message }), ticket: aTicket({ id: ticket_id }) };
    },
  });
  const stops = [sender.start(), changes.start()];
  return { sender, changes, stop: () => stops.forEach((stop) => stop()) };
}

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());
const settle = (ms = 0) => jest.advanceTimersByTimeAsync(ms);

const tickets = [11, 22].map((id) => aTicket({ id, conversation_id: 100 + id }));
type Kind = 'reply' | 'close' | 'tag';
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      what: fc.constantFrom<Kind>('reply', 'reply', 'close', 'tag'),
      tab: fc.nat(1),
      ticket: fc.nat(1),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ what: fc.constant('cut' as const), how: fc.constantFrom(null, 'before', 'after', 'busy') }),
  },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('wait' as const), ms: fc.nat(3_000) }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('reload' as const), tab: fc.nat(1) }) },
);

it('replies and changes of a ticket leave in the order in which they were asked for, once each', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const [browser, server] = [aBrowser(), aServer()];
      server.cut = 'before';
      const tabs = [await openTab(browser, server), await openTab(browser, server)] as const;
      /** Of each ticket: what was asked for, but for tags, of which none holds a reply; and its changes with their tags. */
      const [ordered, changed] = [new Map<Ticket, string[]>(), new Map<Ticket, string[]>()];
      const expectIn = (of: Map<Ticket, string[]>, ticket: Ticket, name: string) =>
        of.set(ticket, [...(of.get(ticket) ?? []), name]);
      for (const one of steps) {
        if (one.what === 'cut') server.cut = one.how;
        else if (one.what === 'wait') await settle(one.ms);
        else if (one.what === 'reload') {
          tabs[one.tab]!.stop();
          Object.assign(tabs[one.tab]!, await openTab(browser, server));
        } else {
          const ticket = tickets[one.ticket]!;
          const { sender, changes } = tabs[one.tab]!;
          const name = `${ticket.id} ${one.what} ${now()}`;
          if (one.what === 'reply') {
            expectIn(ordered, ticket, name);
            await sender.send(newOutgoing(ticket, { text: name, attachments: [] }, now(), null)).stored;
          } else {
            const change: TicketChange =
              one.what === 'tag' ? { kind: 'add-tag', tag: name } : { kind: 'close', send_csat: false, ref: name };
            expectIn(changed, ticket, nameOf({ change }));
            if (holdsReplies(change)) expectIn(ordered, ticket, name);
            await changes.add(ticket, change);
          }
        }
      }
      server.cut = null;
      await settle(120_000);
      for (const ticket of tickets) {
        const [all, itsChanges] = [ordered.get(ticket) ?? [], changed.get(ticket) ?? []];
        expect(server.done.filter((name) => all.includes(name))).toEqual(all);
        expect(server.done.filter((name) => itsChanges.includes(name))).toEqual(itsChanges);
      }
      expect([browser.stored('changes'), browser.stored('outbox')]).toEqual([[], []]);
      for (const { stop } of tabs) stop();
    }),
    { numRuns: 60 },
  );
});
