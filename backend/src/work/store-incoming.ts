import type { Actor } from '@inbox/domain';
import type { ContentRow } from '../store/content-rows';
import { insertFetches } from '../store/outbox-queue';
import { ensurePost } from '../store/posts';
import { storable, storableJson } from '../store/text';
import type { ContentDetails, PostRowId } from '../store/schema';
import type { TicketRow } from '../store/ticket-rows';
import type { Change } from './change';
import type { IncomingMessage } from './incoming';

/**
 * When a message counts as sent. Channels tell whole seconds, and the end of the second is taken: else a quick answer
 * would stand above the reply that it answers. Never later than now, whatever a sender's clock says.
 */
export function momentOf(sentAt: Date, now: Date): Date {
  const end = sentAt.getTime() + (sentAt.getMilliseconds() === 0 ? 999 : 0);
  return new Date(Math.min(end, now.getTime()));
}

/** Nothing that a sender wrote can make the database refuse the message. */
export function storableMessage(incoming: IncomingMessage): IncomingMessage {
  const orNull = (text: string | null) => text && storable(text);
  const { from } = incoming;
  return {
    ...incoming,
    externalId: storable(incoming.externalId),
    contact: storable(incoming.contact),
    answers: incoming.answers.map(storable),
    from: { name: storable(from.name), phone: orNull(from.phone), email: orNull(from.email) },
    message: storable(incoming.message),
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
      filename: storable(part.filename),
      content_type: storable(part.content_type),
      content_id_header: orNull(part.content_id_header),
      external_media_id: orNull(part.external_media_id),
    })),
  };
}

/** What was stored under the channel's id of it: it is here already. */
export async function findKnown({ tx, merchantId }: Change, { accountId, externalId }: IncomingMessage) {
  return tx
    .selectFrom('contents')
    .select(['actor', 'details'])
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
  { actor, sentAt }: { actor: Actor; sentAt: Date },
): Promise<ContentRow> {
  const { tx, merchantId } = work;
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
      details: storableJson(detailsOf(incoming, parent?.details)),
      parent_id: parent?.id ?? null,
      post_id: await postOf(work, incoming),
      external_id: incoming.externalId,
      created_at: sentAt,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await storeAttachments(work, incoming, row);
  return row;
}

/** A comment belongs to the thread of the one that it answers; one that answers nothing begins a thread. */
function detailsOf({ content_type, details, externalId, quotes }: IncomingMessage, parent?: ContentDetails) {
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
    await insertFetches(tx, [{ merchantId, accountId, contentId: null, letter: { kind: 'meta.post', payload } }]);
    wakeOutbox();
  }
  return id;
}

/** What the channel still has is fetched after the commit. */
async function storeAttachments(
  { tx, merchantId, wakeOutbox }: Change,
  { accountId, attachments, source }: IncomingMessage,
  content: ContentRow,
): Promise<void> {
  if (attachments.length === 0) return;
  const stored = await tx
    .insertInto('attachments')
    .values(attachments.map((part) => ({ ...part, merchant_id: merchantId, content_id: content.id })))
    .returning(['id', 'external_media_id', 'kind', 'content_type', 'storage_key'])
    .execute();
  const fetches = stored.flatMap(({ id, external_media_id: media_id, kind, content_type, storage_key }) =>
    media_id === null || storage_key !== null ? [] : [{ attachment_id: id, media_id, kind, content_type }],
  );
  if (fetches.length === 0) return;
  const kind = source === 'whatsapp' ? 'whatsapp.media' : 'meta.media';
  const row = { merchantId, accountId, contentId: content.id };
  await insertFetches(
    tx,
    fetches.map((payload) => ({ ...row, letter: { kind, payload } })),
  );
  wakeOutbox();
}
