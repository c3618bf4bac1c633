import { sql } from 'kysely';
import type { Queryable } from '../../platform/db/connection';
import type { ErasedCounts } from './tables';
import type { Traces } from './traces';

/** Rows in memory at once: a mail that was not understood may have megabytes. */
const PAGE = 20;

/** Erases what is stored as it came, or as it leaves, and is in no ticket: found by the customer's addresses and names. */
export async function eraseRaws(tx: Queryable, traces: Traces): Promise<ErasedCounts> {
  const { merchantId, contents, words } = traces;
  const { numAffectedRows: awaiting = 0n } = await sql`
    delete from inbox_kept k using contents c
    where k.merchant_id = ${merchantId} and c.merchant_id = k.merchant_id and c.id = any(${contents}::bigint[])
      and c.external_id is not null and k.about = c.account_id || ':' || c.external_id`.execute(tx);
  const letters = Number(awaiting) + (words.length === 0 ? 0 : await eraseDeadLetters(tx, traces));
  let leaving = 0n;
  for (const word of words) {
    const { numAffectedRows = 0n } = await sql`
      delete from outbox where merchant_id = ${merchantId} and position(${asJson(word)} in lower(payload::text)) > 0
        and content_id is null`.execute(tx);
    leaving += numAffectedRows;
  }
  return {
    ...(letters > 0 && { 'dead letters': letters }),
    ...(leaving > 0n && { 'events for an automation': Number(leaving) }),
  };
}

/** Dead letters whose merchant is not known count as well: nobody else will look for a person in them. */
async function eraseDeadLetters(tx: Queryable, { merchantId, words }: Traces): Promise<number> {
  let erased = 0;
  for (let after = 0; ;) {
    const rows = await tx
      .selectFrom('inbox_kept')
      .select(['id', 'body', 'reason', 'about'])
      .where('id', '>', after)
      .where((eb) => eb.or([eb('merchant_id', '=', merchantId), eb('merchant_id', 'is', null)]))
      .orderBy('id')
      .limit(PAGE)
      .execute();
    const naming = rows.filter(({ body, reason, about }) =>
      names(`${body.toString()} ${reason} ${about ?? ''}`, words),
    );
    if (naming.length > 0) {
      const ids = naming.map(({ id }) => id);
      await tx.deleteFrom('inbox_kept').where('id', 'in', ids).execute();
      erased += ids.length;
    }
    after = rows.at(-1)?.id ?? 0;
    if (rows.length < PAGE) return erased;
  }
}

const names = (text: string, words: readonly string[]): boolean => {
  const lower = text.toLowerCase();
  return words.some((word) => lower.includes(word) || lower.includes(asJson(word)) || lower.includes(escaped(word)));
};

/** As it stands within a JSON text. */
const asJson = (word: string): string => JSON.stringify(word).slice(1, -1);

/** The same as programs write it that escape all but ASCII, as Meta's does. */
const escaped = (word: string): string =>
  asJson(word).replace(/[^\x20-\x7e]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);
