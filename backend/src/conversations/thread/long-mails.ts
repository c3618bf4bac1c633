import type { ContentId, MerchantId } from '@inbox/domain';
import { mailBeginning } from '@inbox/domain/conversation';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/db/connection';
import type { ContentDetails } from './content-details';
import { storable } from '../../platform/db/storable-text';

/**
 * What of a mail stands in its row, and the HTML that is stored beside it because a thread shows only its beginning: a
 * page of a thread then reads no megabytes that nobody has asked for.
 */
export function splitLongMail(details: ContentDetails): { details: ContentDetails; whole: string | null } {
  if (typeof details.html !== 'string') return { details, whole: null };
  // As both are stored: the whole goes on where the beginning ends.
  const html = storable(details.html);
  const beginning = mailBeginning(html);
  if (beginning.length === html.length) return { details, whole: null };
  return { details: { ...details, html: beginning, html_length: html.length }, whole: html };
}

/** Stores all of a mail's HTML beside its row. */
export async function insertWholeMail(
  db: Queryable,
  merchantId: MerchantId,
  contentId: ContentId,
  html: string,
): Promise<void> {
  await db.insertInto('long_mails').values({ merchant_id: merchantId, content_id: contentId, html }).execute();
}

/** All of a mail's HTML, or its text when it has none; undefined when there is no such mail. */
export async function findWholeMail(db: Queryable, merchantId: MerchantId, id: ContentId): Promise<string | undefined> {
  const row = await db
    .selectFrom('contents as c')
    .leftJoin('long_mails as l', (join) =>
      join.onRef('l.merchant_id', '=', 'c.merchant_id').onRef('l.content_id', '=', 'c.id'),
    )
    .select((eb) => eb.fn.coalesce('l.html', sql<string | null>`c.details->>'html'`, eb.ref('c.message')).as('whole'))
    .where('c.merchant_id', '=', merchantId)
    .where('c.id', '=', id)
    .where('c.content_type', '=', 'email')
    .where('c.deleted', '=', false)
    .executeTakeFirst();
  return row?.whole;
}
