import { randomUUID } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { NO_FILTERS, type ListFilters, type MerchantId } from '@inbox/domain';
import { sql, type KyselyPlugin } from 'kysely';
import { addAgent, addConversation, addMerchant, addTicket } from '../testing/rows';
import { claimExport } from './export-queries';
import { createTestDatabase, type TestDatabase } from '../testing/database';
import { temporaryFolder } from '../testing/temporary-folder';
import { createUploads, type Uploads } from '../platform/files/uploads';
import type { WorkContext } from '../platform/db/unit-of-work';
import { orderExport } from './order-export';
import { composeNotice, type EmailReplyPayload } from '../channels/email/send/compose';
import { startExports } from './export-runner';
import type { SignedIn } from '../agents/sessions/session';

const NOW = new Date('2026-11-21T04:30:00Z');
const dir = temporaryFolder();

let test: TestDatabase;
let uploads: Uploads;
let shop: MerchantId;
let me: SignedIn;
let context: WorkContext;
let log: string[];

beforeAll(async () => {
  test = await createTestDatabase();
  uploads = createUploads(dir);
});
afterAll(() => test.drop());

beforeEach(async () => {
  await test.db.deleteFrom('exports').execute();
  await test.db.deleteFrom('outbox').execute();
  shop = await addMerchant(test.db, 'Kurta House');
  const id = await addAgent(test.db, shop, {
    first_name: 'Asha',
    last_name: 'Rao',
    email: `asha-${shop}@shop.example`,
  });
  me = {
    sessionId: randomUUID(),
    merchantId: shop,
    mayUseInbox: true,
    expiresAt: NOW,
    agent: {
      id,
      first_name: 'Asha',
      last_name: 'Rao',
      is_store_admin: false,
      can_assign_ticket_to_self: true,
      can_assign_ticket_to_other_agent: true,
    },
  };
  log = [];
  context = {
    db: test.db,
    live: { committed: () => undefined, signal: () => undefined },
    outboxWoken: () => undefined,
    now: () => NOW,
  };
});

const mailbox = () => addConversation(test.db, shop, 'email');
const order = (filters: Partial<ListFilters> = {}) => orderExport(context, me, { ...NO_FILTERS, ...filters });

/** Lets the reports be made, until none is waiting that can be made now. */
async function makeAll(use: Partial<WorkContext> = {}): Promise<void> {
  const runner = startExports({
    composeMail: composeNotice,
    context: { ...context, ...use },
    uploads,
    log: (line) => log.push(line),
    againMs: 0,
  });
  let states: string[];
  do {
    await new Promise((resolve) => setImmediate(resolve));
    states = (await test.db.selectFrom('exports').select('state').execute()).map(({ state }) => state);
    runner.wake();
  } while (states.includes('waiting'));
  await runner.stop();
}

