import { sql } from 'kysely';
import type { ChainId } from './tables';
import type { Queryable } from '../platform/db/connection';
import type { ChainedRecord } from './chain';

/** Records in memory at once. */
const PAGE = 2_000;

export interface AuditSearch {
  /** `agent:5`, or only `operator` for all of a kind. */
  who?: string | undefined;
  /** `ticket.changed`, only `ticket` for all of a kind, or what it is about: `ticket:123`. */
  what?: string | undefined;
  since?: Date | undefined;
  until?: Date | undefined;
  /** Only records before this one. */
  before?: number | undefined;
}

export interface FoundRecord {
  seq: number;
  content: string;
}

/** The newest first. */
export async function searchAudit(
  db: Queryable,
  chain: ChainId,
  { who, what, since, until, before }: AuditSearch,
  limit: number,
): Promise<FoundRecord[]> {
  let query = db.selectFrom('audit_records').select(['seq', 'content']).where('merchant_id', '=', chain);
  if (who !== undefined) {
    query = who.includes(':')
      ? query.where('who', '=', who)
      : query.where((eb) =>
          eb.or([eb('who', '=', who), eb(eb.fn('starts_with', ['who', eb.val(`${who}:`)]), '=', true)]),
        );
  }
  if (what?.includes(':')) query = query.where('about', '=', what);
  else if (what !== undefined) {
    query = query.where((eb) =>
      eb.or([eb('what', '=', what), eb(eb.fn('starts_with', ['what', eb.val(`${what}.`)]), '=', true)]),
    );
  }
  if (since !== undefined) query = query.where('at', '>=', since.toISOString());
  if (until !== undefined) query = query.where('at', '<', until.toISOString());
  if (before !== undefined) query = query.where('seq', '<', before);
  return query.orderBy('seq', 'desc').limit(limit).execute();
}

/** Where each chain begins and ends. */
export const readChains = (db: Queryable) => db.selectFrom('audit_chains').selectAll().orderBy('merchant_id').execute();

/** A chain's records in order, up to `last`, so that what is appended meanwhile is left out. */
export async function* chainRecords(db: Queryable, chain: ChainId, last: number): AsyncGenerator<ChainedRecord> {
  for (let after = 0; ;) {
    const rows = await db
      .selectFrom('audit_records')
      .select(['seq', 'previous', 'hash', 'content'])
      .where('merchant_id', '=', chain)
      .where('seq', '>', after)
      .where('seq', '<=', last)
      .orderBy('seq')
      .limit(PAGE)
      .execute();
    for (const { seq, previous, hash, content } of rows) {
      yield { merchant: chain, seq, previous: previous.toString('hex'), hash: hash.toString('hex'), content };
    }
    after = rows.at(-1)?.seq ?? 0;
    if (rows.length < PAGE) return;
  }
}

/** Appends a record of what no trigger sees; inside of the transaction that it tells of. */
export async function appendAudit(
  tx: Queryable,
  record: { chain: ChainId; what: string; about: string; detail: object; by?: string },
): Promise<number> {
  const { chain, what, about, detail, by = null } = record;
  const { rows } = await sql<{ seq: number }>`
    select audit_append(${chain}, ${what}, ${about}, ${JSON.stringify(detail)}::jsonb, ${by}) as seq`.execute(tx);
  return rows[0]?.seq ?? 0;
}
