import type { MerchantId } from '@inbox/domain';
import type { Queryable } from '../platform/db/connection';
import { storeNotice } from '../conversations/dead-letters/channel-notices';
import { storeDeadLetter } from '../conversations/dead-letters/dead-letters';

/** Adds a dead letter and a notice to a shop that has none; returns their numbers. */
export async function addDeadLetterAndNotice(
  db: Queryable,
  merchantId: MerchantId,
): Promise<{ deadLetter: number; notice: number }> {
  const notice = { kind: 'account_update', subject: '', is_grave: false, words: 'Reviewed' };
  await storeNotice(db, merchantId, notice, { body: Buffer.from('{}'), now: new Date() });
  await storeDeadLetter(db, { merchantId, door: 'meta', reason: 'Not JSON.', body: Buffer.from('{') });
  const numberOf = async (table: 'inbox_kept' | 'channel_notices') =>
    (await db.selectFrom(table).select('id').where('merchant_id', '=', merchantId).executeTakeFirstOrThrow()).id;
  return { deadLetter: await numberOf('inbox_kept'), notice: await numberOf('channel_notices') };
}
