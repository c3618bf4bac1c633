import type { MerchantId } from '@inbox/domain';
import { sql, type Selectable } from 'kysely';
import type { Queryable } from '../../platform/db/connection';
import type { ErasureId, ErasuresTable } from './tables';

export type Erasure = Selectable<ErasuresTable>;

export interface NewErasure extends Pick<
  Erasure,
  'merchant_id' | 'reason' | 'customer_ids' | 'ticket_ids' | 'requested_by' | 'erased_at' | 'counts' | 'files'
> {
  /** Of one that is done again after a restore. */
  ref?: string | undefined;
}

export async function insertErasure(tx: Queryable, { ref, ...erasure }: NewErasure): Promise<ErasureId> {
  const { id } = await tx
    .insertInto('erasures')
    .values({ ...erasure, counts: JSON.stringify(erasure.counts), ...(ref && { ref }) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function findErasure(db: Queryable, merchantId: MerchantId, id: ErasureId): Promise<Erasure | undefined> {
  return db
    .selectFrom('erasures')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Those without a certificate, oldest first. */
export const listUnfinished = (db: Queryable): Promise<Erasure[]> =>
  db.selectFrom('erasures').selectAll().where('certificate', 'is', null).orderBy('id').execute();

/** Those whose files are still on the disk. */
export const listWithFiles = (db: Queryable): Promise<Pick<Erasure, 'id' | 'files'>[]> =>
  db
    .selectFrom('erasures')
    .select(['id', 'files'])
    .where('certificate', 'is', null)
    .where((eb) => eb(eb.fn('cardinality', ['files']), '>', 0))
    .orderBy('id')
    .execute();

/** Takes files that are removed off the list of their erasure. */
export async function forgetFiles(db: Queryable, id: ErasureId, removed: readonly string[]): Promise<void> {
  const files = sql<string[]>`array(select file from unnest(files) as file where file <> all(${[...removed]}::text[]))`;
  await db.updateTable('erasures').set({ files }).where('id', '=', id).execute();
}

/** False when another process has made one. */
export async function storeCertificate(db: Queryable, id: ErasureId, certificate: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('erasures')
    .set({ certificate })
    .where('id', '=', id)
    .where('certificate', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
