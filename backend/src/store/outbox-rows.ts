import type {
  AccountId,
  AttachmentId,
  ContentId,
  CustomerId,
  EmailAddress,
  MediaKind,
  MerchantId,
} from '@inbox/domain';
import { sql } from 'kysely';
import type { Queryable } from './connection';
import type { PostRowId } from './schema';

/** A file on the disk that goes along. */
export interface FilePart {
  storage_key: string;
  filename: string;
  content_type: string;
  kind: MediaKind;
  /** Bytes. */
  size: number;
}

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
    files?: FilePart[];
  };
  'whatsapp.file': { to: string; file: FilePart; caption: string; reply_to_wamid: string | null };
  /** Instagram and Messenger alike. */
  'meta.text': { to: string; text: string; reply_to_mid: string | null };
  'meta.file': { to: string; file: FilePart };
  'comment.reply': { comment_id: string; text: string };
  /** What follows changes nothing when it is done twice, and never waits for an answer that it cannot do without. */
  'comment.hide': { comment_id: string };
  'comment.delete': { comment_id: string };
  'whatsapp.media': { attachment_id: AttachmentId; media_id: string; kind: MediaKind; content_type: string };
  'meta.media': { attachment_id: AttachmentId; media_id: string; kind: MediaKind; content_type: string };
  'meta.profile': { customer_id: CustomerId; contact: string };
  'meta.post': { post_id: PostRowId; external_id: string };
}
export type OutboxKind = keyof OutboxPayloads;
export type OutboxLetter = { [Kind in OutboxKind]: { kind: Kind; payload: OutboxPayloads[Kind] } }[OutboxKind];

/** What changes nothing when it is done twice. */
export type RepeatableLetter = Extract<
  OutboxLetter,
  { kind: 'comment.hide' | 'comment.delete' | 'whatsapp.media' | 'meta.media' | 'meta.profile' | 'meta.post' }
>;

/** By the database's clock, so that several nodes agree. */
export const fromNow = (ms: number) => sql<Date>`now() + ${ms} * interval '1 millisecond'`;

/** Stores what is to leave, in the transaction of what it belongs to. */
export async function insertOutbox(
  db: Queryable,
  row: {
    merchantId: MerchantId;
    accountId: AccountId;
    contentId: ContentId;
    letter: OutboxLetter;
    /** Milliseconds that it waits. By the database's clock, which also says what is due: nodes' clocks differ. */
    afterMs?: number;
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
      next_at: fromNow(row.afterMs ?? 0),
      lease_until: null,
      last_error: null,
    })
    .execute();
}

/** Puts what failed for good in line again, as it was. Says whether there was something. */
export async function requeueOutbox(db: Queryable, merchantId: MerchantId, contentId: ContentId): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('outbox')
    .set({ state: 'waiting', attempts: 0, next_at: fromNow(0), lease_until: null, last_error: null })
    .where('merchant_id', '=', merchantId)
    .where('content_id', '=', contentId)
    .where('state', '=', 'failed')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Takes out for good what has not left. Of a row that waits and is in no process's hands the channel has heard nothing.
 * Says whether there was something.
 */
export async function withdrawOutbox(db: Queryable, merchantId: MerchantId, contentId: ContentId): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('outbox')
    .where('merchant_id', '=', merchantId)
    .where('content_id', '=', contentId)
    .where('state', '=', 'waiting')
    .where('lease_until', 'is', null)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Is such a row of this item on its way already? */
export async function hasWaiting(
  db: Queryable,
  merchantId: MerchantId,
  contentId: ContentId,
  kind: OutboxKind,
): Promise<boolean> {
  const row = await db
    .selectFrom('outbox')
    .select('id')
    .where('merchant_id', '=', merchantId)
    .where('content_id', '=', contentId)
    .where('kind', '=', kind)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  return row !== undefined;
}
