import 'fake-indexeddb/auto';
import { describe, expect, it } from '@jest/globals';
import { ApiError, type ReplyRequest } from '@inbox/api';
import { newTempId, ticketIdSchema, type TicketId } from '@inbox/domain';
import { aMessage, aTicket } from '@inbox/panel/testing';
import fc from 'fast-check';
import { createDrafts } from '../drafts/drafts';
import { newOutgoing } from './new-outgoing';
import { createSendJournal } from './send-journal';
import { createSender } from './sender';
import { aBrowser } from '../testing/a-browser';
import { createRecordDb, UNSENT, type Kind, type RecordDb } from '../storage/record-db';
import { createRecords } from '../storage/records';

/** What waits for its turn: transactions before and after they happen, and answers of the server. */
interface Waiting {
  tab: { isDead: boolean };
  /** Of a transaction that has not happened. */
  transaction: Transaction | null;
  go(): void;
}

interface Transaction {
  kinds: readonly Kind[];
  writes: boolean;
}

/** In a browser a transaction waits for all that were created before it over the same kinds, in any tab. */
function waitsFor({ transaction: later }: Waiting, { transaction: earlier }: Waiting): boolean {
  if (later === null || earlier === null || (!later.writes && !earlier.writes)) return false;
  return later.kinds.some((kind) => earlier.kinds.includes(kind));
}

let databases = 0;

/** A server that makes one message of each temp_id, and whose line can be cut. */
function aServer() {
  const said = new Map<string, string>();
  return { said, cut: false };
}

/** The tabs of one browser that work with one database, step by step as the test says. */
function world() {
  const name = `unsent ${(databases += 1)}`;
  const { openChannel, alone, storage } = aBrowser();
  const server = aServer();
  const state = { full: false, clock: 0, waiting: [] as Waiting[] };
  /** Texts whose sends were stored, and those that were stored as drafts. */
  const [sent, written] = [new Set<string>(), new Set<string>()];
  /** Texts that stood in the box when the agent wrote something else there. */
  const replaced = new Set<string>();
  const now = () => (state.clock += 1);
  const tickets = [1, 2].map((id) => aTicket({ id, conversation_id: 100 + id }));

  /** A page that is dead comes no further. */
  const step = (tab: Waiting['tab'], transaction: Transaction | null = null) =>
    new Promise<void>((go) => state.waiting.push({ tab, transaction, go }));

  function steppedDb(tab: Waiting['tab']): RecordDb {
    const db = createRecordDb(name, UNSENT);
    return {
      ...db,
      async read(kinds, work) {
        await step(tab, { kinds, writes: false });
        return db.read(kinds, work);
      },
      async write(kinds, work, options) {
        await step(tab, { kinds, writes: true });
        const notes: (() => void)[] = [];
        await db.write(
          kinds,
          async (tx) => {
            await work({
              ...tx,
              put(kind, key, value) {
                const record = value as { text?: string; outgoing?: { message: string; refused: string | null } };
                const message = record.outgoing?.message;
                if (message !== undefined) notes.push(() => void sent.add(message));
                if (kind === 'drafts' && record.text) notes.push(() => void written.add(record.text ?? ''));
                tx.put(kind, key, value);
              },
            });
            if (state.full) throw new DOMException('full', 'QuotaExceededError');
          },
          options,
        );
        for (const note of notes) note();
        await step(tab);
      },
    };
  }

  const openTabs = new Set<string>();

  async function open() {
    const tab = { isDead: false };
    const report = () => undefined;
    const prepare = () => journal.recover();
    const records = createRecords({ db: steppedDb(tab), openChannel, prepare, report });
    const journal = createSendJournal({ storage, records });
    const sender = createSender({
      records,
      journal,
      changes: { holdReply: async () => false, subscribe: () => () => undefined },
      alone,
      now,
      async reply({ temp_id, message, conversation_id }: ReplyRequest) {
        await step(tab);
        if (server.cut) throw new ApiError('offline', 'no line');
        if (!server.said.has(temp_id)) server.said.set(temp_id, `${conversation_id} ${message}`);
        await step(tab);
        return { item: aMessage({ id: server.said.size, temp_id, message }), ticket: aTicket() };
      },
    });
    const newId = newTempId;
    const page = newId();
    const drafts = createDrafts({ records, tab: page, before: null, isOpen: (other) => openTabs.has(other), newId });
    openTabs.add(page);
    const stops = [drafts.start(), sender.start(), records.start()];
    await settle();
    return {
      tab,
      records,
      drafts,
      sender,
      /** As the agent who types and presses Enter. */
      send(ticket: TicketId, text: string) {
        replaced.add(drafts.get(ticket).text);
        drafts.write(ticket, { text, caret: text.length });
        const of = tickets.find(({ id }) => id === ticket);
        if (!of) return;
        const draft = { text, attachments: [] };
        sender.send(newOutgoing(of, draft, now(), null), drafts.takeOut(ticket, draft)).stored.catch(() => undefined);
      },
      die() {
        tab.isDead = true;
        openTabs.delete(page);
        state.waiting = state.waiting.filter((one) => one.tab !== tab);
        for (const stop of stops) stop();
      },
    };
  }

  return { state, server, sent, written, replaced, open, tickets };
}

