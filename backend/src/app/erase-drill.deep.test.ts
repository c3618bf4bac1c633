import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AgentId, CustomerId, MerchantId, TicketId } from '@inbox/domain';
import { sql } from 'kysely';
import { openVault } from '../accounts/vault';
import { verifyAudit } from '../audit/verify-audit';
import { openStore, type Store } from '../platform/db/connection';
import { migrate } from '../platform/db/migrate';
import { IS_TABLE } from '../platform/db/is-table';
import { createUploads, type Uploads } from '../platform/files/uploads';
import { receiveMessage } from '../conversations/receive/receive-message';
import { Certificate, isGenuine } from '../privacy/erase/certificate';
import { eraseCustomer, eraseTickets } from '../privacy/erase/erase-customer';
import { finishErasures } from '../privacy/erase/finish-erasures';
import { PERSONAL_TABLES, RewritePostponed } from '../privacy/erase/rewrite-storage';
import { addAgent, addMerchant } from '../testing/rows';
import { addPerson, type Person } from '../testing/erase-world';
import { searchWords } from '../testing/search-words';
import { readThread } from '../conversations/thread/thread';
import { customerCommands } from '../operations/admin/privacy/customer';
import { adminContext, runCommand } from '../operations/admin/testing';
import { makeArchiveKey, readArchiveKey } from '../operations/backup/archive-key';
import { eraseAgain } from '../operations/backup/erase-again';
import { makeBackup } from '../operations/backup/make-backup';
import { restore } from '../operations/backup/restore';
import { withChannels, type UseCaseContext } from './channels';
import { startEmbeddedDatabase, type EmbeddedDatabase } from '../operations/embedded-postgres';
import { erasingOf } from '../operations/backup/erasing';
import { readSettings, type Settings } from './settings/settings';

const FAST = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'on' };

/** In everything that is of the customer who is erased, and of the one who stays; in letters of two scripts. */
const ERASED = ['meeraquibble', 'मीरानाम'];
const STAYS = ['rohitwobble', 'रोहितनाम'];
const PHONES = { erased: '919876543217', stays: '919812345678' };

let dir: string;
let dataDir: string;
let settings: Settings;
let env: Record<string, string>;
let database: EmbeddedDatabase;
let store: Store;
let uploads: Uploads;
let context: UseCaseContext;
let shop: MerchantId;
let slug: string;
let agent: AgentId;

let erased: Person;
let stays: Person;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'inbox-erase-'));
  dataDir = join(dir, 'data');
  await makeArchiveKey(join(dir, 'key'));
  env = {
    INBOX_DATA_DIR: dataDir,
    INBOX_SEED: 'none',
    INBOX_BACKUP_DIR: join(dir, 'archives'),
    INBOX_BACKUP_KEY_FILE: join(dir, 'key'),
  };
  settings = readSettings(env, dir);
  await openDatabase();
  shop = await addMerchant(store.db, 'Kala Threads');
  ({ slug } = await store.db.selectFrom('merchants').select('slug').where('id', '=', shop).executeTakeFirstOrThrow());
  agent = await addAgent(store.db, shop);
  await store.db
    .insertInto('shops')
    .values({ merchant_id: shop, domain: 'kala.example', url: 'https://kala.example', credentials: Buffer.alloc(0) })
    .execute();
  const world = { db: store.db, uploads, context, shop, agent };
  erased = await addPerson(world, ERASED, PHONES.erased);
  stays = await addPerson(world, STAYS, PHONES.stays);
  // The planner's samples, and what the log of the server may say of rows.
  await sql`analyze`.execute(store.db);
});

afterAll(async () => {
  await store.close();
  await database.stop();
  await rm(dir, { recursive: true, force: true });
});

async function openDatabase(): Promise<void> {
  database = await startEmbeddedDatabase({ dataDir, log: () => undefined, settings: FAST });
  store = openStore({ url: database.url, log: () => undefined, max: 6 });
  await migrate(store.db);
  uploads = createUploads(settings.uploadsDir);
  await mkdir(settings.uploadsDir, { recursive: true });
  context = withChannels({
    db: store.db,
    live: { committed: () => undefined, signal: () => undefined },
    outboxWoken: () => undefined,
    now: () => new Date(),
  });
}

/** Tables with texts that are about the shop, its agents or the installation. Any other is to be rewritten. */
const OF_NOBODY = [
  'accounts',
  'agent_identities',
  'agents',
  'audit_chains',
  'cell',
  'channel_notices',
  'custom_fields',
  'embed_origins',
  'embed_secrets',
  'erasures',
  'kysely_migration',
  'kysely_migration_lock',
  'mail_signatures',
  'mailbox_folders',
  'mailboxes',
  'merchant_moves',
  'merchants',
  'note_mentions',
  'panel_health',
  'panel_tokens',
  'passkey_challenges',
  'passkeys',
  'password_links',
  'password_mails',
  'pending_sign_ins',
  'posts',
  'provider_answers',
  'quick_replies',
  'recovery_codes',
  'retention_rules',
  'second_step_offers',
  'second_steps',
  'seeds',
  'sessions',
  'shops',
  'template_syncs',
  'templates',
];

