import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { AuditAnswer } from '@inbox/api/audit';
import type { AgentId, MerchantId, TicketId } from '@inbox/domain';
import { changeRegistry } from '@inbox/federation';
import { sql } from 'kysely';
import pg from 'pg';
import { openStore } from '../platform/db/connection';
import { change } from '../platform/db/unit-of-work';
import { withOrigin } from '../platform/origin';
import { startTestInbox, type TestInbox } from '../testing/inbox';
import { addAgent, addConversation, addMerchant, addTicket, type TestConversation } from '../testing/rows';
import { appendAudit } from './audit-queries';
import { exportAudit } from './export-audit';
import { pruneAudit } from './prune-audit';
import { readContent } from './read-content';
import { recordReleases } from './record-releases';
import { verifyAudit, verifyExport } from './verify-audit';

const WORDS = 'unmistakable words of a customer';
const DAY_MS = 86_400_000;

let inbox: TestInbox;
let dir: string;

beforeAll(async () => {
  inbox = await startTestInbox();
  dir = await mkdtemp(join(tmpdir(), 'inbox-audit-'));
});
afterAll(async () => {
  await inbox.close();
  await rm(dir, { recursive: true });
});

interface World {
  shop: MerchantId;
  agent: AgentId;
  token: string;
  line: TestConversation;
  ticket: TicketId;
}

async function addWorld(): Promise<World> {
  const shop = await addMerchant(inbox.db);
  const agent = await addAgent(inbox.db, shop, { is_store_admin: true });
  const token = await inbox.signIn(shop, agent);
  const line = await addConversation(inbox.db, shop, 'whatsapp', { full_name: WORDS, phone: '919876543210' });
  const session_expiry_at = new Date(Date.now() + DAY_MS);
  const ticket = await addTicket(inbox.db, line, { status: 'open', owner_id: agent, session_expiry_at });
  return { shop, agent, token, line, ticket };
}

const rowsOf = (shop: MerchantId | 0) =>
  inbox.db.selectFrom('audit_records').selectAll().where('merchant_id', '=', shop).orderBy('seq').execute();
const recordsOf = async (shop: MerchantId | 0) => (await rowsOf(shop)).map(({ content }) => readContent(content));
const problemOf = async (shop: MerchantId) => (await verifyAudit(inbox.db, shop))[0]?.problem;

const replyBody = ({ line, ticket }: World) => ({
  message: WORDS,
  conversation_id: line.conversationId,
  temp_id: randomUUID(),
  conversation_source: line.source,
  ticket_id: ticket,
  to: [],
  cc: [],
  bcc: [],
  convmsg_message_id: null,
  attachment_ids: [],
  seen: null,
});

const textOf = (query: unknown): string =>
  typeof query === 'object' && query !== null && 'text' in query ? String(query.text) : String(query);

/** As somebody would who owns the database: no trigger runs. */
const tamper = (statement: string) =>
  inbox.db.connection().execute(async (db) => {
    await sql`set session_replication_role = replica`.execute(db);
    try {
      await sql.raw(statement).execute(db);
    } finally {
      await sql`reset session_replication_role`.execute(db);
    }
  });

