import type { AccountId, MerchantId } from '@inbox/domain';
import { sql } from 'kysely';
import type { Queryable } from '../db/connection';

/** Whether a mail with this Message-ID is a notice that the inbox itself has sent from the mailbox, such as a report. */
export async function isNoticeOfOurs(
  db: Queryable,
  mailbox: { merchant_id: MerchantId; id: AccountId },
  messageId: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('outbox')
    .select('id')
    .where('merchant_id', '=', mailbox.merchant_id)
    .where('account_id', '=', mailbox.id)
    // What belongs to a ticket is known by its content.
    .where('content_id', 'is', null)
    .where('kind', '=', 'email.reply')
    .where(sql<string>`payload ->> 'message_id'`, '=', messageId)
    .executeTakeFirst();
  return row !== undefined;
}
