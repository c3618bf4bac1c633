import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { NO_FILTERS, type LiveSignal, type MerchantId, type TicketId, type TicketStatus } from '@inbox/domain';
import { Kysely, PostgresDialect, sql, type KyselyPlugin } from 'kysely';
import { addAgent, addConversation, addMerchant, addTicket } from '../../testing/rows';
import type { InboxSchema } from '../../platform/db/schema';
import { createTestDatabase, type TestDatabase } from '../../testing/database';
import { assign } from './assign';
import { markManyUnread } from './bulk-unread';
import { withChannels, type UseCaseContext } from '../../app/channels';
import type { SignedIn } from '../../agents/sessions/session';
import { setStatus } from './set-status';

let test: TestDatabase;
let shop: MerchantId;
let me: SignedIn;
let context: UseCaseContext;
let progress: { signal: LiveSignal; to: unknown }[];
let queries: number;

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

beforeEach(async () => {
  shop = await addMerchant(test.db);
  const id = await addAgent(test.db, shop, { first_name: 'Asha', last_name: 'Rao' });
  me = {
    sessionId: randomUUID(),
    merchantId: shop,
    mayUseInbox: true,
    expiresAt: new Date(),
    agent: {
      id,
      first_name: 'Asha',
      last_name: 'Rao',
      is_store_admin: false,
      can_assign_ticket_to_self: true,
      can_assign_ticket_to_other_agent: true,
    },
  };
  progress = [];
  queries = 0;
  context = withChannels({
    db: new Kysely<InboxSchema>({ dialect: new PostgresDialect({ pool: test.pool }), log: () => void (queries += 1) }),
    live: { committed: () => undefined, signal: (_, signal, to) => void progress.push({ signal, to }) },
    outboxWoken: () => undefined,
    now: () => new Date(),
  });
});

/** So many tickets of mine, each of a conversation of its own. */
async function tickets(count: number, status: TicketStatus = 'open', tag = 'chosen'): Promise<TicketId[]> {
  const { merchantId, accountId, customerId } = await addConversation(test.db, shop);
  // Two statements: made by one, thousands of tickets took four times as long.
  const made = await sql<{ id: number }>`
    insert into conversations (merchant_id, account_id, customer_id, source, contact)
    select ${merchantId}, ${accountId}, ${customerId}, 'whatsapp', ${randomUUID()} || n from generate_series(1, ${count}::int) n
    returning id`.execute(test.db);
  const { rows } = await sql<{ id: TicketId }>`
    insert into tickets (merchant_id, conversation_id, account_id, customer_id, source, full_name, status, owner_id, tags)
    select ${merchantId}, id, ${accountId}, ${customerId}, 'whatsapp', 'Rohit Khanna', ${status}, ${me.agent.id}, array[${tag}]
    from unnest(${made.rows.map(({ id }) => id)}::bigint[]) id returning id`.execute(test.db);
  return rows.map(({ id }) => id);
}

/** How many tickets stand how, with how many log entries each. */
async function standing(): Promise<Record<string, number>> {
  const { rows } = await sql<{ key: string; count: number }>`
    select status || ' with ' || coalesce(logs, 0) || ' logs' as key, count(*)::int as count
    from tickets t left join (
      select ticket_id, count(*) as logs from contents where merchant_id = ${shop} group by 1) c on c.ticket_id = t.id
    where t.merchant_id = ${shop} group by 1`.execute(test.db);
  return Object.fromEntries(rows.map(({ key, count }) => [key, count]));
}

const toldOf = async () => {
  const rows = await test.db.selectFrom('live_events').select('event').where('merchant_id', '=', shop).execute();
  return rows.map(({ event }) => event.tickets.length);
};

describe('a change of many tickets', () => {
  it('is one request in many short transactions, told in parts, with its progress for who asked', async () => {
    const ids = await tickets(1_000);
    let commits = 0;
    context.live.committed = () => (commits += 1);
    const answer = await setStatus(context, me, { ticket_ids: ids, ref: 'one' }, 'closed');
    expect(answer).toEqual({ tickets: [], failed: [], changed: 1_000 });
    expect(await standing()).toEqual({ 'closed with 1 logs': 1_000 });
    expect(commits).toBe(10);
    expect(await toldOf()).toEqual(Array(10).fill(100));
    expect(progress.map(({ signal }) => signal)).toEqual(
      Array.from({ length: 10 }, (_, part) => ({
        type: 'tickets.progress',
        ref: 'one',
        done: 100 * (part + 1),
        total: 1_000,
      })),
    );
    expect(new Set(progress.map(({ to }) => to))).toEqual(new Set([me.agent.id]));
    // As many for a part of a hundred as for one ticket: none is asked for by itself.
    expect(queries).toBeLessThanOrEqual(10 * 9);
  });

  it('may be all that filters match, but not those taken out, and not the closed', async () => {
    const chosen = await tickets(150);
    const other = await tickets(2, 'open', 'other');
    const closed = await tickets(3, 'closed');
    const [spared, ...rest] = chosen;
    const filters = { ...NO_FILTERS, tag_filter: ['chosen'] };
    const answer = await setStatus(context, me, { ticket_ids: [], filters, except: [spared!] }, 'closed');
    expect(answer).toMatchObject({ failed: [], changed: rest.length });
    expect(await standing()).toEqual({
      'closed with 1 logs': rest.length,
      'closed with 0 logs': closed.length,
      'open with 0 logs': other.length + 1,
    });
  });

  it('reaches no other merchant', async () => {
    const elsewhere = await addMerchant(test.db);
    const line = await addConversation(test.db, elsewhere);
    const theirs = await addTicket(test.db, line, { status: 'open', owner_id: await addAgent(test.db, elsewhere) });
    const asAdmin = { ...me, agent: { ...me.agent, is_store_admin: true } };
    expect(await setStatus(context, asAdmin, { ticket_ids: [], filters: NO_FILTERS }, 'closed')).toMatchObject({
      changed: 0,
    });
    expect(await setStatus(context, asAdmin, { ticket_ids: [theirs] }, 'closed')).toMatchObject({
      failed: [{ ticket_id: theirs, message: 'There is no such ticket.' }],
    });
  });

  it('is refused whole, in plain words, when filters match more', async () => {
    await tickets(5_001);
    await expect(setStatus(context, me, { ticket_ids: [], filters: NO_FILTERS }, 'closed')).rejects.toMatchObject({
      status: 409,
      message: 'These filters match more than 5,000 tickets. Narrow them down, or choose fewer.',
    });
    expect(await standing()).toEqual({ 'open with 0 logs': 5_001 });
  });
});

