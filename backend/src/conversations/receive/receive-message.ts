import type { ContentId, CustomerId, TicketId } from '@inbox/domain';
import { sessionAfterMessage } from '@inbox/domain';
import { afterCustomerMessage } from '@inbox/domain/conversation';
import { sql } from 'kysely';
import { toContentItems, type ContentRow } from '../thread/content-rows';
import { insertFetches } from '../../platform/outbox/queue';
import { storableJson } from '../../platform/db/storable-text';
import { toTicket, type TicketRow } from '../../tickets/lifecycle/ticket-rows';
import { change, type Change, type WorkContext } from '../../platform/db/unit-of-work';
import { alter, takeEarlyAlterations } from '../remote-edits/remote-edits';
import { ensureConversation, type FoundConversation } from './ensure-conversation';
import type { IncomingMessage } from '../incoming/incoming-message';
import { lastMessageOf } from '../thread/last-message';
import { followNumber } from './follow-number';
import { lockContent, lockExternalId } from '../delivery/report-delivery';
import { ensureRunningTicket } from './ensure-running-ticket';
import { handleDuplicate } from './complete-stand-in';
import { findKnown, placeOf, storableMessage, storeContent, type Placed } from '../incoming/store-incoming';

export type Received = { outcome: 'stored'; contentId: ContentId; ticketId: TicketId } | Duplicate;

/** It is here already; `known` is what was stored of it. */
export interface Duplicate {
  outcome: 'duplicate' | 'completed';
  known: Pick<ContentRow, 'actor' | 'details'>;
}

/** Channels that tell later of a message that it was changed or taken back. */
const ALTERABLE = new Set(['whatsapp', 'instagram', 'messenger', 'comment']);

/**
 * Takes a customer's message in: into the conversation's running ticket, or a new one when the last is closed (spec
 * section 4). The same delivery twice makes one message. Where it is placed is `threadPlace`'s decision; the list and what
 * is unread follow the arrival.
 */
export async function receiveMessage(context: WorkContext, given: IncomingMessage): Promise<Received> {
  const incoming = storableMessage(given);
  const { accountId, externalId, source, movesTo } = incoming;
  let changed: CustomerId[] = [];
  const received = await change(context, { merchantId: incoming.merchantId, by: null }, async (work) => {
    changed = [];
    const known = await findKnown(work, incoming);
    if (known) return { outcome: await handleDuplicate(work, known, incoming), known };
    if (ALTERABLE.has(source)) await lockExternalId(work, accountId, externalId);
    const followed = movesTo === undefined ? null : await followNumber(work, incoming, movesTo);
    changed = followed?.customers ?? [];
    const arriving = movesTo === undefined ? incoming : atNumber(incoming, movesTo);
    const conversation = followed?.conversation ?? (await ensureConversation(work, arriving));
    // The same delivery may have been under way: now that the conversation is ours, its end is seen.
    const justStored = await findKnown(work, incoming);
    if (justStored) return { outcome: await handleDuplicate(work, justStored, incoming), known: justStored };

    const placed = placeOf(incoming, work.now);
    const { ticket, log } = await ensureRunningTicket(work, incoming, conversation, placed.at);
    const content = await storeContent(work, incoming, ticket, { actor: 'customer', placed });
    const after = await updateTicket(work, incoming, ticket, placed);
    await requestProfileName(work, incoming, conversation);
    const items = await toContentItems(work.tx, work.merchantId, log ? [log, content] : [content]);
    const event = source === 'comment' ? 'conversations.new_comment' : 'conversations.new_message';
    work.publish(event, { tickets: [toTicket(after)], items });
    if (ALTERABLE.has(source)) {
      for (const what of await takeEarlyAlterations(work, accountId, externalId)) {
        await alter(work, await lockContent(work, content), what);
      }
    }
    return { outcome: 'stored', contentId: content.id, ticketId: ticket.id } as const;
  });
  const { merchantId } = incoming;
  if (changed.length > 0) context.live.signal(merchantId, { type: 'customers.changed', customer_ids: changed });
  return received;
}

/** The same from the number that its sender has now. */
const atNumber = (incoming: IncomingMessage, contact: string): IncomingMessage => {
  return { ...incoming, contact, from: { ...incoming.from, phone: `+${contact}` } };
};

/** The channel is asked for the name of somebody who writes for the first time, after the commit. */
export async function requestProfileName(
  { tx, merchantId, wakeOutbox }: Change,
  { isUnnamed, accountId, contact }: IncomingMessage,
  { isNew, customer_id }: FoundConversation,
): Promise<void> {
  if (isUnnamed !== true || !isNew) return;
  const payload = { kind: 'meta.profile', payload: { customer_id, contact } } as const;
  await insertFetches(tx, [{ merchantId, accountId, contentId: null, payload }]);
  wakeOutbox();
}

async function updateTicket(
  { tx, merchantId, now }: Change,
  incoming: IncomingMessage,
  ticket: TicketRow,
  { at }: Placed,
): Promise<TicketRow> {
  const status = afterCustomerMessage({
    ...ticket,
    conversation_source: ticket.source,
    session_expiry_at: ticket.session_expiry_at?.toISOString() ?? null,
  });
  if (status === null) throw new Error(`Ticket ${ticket.id} is closed and cannot take a message in`);
  const isNewest = ticket.last_message === null || Date.parse(ticket.last_message.created_at) <= at.getTime();
  const session = sessionAfterMessage(ticket.session_expiry_at?.getTime() ?? null, {
    sentAt: incoming.sentAt.getTime(),
    arrivedAt: now.getTime(),
    changesNumber: incoming.movesTo !== undefined,
  });
  return tx
    .updateTable('tickets')
    .set({
      rev: sql<number>`rev + 1`,
      status,
      follow_up_at: status === 'follow_up' ? ticket.follow_up_at : null,
      unread_count: sql<number>`unread_count + 1`,
      conversation_read: false,
      received_at: sql<Date>`greatest(received_at, ${now})`,
      ...(ticket.source === 'whatsapp' && { session_expiry_at: new Date(session) }),
      ...(isNewest && { last_message: storableJson(lastMessageOf({ actor: 'customer' }, incoming, at)) }),
    })
    .where('merchant_id', '=', merchantId)
    .where('id', '=', ticket.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
