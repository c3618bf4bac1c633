import type { Actor, AttachmentId, EmailAddress } from '@inbox/domain';
import { cutFileName, cutText, MOST_LETTERS, threadPlace, withoutBidiControls } from '@inbox/domain/conversation';
import type { ContentRow } from '../thread/content-rows';
import { insertWholeMail, splitLongMail } from '../thread/long-mails';
import { insertRaw } from '../thread/message-raws';
import { insertFetches } from '../../platform/outbox/queue';
import { ensurePost } from '../thread/posts';
import { storable, storableJson } from '../../platform/db/storable-text';
import type { ContentDetails } from '../thread/content-details';
import type { PostRowId } from '../thread/tables';
import type { TicketRow } from '../../tickets/lifecycle/ticket-rows';
import type { Change } from '../../platform/db/unit-of-work';
import type { IncomingMessage } from './incoming-message';

/** Where a message is placed in its thread; see `threadPlace`. */
export interface Placed {
  at: Date;
  /** What its sender claims, when the thread says it. */
  sentAt: Date | null;
}

export function placeOf({ source, sentAt }: Pick<IncomingMessage, 'source' | 'sentAt'>, now: Date): Placed {
  const place = threadPlace({ source, sentAt: sentAt.getTime(), arrivedAt: now.getTime() });
  return { at: new Date(place.at), sentAt: place.sentAt === null ? null : new Date(place.sentAt) };
}

/** Nothing that a sender wrote can make the database refuse the message, or a line of the list as long as a book. */
export function storableMessage(incoming: IncomingMessage): IncomingMessage {
  const orNull = (text: string | null) => text && storable(text);
  const { from } = incoming;
  return {
    ...incoming,
    externalId: storable(incoming.externalId),
    contact: storable(incoming.contact),
    answers: incoming.answers.map(storable),
    from: {
      name: cutText(withoutBidiControls(storable(from.name)).trim(), MOST_LETTERS.name),
      phone: orNull(from.phone),
      email: orNull(from.email),
    },
    message: storable(incoming.message),
    details: shortDetails(incoming.details),
    quotes: orNull(incoming.quotes),
    ...(incoming.post !== undefined && {
      post: {
        externalId: storable(incoming.post.externalId),
        permalink: orNull(incoming.post.permalink),
        postType: orNull(incoming.post.postType),
        adType: incoming.post.adType,
      },
    }),
    attachments: incoming.attachments.map((part) => ({
      ...part,
      filename: cutFileName(storable(part.filename)),
      content_type: storable(part.content_type),
      content_id_header: orNull(part.content_id_header),
      external_media_id: orNull(part.external_media_id),
    })),
  };
}

/** Subject and names within their limits. */
function shortDetails(details: ContentDetails): ContentDetails {
  const { subject, username, from, to, cc, bcc, reply_to } = details;
  const named = (people: EmailAddress[] | undefined) =>
    people?.map(({ email, name }) => ({ email, name: cutText(name, MOST_LETTERS.name) }));
  const people = { from: named(from), to: named(to), cc: named(cc), bcc: named(bcc), reply_to: named(reply_to) };
  return {
    ...details,
    ...(subject !== undefined && { subject: cutText(subject, MOST_LETTERS.subject) }),
    ...(username !== undefined && { username: cutText(username, MOST_LETTERS.name) }),
    ...Object.fromEntries(Object.entries(people).filter(([, each]) => each !== undefined)),
  };
}

/** What was stored under the channel's id of it: it is here already. */
export async function findKnown({ tx, merchantId }: Change, { accountId, externalId }: IncomingMessage) {
  return tx
    .selectFrom('contents')
    .select(['id', 'ticket_id', 'actor', 'details', 'send_status'])
    .where('merchant_id', '=', merchantId)
    .where('account_id', '=', accountId)
    .where('external_id', '=', externalId)
    .executeTakeFirst();
}

