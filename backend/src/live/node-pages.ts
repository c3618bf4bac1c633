import { randomUUID } from 'node:crypto';
import type { AgentId, MerchantId } from '@inbox/domain';
import { sql } from 'kysely';
import type { Queryable } from '../platform/db/connection';
import { inTransaction } from '../platform/db/transaction';
import type { Hub } from './hub';

/** Milliseconds between two comparisons with what is stored. */
const LOOK_EVERY_MS = 2_000;
/** Every tenth comparison is also the node's heartbeat, when nothing has changed. */
const SAID_EVERY = 10;
/** Seconds after which a node that says nothing is gone. */
const GONE_AFTER = 90;

/** Page counts that nodes share. */
export interface NodePages {
  /** Who has how many pages open at all other nodes. */
  ofOthers(merchantId: MerchantId): Promise<ReadonlyMap<AgentId, number>>;
  /** Stores what has changed since the last time. */
  publish(): Promise<void>;
  /** The node is gone. */
  stop(): Promise<void>;
}

interface Row {
  merchant_id: MerchantId;
  agent_id: AgentId;
  pages: number;
}

/**
 * Shares with other nodes, through the database, who has pages open at this one. Only changes are written, every two seconds,
 * so that pages that stay open cost nothing. Heartbeats use the database's clock: the machines' clocks may differ.
 */
export function startNodePages(
  { db, hub }: { db: Queryable; hub: Pick<Hub, 'sockets'> },
  report: (error: unknown) => void,
  everyMs = LOOK_EVERY_MS,
): NodePages {
  const node_id = randomUUID();
  let published = new Map<string, Row>();
  let looks = 0;
  let publishing = Promise.resolve();

  async function write(): Promise<void> {
    const now = countPages(hub);
    const changed = [...now].flatMap(([key, row]) => (published.get(key)?.pages === row.pages ? [] : [row]));
    const gone = [...published].flatMap(([key, row]) => (now.has(key) ? [] : [row]));
    const isDue = looks++ % SAID_EVERY === 0;
    if (changed.length + gone.length === 0 && !isDue) return;
    await inTransaction(db, async (tx) => {
      // A node that was taken for gone, while its database was away, comes back with all that it has.
      const { isNew } = await sayHere(tx, node_id);
      const all = isNew ? [...now.values()] : changed;
      if (gone.length > 0 && !isNew) await removeRows(tx, node_id, gone);
      if (all.length > 0) await writeRows(tx, node_id, all);
    });
    published = now;
  }

  const publish = (): Promise<void> => (publishing = publishing.then(write).catch(report));
  const timer = setInterval(() => void publish(), everyMs);
  timer.unref();
  return {
    ofOthers: (merchantId) => readPages(db, merchantId, node_id),
    publish,
    async stop() {
      clearInterval(timer);
      await publishing;
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
