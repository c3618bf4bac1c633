import { afterCustomerMessage, type ContentId, type TicketId } from '@inbox/domain';
import { sql } from 'kysely';
import { toContentItems, type ContentRow } from '../store/content-rows';
import { insertFetches } from '../store/outbox-queue';
import { storable, storableJson } from '../store/text';
import { toTicket, type TicketRow } from '../store/ticket-rows';
import { change, type Change, type WorkContext } from './change';
import { findConversation, type FoundConversation } from './find-conversation';
import type { IncomingMessage } from './incoming';
import { lastMessageOf } from './last-message';

export type Received = { outcome: 'stored'; contentId: ContentId; ticketId: TicketId } | Duplicate;

/** It is here already; `known` is what was stored of it. */
export interface Duplicate {
  outcome: 'duplicate';
  known: Pick<ContentRow, 'actor' | 'details'>;
}

/**
 * Takes a customer's message in: into the conversation's running ticket, or a new one when the last is closed (spec
 * section 4). The same delivery twice makes one message. Late messages find their place by the channel's own time, and
 * never move the ticket's recency backwards.
 */
export async function receiveMessage(context: WorkContext, given: IncomingMessage): Promise<Received> {
  const incoming = storableMessage(given);
  return change(context, { merchantId: incoming.merchantId, by: null }, async (work) => {
    const known = await findKnown(work, incoming);
    if (known) return { outcome: 'duplicate', known };
    const conversation = await findConversation(work, incoming);
    // The same delivery may have been under way: now that the conversation is ours, its end is seen.
    const justStored = await findKnown(work, incoming);
    if (justStored) return { outcome: 'duplicate', known: justStored };

    const sentAt = momentOf(incoming.sentAt, work.now);
    const { ticket, log } = await runningTicket(work, incoming, conversation, sentAt);
    const content = await storeContent(work, incoming, ticket, sentAt);
    const after = await updateTicket(work, incoming, ticket, sentAt);
    const items = await toContentItems(work.tx, work.merchantId, log ? [log, content] : [content]);
    work.tell('conversations.new_message', { tickets: [toTicket(after)], items });
    return { outcome: 'stored', contentId: content.id, ticketId: ticket.id };
  });
}

/**
 * When a message counts as sent. Channels tell whole seconds, and the end of the second is taken: else a quick answer
 * would stand above the reply that it answers. Never later than now, whatever a sender's clock says.
 */
function momentOf(sentAt: Date, now: Date): Date {
  const end = sentAt.getTime() + (sentAt.getMilliseconds() === 0 ? 999 : 0);
  return new Date(Math.min(end, now.getTime()));
}

/** Nothing that a sender wrote can make the database refuse the message. */
function storableMessage(incoming: IncomingMessage): IncomingMessage {
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
    attachments: incoming.attachments.map((part) => ({
      ...part,
      filename: storable(part.filename),
      content_type: storable(part.content_type),
      content_id_header: orNull(part.content_id_header),
      external_media_id: orNull(part.external_media_id),
    })),
  };
}

async function findKnown({ tx, merchantId }: Change, { accountId, externalId }: IncomingMessage) {
  return tx
    .selectFrom('contents')
    .select(['actor', 'details'])
    .where('merchant_id', '=', merchantId)
    .where('account_id', '=', accountId)
    .where('external_id', '=', externalId)
    .executeTakeFirst();
}

async function runningTicket(
  { tx, merchantId }: Change,
  incoming: IncomingMessage,
  conversation: FoundConversation,
  sentAt: Date,
): Promise<{ ticket: TicketRow; log: ContentRow | null }> {
  const running = await tx
    .selectFrom('tickets')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('conversation_id', '=', conversation.id)
    .where('status', '<>', 'closed')
    .forUpdate()
    .executeTakeFirst();
  if (running) return { ticket: running, log: null };

  const { full_name } = await tx
    .selectFrom('customers')
    .select('full_name')
    .where('merchant_id', '=', merchantId)
    .where('id', '=', conversation.customer_id)
    .executeTakeFirstOrThrow();
  const ticket = await tx
    .insertInto('tickets')
    .values({
      merchant_id: merchantId,
      conversation_id: conversation.id,
      account_id: incoming.accountId,
      customer_id: conversation.customer_id,
      source: incoming.source,
      subject: incoming.details.subject === undefined ? null : storable(incoming.details.subject),
      full_name,
      status: 'unassigned',
      received_at: sentAt,
      created_at: sentAt,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const log = await tx
    .insertInto('contents')
    .values({
      merchant_id: merchantId,
      conversation_id: conversation.id,
      ticket_id: ticket.id,
      content_type: 'log',
      message: `Ticket #${ticket.id} was created`,
      details: JSON.stringify({ event: 'created' }),
      created_at: sentAt,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return { ticket, log };
}

async function storeContent(
  work: Change,
  incoming: IncomingMessage,
  ticket: TicketRow,
  sentAt: Date,
): Promise<ContentRow> {
  const { tx, merchantId } = work;
  const parent =
    incoming.quotes === null
      ? undefined
      : await tx
          .selectFrom('contents')
          .select('id')
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
      actor: 'customer',
      message: incoming.message,
      details: storableJson(incoming.details),
      parent_id: parent?.id ?? null,
      external_id: incoming.externalId,
      created_at: sentAt,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await storeAttachments(work, incoming, row);
  return row;
}

/** What the channel still has is fetched after the commit. */
async function storeAttachments(
  { tx, merchantId, wakeOutbox }: Change,
  { accountId, attachments }: IncomingMessage,
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
  const row = { merchantId, accountId, contentId: content.id, kind: 'whatsapp.media' } as const;
  await insertFetches(
    tx,
    fetches.map((payload) => ({ ...row, payload })),
  );
  wakeOutbox();
}

async function updateTicket(
  { tx, merchantId }: Change,
  incoming: IncomingMessage,
  ticket: TicketRow,
  sentAt: Date,
): Promise<TicketRow> {
  const status = afterCustomerMessage({
    ...ticket,
    conversation_source: ticket.source,
    session_expiry_at: ticket.session_expiry_at?.toISOString() ?? null,
  });
  if (status === null) throw new Error(`Ticket ${ticket.id} is closed and cannot take a message in`);
  const isNewest = ticket.last_message === null || Date.parse(ticket.last_message.created_at) <= sentAt.getTime();
  return tx
    .updateTable('tickets')
    .set({
      rev: sql<number>`rev + 1`,
      status,
      follow_up_at: status === 'follow_up' ? ticket.follow_up_at : null,
      unread_count: sql<number>`unread_count + 1`,
      conversation_read: false,
      received_at: sql<Date>`greatest(received_at, ${sentAt})`,
      ...(ticket.source === 'whatsapp' && { session_expiry_at: sql<Date>`greatest(session_expiry_at, ${sentAt})` }),
      ...(isNewest && { last_message: storableJson(lastMessageOf({ actor: 'customer' }, incoming, sentAt)) }),
    })
    .where('merchant_id', '=', merchantId)
    .where('id', '=', ticket.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