async function letters(): Promise<{ payload: EmailReplyPayload; csv: string | null }[]> {
  const rows = await test.db.selectFrom('outbox').selectAll().orderBy('id').execute();
  return Promise.all(
    rows.map(async (row) => {
      const payload = row.payload as EmailReplyPayload;
      const [file] = payload.files ?? [];
      if (file === undefined) return { payload, csv: null };
      const bytes = Buffer.concat(await (await uploads.open(file.storage_key)).stream.toArray());
      return { payload, csv: (file.filename.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString() };
    }),
  );
}

const linesOf = (csv: string | null) => (csv ?? '').split('\r\n').slice(0, -1);

describe('an ordered report', () => {
  it('lists what the filters find, with its customer, and is mailed to who asked', async () => {
    await mailbox();
    const line = await addConversation(test.db, shop, 'whatsapp', {
      phone: '919876543210',
      email: 'lakshmi@mail.example',
    });
    const id = await addTicket(test.db, line, {
      full_name: 'लक्ष्मी நாராயணன்',
      subject: '=HYPERLINK("http://evil.example")',
      status: 'open',
      owner_id: me.agent.id,
      tags: ['refund', 'festive, offer'],
      priority: 1,
      created_at: new Date('2026-11-20T18:40:00Z'),
      received_at: new Date('2026-11-20T18:45:00Z'),
    });
    await addTicket(test.db, await addConversation(test.db, shop), { status: 'unassigned' });
    const elsewhere = await addMerchant(test.db);
    await addTicket(test.db, await addConversation(test.db, elsewhere), {
      status: 'open',
      full_name: 'Of another shop',
    });

    await order({ ticket_status: 'open', date_filter_end: '2026-11-21' });
    await makeAll();

    const [letter, ...others] = await letters();
    expect(others).toEqual([]);
    expect(letter!.payload).toMatchObject({
      to: [{ email: me.agent.first_name.toLowerCase() + `-${shop}@shop.example`, name: 'Asha Rao' }],
      subject: 'Conversations of Kurta House',
      text: 'Hello Asha,\n\nthe report that you asked for is attached. It lists 1 conversation.\n',
      files: [{ filename: 'conversations-2026-11-21.csv', content_type: 'text/csv' }],
    });
    expect(letter!.csv).toMatch(/^\uFEFFTicket,Customer,Phone,Email,/);
    expect(linesOf(letter!.csv).slice(1)).toEqual([
      `${id},लक्ष्मी நாராயணன்,919876543210,lakshmi@mail.example,WhatsApp,"'=HYPERLINK(""http://evil.example"")",Open,` +
        'Asha Rao,High,"refund,festive offer",Read,Customer,2026-11-21 00:10,2026-11-21 00:15,,,',
    ]);
    expect(log).toEqual([]);
  });

  it('of many is read in pages, whole and in order, and compressed', async () => {
    await mailbox();
    const { accountId, customerId } = await addConversation(test.db, shop);
    // Three pages, of more than the 2 MB that are mailed as they are.
    await sql`
      insert into conversations (merchant_id, account_id, customer_id, source, contact)
      select ${shop}, ${accountId}, ${customerId}, 'whatsapp', 'many ' || n from generate_series(1, 1100) n`.execute(
      test.db,
    );
    await sql`
      insert into tickets (merchant_id, conversation_id, account_id, customer_id, source, full_name, status, subject, received_at)
      select ${shop}, id, ${accountId}, ${customerId}, 'whatsapp', 'Rohit Khanna', 'unassigned', repeat('long ', 400), now() - id * interval '1 second'
      from conversations where merchant_id = ${shop} and contact like 'many %' order by id`.execute(test.db);
    await order();
    await makeAll();
    const [letter] = await letters();
    expect(letter!.payload.files).toMatchObject([
      { filename: 'conversations-2026-11-21.csv.gz', content_type: 'application/gzip' },
    ]);
    const ids = linesOf(letter!.csv)
      .slice(1)
      .map((line) => Number(line.split(',')[0]));
    expect(ids).toHaveLength(1_100);
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b));
  });

  it('is made again after a crash, and mailed once', async () => {
    await mailbox();
    await order();
    // Whoever took it first is gone: nobody ends the claim.
    await claimExport(test.db, 0);
    await makeAll();
    expect(await letters()).toHaveLength(1);
  });

  it('is claimed by itself, also when the database has not counted the others yet', async () => {
    await mailbox();
    await order();
    await sql`analyze exports`.execute(test.db);
    const colleague = await addAgent(test.db, shop, { email: `vikram-${shop}@shop.example` });
    await orderExport(context, { ...me, agent: { ...me.agent, id: colleague } }, NO_FILTERS);
    const claims = [await claimExport(test.db, 60_000), await claimExport(test.db, 60_000)];
    expect(claims.map((claim) => claim?.agent_id)).toEqual([me.agent.id, colleague]);
  });

  it('leaves no file behind when its letter cannot be stored, and is made again', async () => {
    await mailbox();
    await order();
    const kept: string[] = [];
    const removed: string[] = [];
    const watched: Uploads = {
      ...uploads,
      async put(bytes, options) {
        const stored = await uploads.put(bytes, options);
        kept.push(stored.storage_key);
        return stored;
      },
      async remove(key) {
        removed.push(key);
        await uploads.remove(key);
      },
    };
    let inserts = 0;
    const dies: KyselyPlugin = {
      transformQuery({ node }) {
        if (node.kind === 'InsertQueryNode' && (inserts += 1) === 1) throw new Error('The process ended.');
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    const failing = { ...context, db: test.db.withPlugin(dies) };
    const runner = startExports({
      composeMail: composeNotice,
      context: failing,
      uploads: watched,
      log: (line) => log.push(line),
      againMs: 0,
    });
    for (let waiting = true; waiting;) {
      runner.wake();
      await new Promise((resolve) => setImmediate(resolve));
      waiting = (await test.db.selectFrom('exports').select('id').where('state', '=', 'waiting').execute()).length > 0;
    }
    await runner.stop();
    expect(log).toHaveLength(1);
    expect(removed).toEqual([kept[0]]);
    expect(await letters()).toMatchObject([{ payload: { files: [{ storage_key: kept[1] }] } }]);
  });

  it('that can never be made is told by mail', async () => {
    await mailbox();
    await order();
    const broken: Uploads = { ...uploads, put: () => Promise.reject(new Error('The disk is full.')) };
    const runner = startExports({
      composeMail: composeNotice,
      context,
      uploads: broken,
      log: (line) => log.push(line),
      againMs: 0,
    });
    while ((await test.db.selectFrom('outbox').select('id').execute()).length === 0) {
      runner.wake();
      await new Promise((resolve) => setImmediate(resolve));
    }
    await runner.stop();
    expect((await letters()).map(({ payload }) => payload.text)).toEqual([
      'Hello Asha,\n\nthe report that you asked for could not be made. Please ask for it again later.\n',
    ]);
    expect(log).toHaveLength(5);
  });

  it('is sent to nobody who lost access meanwhile', async () => {
    await mailbox();
    await order();
    await test.db.updateTable('agents').set({ disabled: true }).where('id', '=', me.agent.id).execute();
    await makeAll();
    expect(await letters()).toEqual([]);
    expect(await test.db.selectFrom('exports').select('state').execute()).toEqual([{ state: 'failed' }]);
  });

  it('is forgotten with its file after a week', async () => {
    await mailbox();
    await order();
    await makeAll();
    const [letter] = await letters();
    const runner = startExports({
      composeMail: composeNotice,
      context: { ...context, now: () => new Date(NOW.getTime() + 8 * 86_400_000) },
      uploads,
      log: (line) => log.push(line),
    });
    while ((await test.db.selectFrom('exports').select('id').execute()).length > 0) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    await runner.stop();
    await expect(uploads.open(letter!.payload.files[0]!.storage_key)).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

describe('an order is refused', () => {
  it.each<[Partial<ListFilters>, string]>([
    [{ date_filter_end: '2026-11-22' }, 'The dates of a report cannot lie in the future.'],
    [
      { date_filter_start: '2026-11-20', date_filter_end: '2026-11-19' },
      'The end of the dates cannot be before their start.',
    ],
  ])('for the dates %j', async (filters, message) => {
    await mailbox();
    await expect(order(filters)).rejects.toMatchObject({ status: 400, message });
  });

  it('while the store has no mailbox to send it from', async () => {
    await expect(order()).rejects.toMatchObject({ status: 409, code: 'no_mailbox' });
  });

  it('while a report of the same agent is being made, and not of another', async () => {
    await mailbox();
    const again = await Promise.allSettled([order(), order(), order()]);
    expect(again.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const other = { ...me, agent: { ...me.agent, id: await addAgent(test.db, shop) } };
    await orderExport(context, other, NO_FILTERS);
    await makeAll();
    await order();
    expect(await test.db.selectFrom('exports').select('id').execute()).toHaveLength(3);
  });
});