/** What the browser and the promises do by themselves until they wait for a turn. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 12; turn++) await new Promise((resolve) => setImmediate(resolve));
}

const action = fc.oneof(
  { weight: 12, arbitrary: fc.record({ kind: fc.constant('step' as const), nth: fc.nat(7) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('send' as const), nth: fc.nat(5) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('die' as const), nth: fc.nat(5) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('full' as const, 'cut' as const), nth: fc.nat(1) }) },
);

describe('what is unsent in several tabs', () => {
  it('is never lost, never sent twice and stays in its order, whatever dies and whatever is full', async () => {
    const plan = { tabs: fc.integer({ min: 2, max: 4 }), actions: fc.array(action, { minLength: 10, maxLength: 60 }) };
    await fc.assert(
      fc.asyncProperty(fc.record(plan), async ({ tabs, actions }) => {
        const { state, server, sent, written, replaced, open, tickets } = world();
        const pages = await Promise.all(Array.from({ length: tabs }, open));
        const texts: string[] = [];
        /** By tab and ticket. */
        const enters = new Map<string, string[]>();
        const takeTurn = async (nth: number) => {
          // What one page asks for happens in its order; between pages anything may come first that waits for no transaction.
          const first = [...new Map(state.waiting.toReversed().map((one) => [one.tab, one])).values()];
          const free = first.filter((one) => {
            const earlier = state.waiting.slice(0, state.waiting.indexOf(one));
            return !earlier.some((other) => waitsFor(one, other));
          });
          const next = free[nth % Math.max(1, free.length)];
          state.waiting = state.waiting.filter((one) => one !== next);
          next?.go();
          await settle();
        };
        const finish = async () => {
          for (; state.waiting.length > 0; await takeTurn(0));
        };
        await finish();
        for (const { kind, nth } of actions) {
          const page = pages[nth % pages.length];
          if (kind === 'step') await takeTurn(nth);
          else if (kind === 'full') state.full = nth === 1;
          else if (kind === 'cut') server.cut = nth === 1;
          else if (kind === 'send') {
            const text = `text ${texts.length}`;
            texts.push(text);
            const where = `${nth % pages.length} ${nth % 2}`;
            enters.set(where, [...(enters.get(where) ?? []), text]);
            page?.send(tickets[nth % 2]?.id ?? ticketIdSchema.parse(1), text);
          } else {
            page?.die();
            pages[nth % pages.length] = await open();
          }
          await settle();
        }
        // In the end there is room and a line, and a fresh page sees to what the others left.
        Object.assign(state, { full: false });
        server.cut = false;
        await finish();
        const last = await open();
        await finish();
        for (const page of [...pages, last]) page.sender.wake();
        await settle();
        await finish();

        const said = [...server.said.values()].map((text) => text.replace(/^\d+ /, ''));
        expect(new Set(said).size).toBe(said.length);
        // Of each tab, through its loads; what two tabs send to one conversation has no order of its own.
        for (const entered of [...enters.values()]) {
          const arrived = said.filter((text) => entered.includes(text));
          expect(arrived).toEqual(entered.filter((text) => arrived.includes(text)));
        }
        const drafted = tickets.flatMap(({ id }) => {
          const { text, others } = last.drafts.get(id);
          return [text, ...others.map((other) => other.text)];
        });
        for (const text of sent) expect(said).toContain(text);
        for (const text of drafted) expect(said).not.toContain(text);
        for (const text of written) if (!replaced.has(text)) expect([...said, ...drafted]).toContain(text);
        // Enter itself is enough, unless the browser had no room and said so.
        if (actions.every(({ kind }) => kind !== 'full')) for (const text of texts) expect(said).toContain(text);
        for (const page of [...pages, last]) if (!page.tab.isDead) page.die();
      }),
      { numRuns: 60, endOnFailure: true },
    );
  }, 240_000);
});
