import { createHash } from 'node:crypto';
import type { MerchantId } from '@inbox/domain';
import { cutText } from '@inbox/domain/conversation';
import { subDays } from 'date-fns/subDays';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/db/connection';
import { storable } from '../../platform/db/storable-text';

/** News of an account from its channel, for its store admins. */
export interface ChannelNotice {
  /** As the channel calls it. */
  kind: string;
  /** The part of the account that it is about, such as a template; empty for all of it. */
  subject: string;
  /** A store admin has to act on it. */
  is_grave: boolean;
  words: string;
}

const MOST_LETTERS = { subject: 300, words: 2_000 };

/** Stores the newest of its kind and subject. @param body the delivery: the same one twice is counted once */
export async function storeNotice(
  db: Queryable,
  merchantId: MerchantId,
  { kind, subject, is_grave, words }: ChannelNotice,
  { body, now }: { body: Buffer; now: Date },
): Promise<void> {
  await db
    .insertInto('channel_notices')
    .values({
      merchant_id: merchantId,
      kind: storable(kind),
      subject: cutText(storable(subject), MOST_LETTERS.subject),
      is_grave,
      words: cutText(storable(words), MOST_LETTERS.words),
      digest: createHash('sha256').update(body).digest(),
      noticed_at: now,
    })
    .onConflict((conflict) =>
      conflict.columns(['merchant_id', 'kind', 'subject']).doUpdateSet((eb) => ({
        is_grave: eb.ref('excluded.is_grave'),
        words: eb.ref('excluded.words'),
        noticed_at: eb.ref('excluded.noticed_at'),
        digest: eb.ref('excluded.digest'),
        dismissed_at: sql<Date | null>`CASE WHEN channel_notices.digest = excluded.digest THEN channel_notices.dismissed_at END`,
        times: sql<number>`channel_notices.times + (channel_notices.digest <> excluded.digest)::int`,
      })),
    )
    .execute();
}

const KEPT_DAYS = 30;
const MOST_SHOWN = 50;

/** Those of the last thirty days that no store admin has dismissed, newest first. */
export async function listNotices(db: Queryable, merchantId: MerchantId, now: Date) {
  return db
    .selectFrom('channel_notices')
    .select(['id', 'is_grave', 'words', 'times', 'noticed_at'])
    .where('merchant_id', '=', merchantId)
    .where('noticed_at', '>', subDays(now, KEPT_DAYS))
    .where('dismissed_at', 'is', null)
    .orderBy('noticed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST_SHOWN)
    .execute();
}

/**
 * Hides a notice from every store admin of the shop, until the channel reports the same once more.
 *
 * @returns whether the shop has such a notice
 */
export async function dismissNotice(db: Queryable, merchantId: MerchantId, id: number, now: Date): Promise<boolean> {
  const dismissed = await db
    .updateTable('channel_notices')
    .set({ dismissed_at: now })
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return dismissed !== undefined;
}

/** Deletes those that {@link listNotices} no longer shows: each payment has a row. */
export async function deleteOldNotices(db: Queryable, now: Date): Promise<void> {
  await db.deleteFrom('channel_notices').where('noticed_at', '<=', subDays(now, KEPT_DAYS)).execute();
}