/** Puts a message into its ticket's thread, with its files, and the post that it stands under. */
export async function storeContent(
  work: Change,
  incoming: IncomingMessage,
  ticket: TicketRow,
  { actor, placed }: { actor: Actor; placed: Placed },
): Promise<ContentRow> {
  const { tx, merchantId, now } = work;
  const parent =
    incoming.quotes === null
      ? undefined
      : await tx
          .selectFrom('contents')
          .select(['id', 'details'])
          .where('merchant_id', '=', merchantId)
          .where('conversation_id', '=', ticket.conversation_id)
          .where('external_id', '=', incoming.quotes)
          .executeTakeFirst();
  const { details, whole } = splitLongMail(detailsOf(incoming, parent?.details));
  const row = await tx
    .insertInto('contents')
    .values({
      merchant_id: merchantId,
      conversation_id: ticket.conversation_id,
      ticket_id: ticket.id,
      account_id: incoming.accountId,
      content_type: incoming.content_type,
      message_type: incoming.message_type,
      actor,
      message: incoming.message,
      details: storableJson(details),
      parent_id: parent?.id ?? null,
      post_id: await postOf(work, incoming),
      external_id: incoming.externalId,
      created_at: placed.at,
      sent_at: placed.sentAt,
      stored_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  if (whole !== null) await insertWholeMail(tx, merchantId, row.id, whole);
  await storeAttachments(work, incoming, row);
  if (incoming.raw !== undefined) await insertRaw(tx, merchantId, row.id, incoming.raw);
  return row;
}

/** A comment belongs to the thread of the one that it answers; one that answers nothing begins a thread. */
function detailsOf(
  { content_type, details, externalId, quotes, raw }: IncomingMessage,
  parent?: ContentDetails,
): ContentDetails {
  if (raw !== undefined) return { ...details, channel: { ...details.channel, has_raw: true } };
  if (content_type !== 'comment') return details;
  return { ...details, comment_root: parent?.comment_root ?? quotes ?? externalId };
}

/** The row of the post that a comment stands under; of a new one the details are fetched after the commit. */
async function postOf(
  { tx, merchantId, wakeOutbox }: Change,
  { accountId, post }: IncomingMessage,
): Promise<PostRowId | null> {
  if (post === undefined) return null;
  const { id, isNew } = await ensurePost(tx, merchantId, accountId, post);
  if (isNew) {
    const payload = { post_id: id, external_id: post.externalId };
    await insertFetches(tx, [{ merchantId, accountId, contentId: null, payload: { kind: 'meta.post', payload } }]);
    wakeOutbox();
  }
  return id;
}

/** Rows in one statement, which takes 65,535 values at most. */
const MOST_ROWS = 1_000;

function setsOf<T>(rows: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(rows.length / size) }, (_, at) => rows.slice(at * size, (at + 1) * size));
}

/** Files that the channel still has are fetched after the commit. @returns the ids, in the order of the files */
export async function storeAttachments(
  { tx, merchantId, wakeOutbox }: Change,
  { accountId, attachments, source }: Pick<IncomingMessage, 'accountId' | 'attachments' | 'source'>,
  content: Pick<ContentRow, 'id'>,
): Promise<AttachmentId[]> {
  if (attachments.length === 0) return [];
  const rows = attachments.map((part) => ({ ...part, merchant_id: merchantId, content_id: content.id }));
  const stored = [];
  for (const set of setsOf(rows, MOST_ROWS)) {
    const inserted = await tx
      .insertInto('attachments')
      .values(set)
      .returning(['id', 'external_media_id', 'kind', 'content_type', 'storage_key'])
      .execute();
    stored.push(...inserted);
  }
  const fetches = stored.flatMap(({ id, external_media_id: media_id, kind, content_type, storage_key }) =>
    media_id === null || storage_key !== null ? [] : [{ attachment_id: id, media_id, kind, content_type }],
  );
  const ids = stored.map(({ id }) => id);
  if (fetches.length === 0) return ids;
  // WhatsApp names its files by an id; all else, also the picture of an advertisement there, has an address.
  const kindOf = (mediaId: string) =>
    source === 'whatsapp' && !URL.canParse(mediaId) ? 'whatsapp.media' : 'meta.media';
  const row = { merchantId, accountId, contentId: content.id };
  for (const set of setsOf(fetches, MOST_ROWS)) {
    await insertFetches(
      tx,
      set.map((payload) => ({ ...row, payload: { kind: kindOf(payload.media_id), payload } })),
    );
  }
  wakeOutbox();
  return ids;
}
