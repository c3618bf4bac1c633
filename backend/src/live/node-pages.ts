import { randomUUID } from 'node:crypto';
import type { AgentId, MerchantId } from '@inbox/domain';
import { sql } from 'kysely';
import type { Queryable } from '../db/connection';
import { inTransaction } from '../db/transaction';
import type { Hub } from './hub';

/** Milliseconds between two looks at whether somebody has come or gone. */
const LOOK_EVERY_MS = 2_000;
/** After so many looks a node says that it lives, also when nobody has. */
const SAID_EVERY = 10;
/** Seconds after which a node that says nothing is gone. */
const GONE_AFTER = 90;

/** What one node tells the others of its pages. */
export interface NodePages {
  /** Who has how many pages open at all other nodes. */
  ofOthers(merchantId: MerchantId): Promise<ReadonlyMap<AgentId, number>>;
  /** Writes down at once what has changed. */
  tell(): Promise<void>;
  /** The node is gone. */
  stop(): Promise<void>;
}

interface Row {
  merchant_id: MerchantId;
  agent_id: AgentId;
  pages: number;
}

/**
 * Tells other nodes, through the database, who has pages open here: what has changed, every two seconds, so that a thousand
 * pages that stay open write nothing. The database's clock says who lives, whatever the machines' clocks say.
 */
export function startNodePages(
  { db, hub }: { db: Queryable; hub: Pick<Hub, 'sockets'> },
  report: (error: unknown) => void,
  everyMs = LOOK_EVERY_MS,
): NodePages {
  const node_id = randomUUID();
  let told = new Map<string, Row>();
  let looks = 0;
  let telling = Promise.resolve();

  async function write(): Promise<void> {
    const now = countPages(hub);
    const changed = [...now].flatMap(([key, row]) => (told.get(key)?.pages === row.pages ? [] : [row]));
    const gone = [...told].flatMap(([key, row]) => (now.has(key) ? [] : [row]));
    const isDue = looks++ % SAID_EVERY === 0;
    if (changed.length + gone.length === 0 && !isDue) return;
    await inTransaction(db, async (tx) => {
      // A node that was taken for gone, while its database was away, comes back with all that it has.
      const { isNew } = await sayHere(tx, node_id);
      const all = isNew ? [...now.values()] : changed;
      if (gone.length > 0 && !isNew) await removeRows(tx, node_id, gone);
      if (all.length > 0) await writeRows(tx, node_id, all);
    });
    told = now;
  }

  const tell = (): Promise<void> => (telling = telling.then(write).catch(report));
  const timer = setInterval(() => void tell(), everyMs);
  timer.unref();
  return {
    ofOthers: (merchantId) => readPages(db, merchantId, node_id),
    tell,
    async stop() {
      clearInterval(timer);
      await telling;
      await db.deleteFrom('live_nodes').where('id', '=', node_id).execute();
    },
  };
}

function countPages(hub: Pick<Hub, 'sockets'>): Map<string, Row> {
  const rows = new Map<string, Row>();
  for (const { merchantId, agentId } of hub.sockets()) {
    const key = `${merchantId}:${agentId}`;
    const pages = (rows.get(key)?.pages ?? 0) + 1;
    rows.set(key, { merchant_id: merchantId, agent_id: agentId, pages });
  }
  return rows;
}

async function sayHere(tx: Queryable, id: string): Promise<{ isNew: boolean }> {
  const { numUpdatedRows } = await tx
    .updateTable('live_nodes')
    .set({ seen_at: sql<Date>`now()` })
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows > 0n) return { isNew: false };
  await tx.insertInto('live_nodes').values({ id }).execute();
  return { isNew: true };
}

async function removeRows(tx: Queryable, node_id: string, rows: readonly Row[]): Promise<void> {
  await tx
    .deleteFrom('live_pages')
    .where('node_id', '=', node_id)
    .where(
      sql<boolean>`(merchant_id, agent_id) in (
        select * from unnest(${rows.map((row) => row.merchant_id)}::bigint[], ${rows.map((row) => row.agent_id)}::bigint[]))`,
    )
    .execute();
}

async function writeRows(tx: Queryable, node_id: string, rows: readonly Row[]): Promise<void> {
  await tx
    .insertInto('live_pages')
    .columns(['node_id', 'merchant_id', 'agent_id', 'pages'])
    .expression(
      sql`select ${node_id}::uuid, * from unnest(${rows.map((row) => row.merchant_id)}::bigint[],
        ${rows.map((row) => row.agent_id)}::bigint[], ${rows.map((row) => row.pages)}::int[])`,
    )
    .onConflict((found) =>
      found.columns(['merchant_id', 'agent_id', 'node_id']).doUpdateSet((eb) => ({ pages: eb.ref('excluded.pages') })),
    )
    .execute();
}

const isGone = sql<boolean>`seen_at < now() - ${GONE_AFTER} * interval '1 second'`;

/** @param except a node that counts its own; null for none */
export async function readPages(
  db: Queryable,
  merchantId: MerchantId,
  except: string | null,
): Promise<ReadonlyMap<AgentId, number>> {
  const rows = await db
    .selectFrom('live_pages as p')
    .innerJoin('live_nodes as n', 'n.id', 'p.node_id')
    .select((eb) => ['p.agent_id', eb.fn.sum<number>('p.pages').as('pages')])
    .where('p.merchant_id', '=', merchantId)
    .where(sql<boolean>`not ${isGone}`)
    .where(sql<boolean>`p.node_id is distinct from ${except}::uuid`)
    .groupBy('p.agent_id')
    .execute();
  return new Map(rows.map(({ agent_id, pages }) => [agent_id, Number(pages)]));
}

/** Nodes that ended without a word. */
export async function forgetGoneNodes(db: Queryable): Promise<void> {
  await db.deleteFrom('live_nodes').where(isGone).execute();
}