/** What is in rows, whatever way it is stored. */
async function tablesNaming(words: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c where ${sql.raw(IS_TABLE)} order by 1`.execute(store.db);
  const naming: string[] = [];
  for (const { name } of rows) {
    for (const word of words) {
      const { rows: found } = await sql<{ n: number }>`
        select count(*)::int as n from ${sql.table(name)} t where position(${word} in lower(t::text)) > 0
          or position(${Buffer.from(word).toString('hex')} in t::text) > 0`.execute(store.db);
      if ((found[0]?.n ?? 0) > 0 && !naming.includes(name)) naming.push(name);
    }
  }
  return naming;
}

/** The files of tables with what people write: below the data folder, each with all of its segments. */
async function filesOfTables(): Promise<string[]> {
  const { rows } = await sql<{ path: string }>`
    with parts as (
      select name::regclass as part from unnest(${[...PERSONAL_TABLES]}::text[]) as name
      union select relid from unnest(${[...PERSONAL_TABLES]}::text[]) as name, pg_partition_tree(name::regclass)
    )
    select pg_relation_filepath(c.oid) as path from pg_class c
    where c.relkind <> 'p' and c.oid in (
      select part from parts union select reltoastrelid from pg_class where oid in (select part from parts)
    )`.execute(store.db);
  return rows.map(({ path }) => path).sort();
}

async function admin(...words: string[]): Promise<string> {
  const printed: string[] = [];
  const print = (line: string) => void printed.push(line);
  const erasing = erasingOf(context, uploads, settings);
  const vault = await openVault(dataDir);
  const input = Readable.from(['no\n']);
  await runCommand(customerCommands, words, adminContext({ db: store.db, vault, uploads, print, erasing, input }));
  return printed.join('\n');
}

const named = () => ['--merchant', slug, '--customer', `${ERASED[0]}@mail.example`];

describe('the erase drill', () => {
  let before: string[];

  it('begins with words in every place that stores any, and finds them there', async () => {
    const naming = await tablesNaming(erased.words);
    expect(naming).toEqual([...PERSONAL_TABLES].sort());
    const { rows } = await sql<{ name: string }>`
      select distinct table_name as name from information_schema.columns
        join pg_class c on c.oid = format('public.%I', table_name)::regclass
      where table_schema = 'public' and ${sql.raw(IS_TABLE)} and data_type in ('text', 'character varying', 'jsonb', 'bytea', 'ARRAY', 'tsvector')
      order by 1`.execute(store.db);
    expect(rows.map(({ name }) => name)).toEqual([...PERSONAL_TABLES, ...OF_NOBODY].sort());
    const found = await searchWords(dataDir, ['meeraquibble', 'old-address-meeraquibble', 'withdrawn-meeraquibble']);
    expect(found.some(({ path }) => path.includes('pg_wal'))).toBe(true);
    expect(found.some(({ path }) => path.startsWith('uploads'))).toBe(true);
    expect(new Set(found.map(({ word }) => word))).toEqual(
      new Set(['meeraquibble', 'old-address-meeraquibble', 'withdrawn-meeraquibble']),
    );
    before = await filesOfTables();
    await makeBackup({ settings, env, databaseUrl: database.url, to: join(dir, 'archives'), now: new Date() });
  });

  it('erases nothing without a yes', async () => {
    await expect(admin('customer', 'erase', ...named())).rejects.toThrow('Nothing was erased.');
    expect(await tablesNaming(['meeraquibble'])).toContain('customers');
  });

  it('leaves nothing of one customer in any file of the data folder, and everything of the other', async () => {
    await writeFile(
      join(dataDir, 'database/postgresql.log'),
      `ERROR:  duplicate key\nDETAIL:  Key (email)=(meeraquibble@mail.example) exists.\n\tmeeraquibble\nLOG:  goes on\n`,
      { flag: 'a' },
    );
    const said = await admin('customer', 'erase', ...named(), '--yes', '--certificate', join(dir, 'proof.html'));
    expect(said).toMatch(/Erasure \d+: \d+ tables rewritten in [\d.]+ s, the log of changes is removed\./);

    expect(await searchWords(dataDir, erased.words)).toEqual([]);
    expect(await tablesNaming(erased.words)).toEqual([]);
    // What is compressed cannot be found by its bytes: none of the files that had it is there.
    const after = await filesOfTables();
    expect(after.filter((path) => before.includes(path))).toEqual([]);
    const left = new Set((await readdir(dataDir, { recursive: true })).map((path) => path.split('/').at(-1)));
    expect(before.filter((path) => left.has(path.split('/').at(-1)))).toEqual([]);

    expect(await tablesNaming(stays.words)).toEqual(
      [...PERSONAL_TABLES].filter((name) => name !== 'exports' && name !== 'live_events').sort(),
    );
    const found = await searchWords(join(dataDir, 'uploads'), ['rohitwobble']);
    expect(found).toHaveLength(8);
    expect(await readFile(join(dataDir, 'database/postgresql.log'), 'utf8')).toContain('LOG:  goes on');
    expect(await verifyAudit(store.db, shop)).toMatchObject([{ problem: null }]);
  });

  it('keeps what reports count, and shows the ticket without its words', async () => {
    const [id = 0 as TicketId] = erased.tickets;
    const ticket = await store.db.selectFrom('tickets').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect(ticket).toMatchObject({
      full_name: 'Erased customer',
      status: 'closed',
      owner_id: agent,
      tags: ['Refund'],
      subject: null,
    });
    const { content } = await readThread(store.db, shop, {
      conversationId: ticket.conversation_id,
      pageSize: 50,
      since: null,
    });
    expect(content.map(({ content_type }) => content_type)).toEqual(['log']);
    const messages = await store.db
      .selectFrom('contents')
      .select('id')
      .where('ticket_id', '=', id)
      .where('erased', '=', true)
      .execute();
    expect(messages).toHaveLength(2);
  });

  it('certifies it: for people and for programs, without anything of the person', async () => {
    const page = await readFile(join(dir, 'proof.html'), 'utf8');
    const certificate = Certificate.parse(JSON.parse(await readFile(join(dir, 'proof.json'), 'utf8')));
    expect(isGenuine(certificate)).toBe(true);
    expect(isGenuine({ ...certificate, erased_at: '2026-01-01T00:00:00.000Z' })).toBe(false);
    expect(certificate).toMatchObject({
      customers: [erased.mail.customerId, erased.chat.customerId],
      erased: { tickets: 3, notes: 2, attachments: 2, 'scheduled mails': 2, 'dead letters': 3, orders: 2 },
      storage: { wal: 'removed' },
      archives: [{ name: expect.stringMatching(/^inbox-.*\.age$/), deleted_on: expect.any(String) }],
    });
    for (const word of erased.words)
      for (const text of [page, JSON.stringify(certificate)]) expect(text).not.toContain(word);
    expect(page).toContain(certificate.sha256);
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from audit_records where what = 'customer.certified' and content like ${`%${certificate.sha256}%`}`.execute(
      store.db,
    );
    expect(rows).toEqual([{ n: 1 }]);
    const shown = await admin('customer', 'certificate', '--merchant', slug, '--erasure', String(certificate.erasure));
    expect(shown).toContain(certificate.sha256);
  });

  it('takes one who writes again for somebody new', async () => {
    await receiveMessage(context, {
      merchantId: shop,
      accountId: erased.chat.accountId,
      source: 'whatsapp',
      externalId: 'wamid.again',
      contact: erased.phone,
      answers: [],
      from: { name: 'Somebody', phone: `+${erased.phone}`, email: null },
      sentAt: new Date(),
      content_type: 'message',
      message_type: 'session',
      message: 'Hello again',
      details: {},
      quotes: null,
      attachments: [],
    });
    const { id, customer_id } = await store.db
      .selectFrom('tickets')
      .selectAll()
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect([erased.mail.customerId, erased.chat.customerId]).not.toContain(customer_id);
    expect(erased.tickets).not.toContain(id);
    expect(
      await eraseCustomer(erasingOf(context, uploads, settings).deps, {
        merchantId: shop,
        customerId: erased.mail.customerId,
        by: null,
      }),
    ).toBeUndefined();
  });

  it('erases again from what a backup of before brings back', async () => {
    const [archive = ''] = (await readdir(join(dir, 'archives'))).filter((name) => name.endsWith('.age'));
    const { identity } = await readArchiveKey(settings.backup);
    const to = join(dir, 'restored');
    await restore({
      archive: join(dir, 'archives', archive),
      identity: identity ?? '',
      to,
      erasedListIn: join(dir, 'archives'),
      databaseSettings: FAST,
    });
    const plain = await searchWords(to, ['meeraquibble']);
    expect(plain.length).toBeGreaterThan(0);
    expect(await eraseAgain(to, FAST)).toBe(1);
    expect(await searchWords(to, erased.words)).toEqual([]);
    expect(await eraseAgain(to, FAST)).toBe(0);
    expect((await searchWords(to, ['rohitwobble'])).length).toBeGreaterThan(0);
  });

  it('waits for who still reads what was there before, and certifies it later', async () => {
    const { deps, finish } = erasingOf(context, uploads, settings);
    await store.db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (tx) => {
        await tx.selectFrom('customers').select('id').execute();
        await eraseTickets(deps, { merchantId: shop, tickets: stays.tickets.slice(0, 1) });
        await expect(finishErasures({ ...finish, patienceMs: 50 })).rejects.toThrow(RewritePostponed);
      });
    expect(await finishErasures(finish)).toMatchObject([
      { reason: 'retention', customers: [], tickets: stays.tickets.slice(0, 1) },
    ]);
    const person: CustomerId = stays.mail.customerId;
    const row = await store.db
      .selectFrom('customers')
      .select('email')
      .where('id', '=', person)
      .executeTakeFirstOrThrow();
    expect(row.email).toBe('rohitwobble@mail.example');
  });
});