describe('a crash in between', () => {
  /** Ends at the last step of the third part: its tickets are changed, its log is written, nothing is committed. */
  function dieInThirdPart(): UseCaseContext {
    let inserts = 0;
    const plugin: KyselyPlugin = {
      transformQuery({ node }) {
        // Of each part: the log entries, then the live event.
        if (node.kind === 'InsertQueryNode' && (inserts += 1) === 6) throw new Error('The process ended.');
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    return { ...context, db: context.db.withPlugin(plugin) };
  }

  it.each([
    [
      'closing',
      (at: UseCaseContext, ids: TicketId[]) => setStatus(at, me, { ticket_ids: ids, ref: 'again' }, 'closed'),
    ],
    [
      'assigning',
      async (at: UseCaseContext, ids: TicketId[]) => {
        const dev = await test.db
          .selectFrom('agents')
          .select('id')
          .where('merchant_id', '=', shop)
          .orderBy('id', 'desc')
          .executeTakeFirstOrThrow();
        return assign(at, me, { ticket_ids: ids, ref: 'again' }, dev.id);
      },
    ],
  ])('%s leaves every ticket whole, and the same request again does the rest', async (_, act) => {
    await addAgent(test.db, shop, { first_name: 'Dev' });
    const ids = await tickets(250);
    await expect(act(dieInThirdPart(), ids)).rejects.toThrow('The process ended.');
    const after = await standing();
    expect(after['open with 0 logs']).toBe(50);
    expect(Object.keys(after)).toHaveLength(2);
    expect(await act(context, ids)).toEqual({ tickets: [], failed: [], changed: 250 });
    expect(Object.entries(await standing())).toMatchObject([[expect.stringMatching(/with 1 logs$/), 250]]);
  });

  it('of another request makes no claim to what the first had done', async () => {
    const ids = await tickets(2);
    await setStatus(context, me, { ticket_ids: ids, ref: 'first' }, 'closed');
    const { failed } = await setStatus(context, me, { ticket_ids: ids, ref: 'second' }, 'closed');
    expect(failed.map(({ message }) => message)).toEqual(['Ticket is closed', 'Ticket is closed']);
  });
});

it('assigning tells what it did before the agent was disabled, and what it did not', async () => {
  const dev = await addAgent(test.db, shop, { first_name: 'Dev' });
  const ids = await tickets(150);
  let first: object | undefined;
  const disableInFirstPart: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      if (node.kind === 'InsertQueryNode') first ??= queryId;
      return node;
    },
    async transformResult({ result, queryId }) {
      if (queryId === first) {
        await test.db.updateTable('agents').set({ disabled: true }).where('id', '=', dev).execute();
      }
      return result;
    },
  };
  const db = context.db.withPlugin(disableInFirstPart);
  const { changed, failed } = await assign({ ...context, db }, me, { ticket_ids: ids }, dev);
  expect(changed).toBe(100);
  expect(failed).toHaveLength(50);
  expect(new Set(failed.map(({ message }) => message))).toEqual(
    new Set(['There is no such agent to assign tickets to.']),
  );
  await expect(assign(context, me, { ticket_ids: ids }, dev)).rejects.toMatchObject({ status: 404 });
});

it('two agents who change the same tickets at once change each of them once', async () => {
  const ids = await tickets(300);
  const admin = { ...me, agent: { ...me.agent, id: await addAgent(test.db, shop), is_store_admin: true } };
  const answers = await Promise.all([me, admin].map((who) => setStatus(context, who, { ticket_ids: ids }, 'closed')));
  expect(answers.map(({ changed = 0, failed }) => changed + failed.length)).toEqual([300, 300]);
  expect(answers.reduce((sum, { changed = 0 }) => sum + changed, 0)).toBe(300);
  expect(await standing()).toEqual({ 'closed with 1 logs': 300 });
});

it('marks many as unread; those that are so already stay as they are', async () => {
  const ids = await tickets(3);
  await test.db
    .updateTable('tickets')
    .set({ conversation_read: false, unread_count: 4 })
    .where('id', '=', ids[0]!)
    .execute();
  const answer = await markManyUnread(context, me, { ticket_ids: ids });
  expect(answer).toMatchObject({ failed: [], changed: 3 });
  expect(answer.tickets.map(({ id, unread_count }) => [id, unread_count])).toEqual([
    [ids[1], 1],
    [ids[2], 1],
  ]);
  expect(await toldOf()).toEqual([2]);
});