describe('what is recorded', () => {
  it('of a reply: who, from where, and never what it says; with no statement more than before', async () => {
    const world = await addWorld();
    const body = replyBody(world);
    const sent = jest.spyOn(pg.Client.prototype, 'query');
    const answered = await inbox.app.inject({
      method: 'POST',
      url: '/api/inbox/ticket/reply/',
      headers: { authorization: world.token, 'user-agent': 'Mozilla/5.0 (X11; rv:140.0) Gecko/20100101 Firefox/140.0' },
      payload: body,
    });
    const statements = sent.mock.calls.map(([query]: unknown[]) => textOf(query));
    sent.mockRestore();
    expect(answered.statusCode).toBe(200);
    // As many as without any audit: the name goes with the statement that counts the events.
    expect(statements).toHaveLength(15);
    expect(statements.filter((one) => one.includes('audit_'))).toEqual([]);
    expect(statements.filter((one) => one.includes('inbox.origin'))).toEqual([
      expect.stringMatching(/^update "merchants"/),
    ]);
    const records = (await recordsOf(world.shop)).filter(({ what }) => what === 'reply.added');
    expect(records).toEqual([
      expect.objectContaining({
        about: `ticket:${world.ticket}`,
        who: `agent:${world.agent}`,
        from: {
          address: '127.0.0.1',
          product: 'Firefox',
          session: expect.stringMatching(/^[\w-]{36}$/),
          call: 'POST /api/inbox/ticket/reply/',
        },
        ids: { id: expect.any(Number) },
      }),
    ]);
    expect(JSON.stringify(await recordsOf(world.shop))).not.toContain(WORDS);
  });

  it('of a ticket: states before and after, in the transaction that changes them', async () => {
    const world = await addWorld();
    const body = { ticket_ids: [world.ticket], status: 'closed' };
    expect((await inbox.call(world.token, 'setStatus', { body })).status).toBe(200);
    const last = (await recordsOf(world.shop)).at(-1);
    expect(last).toMatchObject({ what: 'ticket.changed', changes: { status: ['open', 'closed'] } });

    const before = await rowsOf(world.shop);
    const failing = change(inbox.context, { merchantId: world.shop, by: world.agent }, async ({ tx }) => {
      await tx.updateTable('tickets').set({ priority: 3 }).where('id', '=', world.ticket).execute();
      throw new Error('Not after all');
    });
    await expect(failing).rejects.toThrow('Not after all');
    expect(await rowsOf(world.shop)).toEqual(before);
  });

  it('of what publishes nothing too: in the name of the agent', async () => {
    const world = await addWorld();
    await change(inbox.context, { merchantId: world.shop, by: world.agent }, async ({ tx }) => {
      await tx.updateTable('tickets').set({ priority: 3 }).where('id', '=', world.ticket).execute();
    });
    expect((await recordsOf(world.shop)).at(-1)).toMatchObject({ who: `agent:${world.agent}` });
  });

  it('of a customer, fields, notes: which, and not what they say', async () => {
    const world = await addWorld();
    const { db } = inbox;
    const [merchant_id, ticket_id] = [world.shop, world.ticket];
    await db
      .updateTable('customers')
      .set({ email: `${randomUUID()}@secret.example`, city: WORDS })
      .where('merchant_id', '=', merchant_id)
      .execute();
    await db.insertInto('notes').values({ merchant_id, ticket_id, agent_id: world.agent, notes: WORDS }).execute();
    const values = (said: object) => JSON.stringify(said);
    await db
      .insertInto('ticket_fields')
      .values({ merchant_id, ticket_id, field_values: values({ 4: [WORDS] }), rev: 1 })
      .execute();
    await db
      .updateTable('ticket_fields')
      .set({ field_values: values({ 4: [WORDS], 9: ['x'] }) })
      .where('ticket_id', '=', ticket_id)
      .execute();
    const records = await recordsOf(world.shop);
    expect(records.slice(-4)).toMatchObject([
      {
        what: 'customer.changed',
        about: `customer:${world.line.customerId}`,
        who: 'system',
        fields: ['email', 'city'],
      },
      { what: 'note.added', about: `ticket:${ticket_id}` },
      { what: 'field_values.added', fields: ['4'] },
      { what: 'field_values.changed', fields: ['9'] },
    ]);
    expect(JSON.stringify(records)).not.toMatch(/unmistakable|secret\.example/);
  });

  it('of permissions and secrets: by the operator and the command, and not the secret', async () => {
    const { shop, agent } = await addWorld();
    const origin = { who: 'operator:asha', from: { command: 'agent set' } };
    const { db, close } = openStore({ url: inbox.url, log: () => undefined, max: 1, origin });
    try {
      const changed = { is_store_admin: false, user_permissions: ['operate_panels'], password_hash: 'a-new-secret' };
      await db.updateTable('agents').set(changed).where('id', '=', agent).execute();
    } finally {
      await close();
    }
    const record = (await recordsOf(shop)).at(-1);
    expect(record).toMatchObject({
      what: 'agent.changed',
      about: `agent:${agent}`,
      ...origin,
      changes: { is_store_admin: [true, false], user_permissions: [expect.any(Array), ['operate_panels']] },
      fields: ['password_hash'],
    });
    expect(JSON.stringify(record)).not.toContain('a-new-secret');
  });

  it('of who comes past the inbox: the role of the database', async () => {
    const { shop, ticket } = await addWorld();
    const client = new pg.Client({ connectionString: inbox.url, application_name: 'psql' });
    await client.connect();
    try {
      await client.query('update tickets set priority = $1 where id = $2', [3, ticket]);
    } finally {
      await client.end();
    }
    expect((await recordsOf(shop)).at(-1)?.who).toMatch(/^database:\w+$/);
  });

  it('of releases: each revision once, whoever made it and however many nodes follow', async () => {
    const note = { action: 'disable', panel: 'conversation', by: 'team-token' };
    await changeRegistry(inbox.dataDir, note, (registry) => ({ ...registry, revision: registry.revision + 1 }));
    await Promise.all([1, 2, 3].map(() => recordReleases(inbox.db, inbox.dataDir)));
    await recordReleases(inbox.db, inbox.dataDir);
    const releases = (await recordsOf(0)).filter(({ what }) => what === 'release.changed');
    expect(releases).toEqual([
      expect.objectContaining({ about: 'panel:conversation', who: 'publisher:team-token', ids: { revision: 1 } }),
    ]);
  });
});

