import { setTimeout as delay } from 'node:timers/promises';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Origin } from '../origin';
import { isLostConnection } from './transient-error';
import type { InboxSchema } from './schema';

/** What every query is written against; also what a transaction is. */
export type Queryable = Kysely<InboxSchema>;

export interface StoreOptions {
  /** postgres:// or postgresql:// */
  url: string;
  /** Called, in one line, of a connection that broke while nobody used it. */
  log: (line: string) => void;
  /** Connections at most. */
  max?: number;
  /** Milliseconds for which work waits for a server that is being started again. */
  patienceMs?: number;
  /** In whose name everything is done that says nothing else; the inbox's own when left out. */
  origin?: Origin;
}

export interface Store {
  db: Queryable;
  /** The pool below `db`, for what kysely does not speak: LISTEN, COPY. */
  pool: pg.Pool;
  /** Waits for the queries under way, then ends all connections. May be called twice. */
  close(): Promise<void>;
}

const PATIENCE_MS = 15_000;

const { builtins } = pg.types;

/** bigint[], which pg's list of names leaves out. */
const INT8_ARRAY = 1016;

/**
 * How values arrive where pg's own choice (text for what may exceed a number, local midnight for a date) is wrong
 * here. Ids, counts and amounts stay far below 2^53. Pools of ours alone read so, nothing global is changed.
 */
const types = new pg.TypeOverrides();
types.setTypeParser(builtins.INT8, Number);
types.setTypeParser(INT8_ARRAY, (text: string) => (text === '{}' ? [] : text.slice(1, -1).split(',').map(Number)));
types.setTypeParser(builtins.NUMERIC, Number);
types.setTypeParser(builtins.DATE, (text: string) => text);

/** Opens the store; connects with the first query. */
export function openStore({ url, log, max = 12, patienceMs = PATIENCE_MS, origin }: StoreOptions): Store {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    application_name: 'inbox',
    types,
  });
  // Without a listener an idle connection that breaks would end the process. The pool replaces it by itself.
  pool.on('error', (error) => log(`A database connection broke: ${error.message}`));
  // Nor may one that breaks between two queries of a transaction: the next query fails and says so.
  pool.on('connect', (client) => void client.on('error', () => undefined));
  if (origin !== undefined) {
    const setting = ['inbox.origin', JSON.stringify(origin)];
    pool.on('connect', (client) => {
      client.query('select set_config($1, $2, false)', setting).catch((error: Error) => log(error.message));
    });
  }

  const patient = { connect: async () => connectPatiently(pool, patienceMs), end: async () => pool.end() };
  const db = new Kysely<InboxSchema>({ dialect: new PostgresDialect({ pool: patient }) });
  let closed: Promise<void> | undefined;
  return { db, pool, close: () => (closed ??= db.destroy()) };
}

/** Milliseconds between two tries. */
const TRY_EVERY_MS = 100;

/** A connection that answers. Nothing has been asked of it yet, so that waiting for it loses nothing. */
async function connectPatiently(pool: pg.Pool, patienceMs: number): Promise<pg.PoolClient> {
  const until = performance.now() + patienceMs;
  for (;;) {
    try {
      return await pool.connect();
    } catch (error) {
      if (pool.ending || performance.now() > until || !isLostConnection(error)) throw error;
      await delay(TRY_EVERY_MS);
    }
  }
}
