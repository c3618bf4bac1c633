import type { AccountId, AttachmentId, ContentId, EmailAddress, MediaKind, MerchantId } from '@inbox/domain';
import type { Queryable } from './connection';

/** What an outbox row carries, by its kind: all that the channel must be told, so that a send needs nothing else. */
export interface OutboxPayloads {
  'whatsapp.text': { to: string; text: string; reply_to_wamid: string | null };
  'email.reply': {
    from: EmailAddress;
    to: EmailAddress[];
    cc: EmailAddress[];
    bcc: EmailAddress[];
    subject: string;
    text: string;
    /** The Message-ID that is answered, with its angle brackets. */
    in_reply_to: string | null;
    references: string[];
    /** Made once, when stored: a mail sent twice is one mail to its reader. */
    message_id: string;
  };
  'whatsapp.media': { attachment_id: AttachmentId; media_id: string; kind: MediaKind; content_type: string };
}
export type OutboxKind = keyof OutboxPayloads;
export type OutboxLetter = { [Kind in OutboxKind]: { kind: Kind; payload: OutboxPayloads[Kind] } }[OutboxKind];

/** Stores what is to leave, in the transaction of what it belongs to. */
export async function insertOutbox(
  db: Queryable,
  row: {
    merchantId: MerchantId;
    accountId: AccountId;
    contentId: ContentId;
    letter: OutboxLetter;
    due: Date;
  },
): Promise<void> {
  await db
    .insertInto('outbox')
    .values({
      merchant_id: row.merchantId,
      account_id: row.accountId,
      content_id: row.contentId,
      conversation_id: (eb) =>
        eb
          .selectFrom('contents')
          .select('conversation_id')
          .where('merchant_id', '=', row.merchantId)
          .where('id', '=', row.contentId),
      kind: row.letter.kind,
      payload: JSON.stringify(row.letter.payload),
      next_at: row.due,
      lease_until: null,
      last_error: null,
    })
    .execute();
}

/** Puts what failed for good in line again, as it was. Says whether there was something. */
export async function requeueOutbox(
  db: Queryable,
  merchantId: MerchantId,
  contentId: ContentId,
  due: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('outbox')
    .set({ state: 'waiting', attempts: 0, next_at: due, lease_until: null, last_error: null })
    .where('merchant_id', '=', merchantId)
    .where('content_id', '=', contentId)
    .where('state', '=', 'failed')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
