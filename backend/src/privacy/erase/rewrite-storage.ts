import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/db/connection';
import { codeOf } from '../../platform/errors/errors';

/**
 * Tables with anything of what people write or are called. All of them are rewritten, also those of which the erasure took
 * no row: a table's file has old versions of rows, and rows that went long ago.
 */
export const PERSONAL_TABLES = [
  'abandoned_checkouts',
  'attachments',
  'audit_records',
  'calls',
  'contents',
  'conversations',
  'customer_joins',
  'customers',
  'email_groups',
  'exports',
  'inbox_kept',
  'live_events',
  'long_mails',
  'message_raws',
  'note_media',
  'notes',
  'orders',
  'outbox',
  'scheduled_mails',
  'search_texts',
  'shop_records',
  'shop_syncs',
  'ticket_fields',
  'ticket_tallies',
  'tickets',
  'uploads',
] as const;

export interface RewriteOptions {
  /** The transaction of the newest erasure, as `pg_current_xact_id` named it. */
  transaction: string;
  /** Whether the server is the inbox's own: its WAL is removed too. That of another is its operator's. */
  ownsServer: boolean;
  /** Whether the audit had tags withdrawn: it may be long, and nothing else is ever changed in it. */
  withAudit: boolean;
  /** Milliseconds to wait for transactions that began before the erasure: a backup, for one. */
  patienceMs?: number;
}

export interface Rewritten {
  tables: number;
  /** Bytes of them, afterwards. */
  bytes: number;
  /** Milliseconds in which one of the tables after the other could not be used. */
  ms: number;
  /** False for a server that is not the inbox's own. */
  walRemoved: boolean;
}

/** Why old versions of rows are still on the disk. The erasure goes on later. */
export class RewritePostponed extends Error {
  override readonly name = 'RewritePostponed';
}

const PATIENCE_MS = 60_000;
const LOOK_EVERY_MS = 250;
/** Milliseconds for which a table's other users wait behind us, at most, before we step aside and try again. */
const LOCK_MS = 2_000;
const LOCK_TRIES = 15;
const LOCK_NOT_AVAILABLE = '55P03';
const INSUFFICIENT_PRIVILEGE = '42501';
/** A switch of the WAL may meet a segment more than was there when we looked. */
const WAL_ROUNDS = 4;

/**
 * Removes old versions of rows from the database's files: PostgreSQL leaves them there, and in its log of changes (WAL), until
 * something else needs the room. One table after the other is written anew and cannot be used meanwhile.
 * @throws RewritePostponed when somebody still reads what was there before, or a table is never free
 */
export async function rewriteStorage(db: Queryable, options: RewriteOptions): Promise<Rewritten> {
  const { transaction, ownsServer, withAudit, patienceMs = PATIENCE_MS } = options;
  await waitForReaders(db, transaction, patienceMs);
  const began = performance.now();
  const tables = PERSONAL_TABLES.filter((table) => withAudit || table !== 'audit_records');
  await clearSamples(db, tables);
  for (const table of tables) await rewrite(db, `public.${table}`);
  await rewrite(db, 'pg_catalog.pg_statistic');
  const ms = Math.round(performance.now() - began);
  if (ownsServer) await removeWal(db);
  const { rows } = await sql<{ bytes: number }>`
    select sum(pg_total_relation_size(part))::bigint as bytes from ${partsOf(tables)}`.execute(db);
  return { tables: tables.length, bytes: rows[0]?.bytes ?? 0, ms, walRemoved: ownsServer };
}

/** The tables, and the partitions of those that have any. */
const partsOf = (tables: readonly string[]) => sql`(
  select name::regclass as part from unnest(${[...tables]}::text[]) as name
  union select relid from unnest(${[...tables]}::text[]) as name, pg_partition_tree(name::regclass)
) parts`;

