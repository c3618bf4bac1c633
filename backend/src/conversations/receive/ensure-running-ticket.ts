import type { ContentRow } from '../thread/content-rows';
import { storable } from '../../platform/db/storable-text';
import type { AgentId } from '@inbox/domain';
import { messages } from '../../platform/errors/messages';
import type { TicketRow } from '../../tickets/lifecycle/ticket-rows';
import type { Change } from '../../platform/db/unit-of-work';
import type { FoundConversation } from './ensure-conversation';
import type { IncomingMessage } from '../incoming/incoming-message';

export interface FoundTicket {
  ticket: TicketRow;
  /** Says in the thread that the ticket was made; null when it was there. */
  log: ContentRow | null;
}

/**
 * The conversation's ticket that is not closed, locked; made when there is none.
 * @param at where the thread says that it was made
 * @param by the agent who makes it by hand
 */
export async function ensureRunningTicket(
  { tx, merchantId, now }: Change,
  incoming: Pick<IncomingMessage, 'accountId' | 'source' | 'details'>,
  conversation: FoundConversation,
  at: Date,
  by?: { id: AgentId; name: string },
): Promise<FoundTicket> {
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
      received_at: now,
      created_at: at,
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
      agent_id: by?.id ?? null,
      message: messages.logCreated(ticket.id, by?.name),
      details: JSON.stringify({ event: 'created' }),
      created_at: at,
      stored_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return { ticket, log };
}