describe('the database', () => {
  it.each([
    ['update', (shop: MerchantId) => `update audit_records set content = content where merchant_id = ${shop}`],
    ['delete', (shop: MerchantId) => `delete from audit_records where merchant_id = ${shop}`],
    ['truncate', () => 'truncate audit_records'],
    ['rewind', (shop: MerchantId) => `update audit_chains set seq = 1 where merchant_id = ${shop}`],
    ['drop the chain', (shop: MerchantId) => `delete from audit_chains where merchant_id = ${shop}`],
  ])('refuses to %s', async (_name, statement) => {
    const { shop } = await addWorld();
    await expect(sql.raw(statement(shop)).execute(inbox.db)).rejects.toThrow(/append-only|only rises/);
    expect(await problemOf(shop)).toBeNull();
  });
});

describe('verify', () => {
  it.each([
    ['a change', `update audit_records set content = replace(content, 'added', 'edited')`, /^Record 2 was changed/],
    ['a removal', `delete from audit_records`, /^Record 2 is missing/],
    ['another hash', `update audit_records set hash = sha256('x')`, /^Record 2 was changed/],
  ])('finds %s', async (_name, statement, words) => {
    const { shop } = await addWorld();
    await tamper(`${statement} where merchant_id = ${shop} and seq = 2`);
    expect(await problemOf(shop)).toMatch(words);
  });

  it('follows records without their tags where a later one says so, and finds the others', async () => {
    const { shop, ticket } = await addWorld();
    for (const tags of [['Meera'], []]) {
      await inbox.db.updateTable('tickets').set({ tags }).where('id', '=', ticket).execute();
    }
    const tagged = sql<boolean>`content::jsonb #> '{changes,tags}' is not null`;
    const withdrawn = await inbox.db
      .updateTable('audit_records')
      .set(sql`content`, sql`audit_without_tags(content)`)
      .where('merchant_id', '=', shop)
      .where(tagged)
      .returning('hash')
      .execute();
    expect(withdrawn).toHaveLength(3);
    expect(JSON.stringify(await recordsOf(shop))).not.toContain('Meera');
    expect(await problemOf(shop)).toMatch(/was changed: no later one says that the inbox withdrew its tags/);
    const hashes = withdrawn.map(({ hash }) => hash.toString('hex'));
    const record = { chain: shop, what: 'audit.withdrawn', about: `ticket:${ticket}`, detail: { ids: { hashes } } };
    await appendAudit(inbox.db, record);
    expect(await problemOf(shop)).toBeNull();
  });

  it('finds that the end was cut off, and a beginning that the inbox did not prune', async () => {
    const { shop } = await addWorld();
    const seq = (await rowsOf(shop)).length;
    await tamper(`delete from audit_records where merchant_id = ${shop} and seq = ${seq}`);
    expect(await problemOf(shop)).toMatch(new RegExp(`^The records after ${seq - 1} are missing`));

    const other = (await addWorld()).shop;
    await tamper(`update audit_chains set pruned_seq = 1, pruned_hash = (select hash from audit_records r
      where r.merchant_id = ${other} and r.seq = 1) where merchant_id = ${other}`);
    await tamper(`delete from audit_records where merchant_id = ${other} and seq = 1`);
    expect(await problemOf(other)).toMatch(/^The records up to 1 are missing, and were not pruned/);
  });

  it('finds a record of another shop, and one that was put in', async () => {
    const [one, two] = [await addWorld(), await addWorld()];
    await tamper(`delete from audit_records where merchant_id = ${two.shop} and seq = 1`);
    await tamper(`insert into audit_records (merchant_id, seq, content, previous, hash)
      select ${two.shop}, 1, content, previous, hash from audit_records where merchant_id = ${one.shop} and seq = 1`);
    expect(await problemOf(two.shop)).toMatch(/^Record 1 belongs elsewhere/);
    expect(await problemOf(one.shop)).toBeNull();
  });

  it('holds after pruning, and again after the next; what is younger stays', async () => {
    const { shop, ticket } = await addWorld();
    const before = (await rowsOf(shop)).length;
    const inDays = (days: number) => new Date(Date.now() + days * DAY_MS);
    await pruneAudit(inbox.db, inDays(30.5), 30);
    expect(await rowsOf(shop)).toHaveLength(before);
    await pruneAudit(inbox.db, inDays(31.5), 30);
    expect(await recordsOf(shop)).toMatchObject([{ what: 'audit.pruned', ids: { seq: before } }]);
    expect(await problemOf(shop)).toBeNull();
    await inbox.db.updateTable('tickets').set({ priority: 3 }).where('id', '=', ticket).execute();
    await pruneAudit(inbox.db, inDays(40), 30);
    expect(await recordsOf(shop)).toMatchObject([{ what: 'audit.pruned', ids: { seq: before + 2 } }]);
    expect(await problemOf(shop)).toBeNull();
  });

  it('follows an exported file anywhere, also of a chain that was pruned', async () => {
    const { shop, ticket } = await addWorld();
    await pruneAudit(inbox.db, new Date(Date.now() + 40 * DAY_MS), 30);
    await inbox.db.updateTable('tickets').set({ priority: 3 }).where('id', '=', ticket).execute();
    const path = join(dir, 'audit.jsonl');
    expect(await exportAudit(inbox.db, path, shop)).toBe(2);
    expect(await verifyExport(path)).toEqual([{ merchant: shop, records: 2, problem: null }]);
    const text = await readFile(path, 'utf8');
    await writeFile(path, text.replace('ticket.changed', 'ticket.created'));
    expect(await verifyExport(path)).toMatchObject([{ problem: expect.stringMatching(/was changed/) }]);
    await writeFile(path, text.split('\n').slice(1).join('\n'));
    expect(await verifyExport(path)).toMatchObject([{ problem: expect.stringMatching(/not pruned/) }]);
    await expect(exportAudit(inbox.db, path)).rejects.toMatchObject({ code: 'EEXIST' });
  });
});

