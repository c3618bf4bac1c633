import { subDays } from 'date-fns/subDays';
import { sql } from 'kysely';
import type { ChainId } from './tables';
import type { Queryable } from '../platform/db/connection';
import { dropPartitions } from '../platform/db/partitions/drop-partitions';
import { AUDIT_RECORDS } from '../platform/db/partitions/partitioned';
import { inTransaction } from '../platform/db/transaction';
import { appendAudit, readChains } from './audit-queries';

/**
 * Forgets records that are older than `days`. Where the chain begins from then on is a record of the chain itself, so that
 * nobody else can shorten it. A chain is pruned at most once a day. A month's partition goes when all of its records have gone.
 */
export async function pruneAudit(db: Queryable, now: Date, days: number): Promise<void> {
  for (const { merchant_id } of await readChains(db)) {
    // What belongs to all merchants is little, and its releases are counted on from.
    if (merchant_id === 0) continue;
    const oldest = await db
      .selectFrom('audit_records')
      .select('at')
      .where('merchant_id', '=', merchant_id)
      .orderBy('seq')
      .limit(1)
      .executeTakeFirst();
    if (oldest && oldest.at < subDays(now, days + 1).toISOString())
      await pruneChain(db, merchant_id, subDays(now, days));
  }
  await dropPrunedMonths(db, subDays(now, days));
}

async function pruneChain(db: Queryable, chain: ChainId, until: Date): Promise<void> {
  await inTransaction(db, async (tx) => {
    await tx.selectFrom('audit_chains').select('seq').where('merchant_id', '=', chain).forUpdate().execute();
    const last = await tx
      .selectFrom('audit_records')
      .select(['seq', 'hash'])
      .where('merchant_id', '=', chain)
      .where('at', '<', until.toISOString())
      .orderBy('seq', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (last === undefined) return;
    await tx
      .updateTable('audit_chains')
      .set({ pruned_seq: last.seq, pruned_hash: last.hash })
      .where('merchant_id', '=', chain)
      .execute();
    await tx.deleteFrom('audit_records').where('merchant_id', '=', chain).where('seq', '<=', last.seq).execute();
    const ids = { seq: last.seq, hash: last.hash.toString('hex') };
    await appendAudit(tx, { chain, what: 'audit.pruned', about: `audit:${chain}`, detail: { ids } });
  });
}

/** Partitions of before `until` in which nothing is left. */
export async function dropPrunedMonths(db: Queryable, until: Date): Promise<void> {
  await dropPartitions(db, AUDIT_RECORDS, until, async (tx, { name }) => {
    const { rows } = await sql`select from ${sql.table(name)} limit 1`.execute(tx);
    return rows.length === 0;
  });
}