/** What an older snapshot can read is copied along, so that there must be none. */
async function waitForReaders(db: Queryable, transaction: string, patienceMs: number): Promise<void> {
  // That of another server, of which this is a copy, may be in the future of this one.
  const erased = sql`least(${transaction}::xid8, pg_snapshot_xmax(pg_current_snapshot()))::xid`;
  for (const until = performance.now() + patienceMs; ;) {
    const { rows } = await sql<{ reader: string }>`
      select coalesce(application_name, '') || ' (' || pid || ')' as reader from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and backend_xmin is not null
          and backend_type = 'client backend' and age(backend_xmin) >= age(${erased})
      union all select 'replication slot ' || slot_name from pg_replication_slots
        where xmin is not null and age(xmin) >= age(${erased})
      union all select 'prepared transaction ' || gid from pg_prepared_xacts
        where age(transaction) >= age(${erased})`.execute(db);
    if (rows.length === 0) return;
    if (performance.now() > until) {
      const readers = rows.map(({ reader }) => reader).join(', ');
      throw new RewritePostponed(`Still at work on what was there before: ${readers}.`);
    }
    await delay(LOOK_EVERY_MS);
  }
}

/**
 * The planner's samples of what is in columns are made anew with each rewrite, but for a table without rows, which keeps
 * the old ones. PostgreSQL 18 lets a table's owner clear them, older ones only a superuser.
 */
async function clearSamples(db: Queryable, tables: readonly string[]): Promise<void> {
  const sampled = sql`
    from pg_stats s join pg_class c on c.relname = s.tablename and c.relnamespace = 'public'::regnamespace
      left join pg_index i on i.indexrelid = c.oid
    where s.schemaname = 'public' and coalesce(i.indrelid, c.oid) in (select part from ${partsOf(tables)})`;
  const { rows } = await sql<{ can: boolean }>`
    select to_regproc('pg_clear_attribute_stats') is not null as can`.execute(db);
  if (rows[0]?.can === true) {
    await sql`select pg_clear_attribute_stats(s.schemaname, s.tablename, s.attname, s.inherited) ${sampled}`.execute(
      db,
    );
    return;
  }
  await sql`delete from pg_statistic where starelid in (select c.oid ${sampled})`
    .execute(db)
    .catch((error: unknown) => {
      if (codeOf(error) !== INSUFFICIENT_PRIVILEGE) throw error;
    });
}

async function rewrite(db: Queryable, table: string): Promise<void> {
  await db.connection().execute(async (own) => {
    await sql.raw(`set lock_timeout = ${LOCK_MS}`).execute(own);
    try {
      for (let tried = 1; ; tried += 1) {
        try {
          const analyze = table.startsWith('pg_catalog.') ? '' : ', analyze';
          await sql.raw(`vacuum (full${analyze}) ${table}`).execute(own);
          return;
        } catch (error) {
          if (codeOf(error) !== LOCK_NOT_AVAILABLE) throw error;
          if (tried === LOCK_TRIES) throw new RewritePostponed(`${table} is never free.`);
          await delay(LOOK_EVERY_MS);
        }
      }
    } finally {
      await sql`reset lock_timeout`.execute(own);
    }
  });
}

/** The segments so far, those that were kept to be used again among them. */
const listWal = async (db: Queryable): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select name from pg_ls_waldir() where name ~ '^[0-9A-F]{24}$' order by name collate "C"`.execute(db);
  return rows.map(({ name }) => name);
};

const currentWal = async (db: Queryable): Promise<string> => {
  const { rows } = await sql<{ name: string }>`select pg_walfile_name(pg_current_wal_insert_lsn()) as name`.execute(db);
  return rows[0]?.name ?? '';
};

/**
 * Goes on in segments that are new, and has the server remove the others with a checkpoint: what they say is in the tables'
 * files by then. It uses none again (`wal_recycle` is off: see operations/embedded-postgres/postmaster.ts).
 */
async function removeWal(db: Queryable): Promise<void> {
  const old = (await listWal(db)).at(-1) ?? '';
  // A segment that was kept to be used again comes up as a later one, with its old bytes: all of them are passed.
  while ((await currentWal(db)) <= old) {
    await sql`select pg_logical_emit_message(false, 'inbox', '')`.execute(db);
    await sql`select pg_switch_wal()`.execute(db);
  }
  for (let round = 1; ; round += 1) {
    await sql`checkpoint`.execute(db);
    const left = (await listWal(db)).filter((name) => name <= old);
    if (left.length === 0) return;
    if (round === WAL_ROUNDS) throw new RewritePostponed(`The server keeps ${left.length} old segments of its WAL.`);
    await delay(LOOK_EVERY_MS);
  }
}