describe('the call', () => {
  it('is for store admins, of their own shop, and paged', async () => {
    const world = await addWorld();
    const clerk = await inbox.signIn(world.shop, await addAgent(inbox.db, world.shop));
    expect((await inbox.call(clerk, 'auditRecords')).status).toBe(403);
    const all = (await rowsOf(world.shop)).map(({ seq }) => seq).toReversed();
    const seen: number[] = [];
    let next: number | null = null;
    do {
      const query: Record<string, string> = { page_size: '2', ...(next !== null && { before: String(next) }) };
      const answer = await inbox.call(world.token, 'auditRecords', { query });
      expect(answer.status).toBe(200);
      const { data } = answer.body as { data: AuditAnswer };
      expect(data.records.length).toBeLessThanOrEqual(2);
      seen.push(...data.records.map(({ seq }) => seq));
      ({ next } = data);
    } while (next !== null);
    expect(seen).toEqual(all);
  });

  it('searches by who, what, whom it was done to, and time', async () => {
    const world = await addWorld();
    await inbox.call(world.token, 'setStatus', { body: { ticket_ids: [world.ticket], status: 'closed' } });
    const found = async (query: Record<string, string>) => {
      const { body, status } = await inbox.call(world.token, 'auditRecords', { query });
      return status === 200 ? (body as { data: AuditAnswer }).data.records.map(({ what }) => what) : status;
    };
    expect(await found({ what: `ticket:${world.ticket}` })).toEqual(['ticket.changed', 'ticket.added']);
    expect(await found({ what: 'ticket' })).toEqual(['ticket.changed', 'ticket.added']);
    expect(await found({ what: 'ticket.changed' })).toEqual(['ticket.changed']);
    expect(await found({ who: `agent:${world.agent}` })).toEqual(['ticket.changed', 'session.added']);
    expect(await found({ who: 'agent' })).toEqual(['ticket.changed', 'session.added']);
    expect(await found({ since: new Date(Date.now() + DAY_MS).toISOString() })).toEqual([]);
    expect(await found({ until: new Date(Date.now() + DAY_MS).toISOString(), what: 'session' })).toEqual([
      'session.added',
    ]);
    expect(await found({ what: "ticket' or true" })).toBe(400);
  });
});

it('what is done in the name of nobody is the inbox’s own, and what is done within an origin is its', async () => {
  const { shop, ticket } = await addWorld();
  const work = () =>
    change(inbox.context, { merchantId: shop, by: null }, async ({ tx, publish }) => {
      await tx
        .updateTable('tickets')
        .set({ tags: [randomUUID()] })
        .where('id', '=', ticket)
        .execute();
      publish('tickets.tickets', {});
    });
  await work();
  await withOrigin({ who: 'operator:asha', from: { command: 'customer erase' } }, work);
  const [first, second] = (await recordsOf(shop)).slice(-2);
  expect([first?.who, second?.who, second?.from]).toEqual(['system', 'operator:asha', { command: 'customer erase' }]);
});
