import type { ReplyToManyRequest } from '@inbox/api/wire';
import type { SendResult, TicketSend } from '@inbox/domain';
import {
  hasPlaceholders,
  maySendToMany,
  resolvePlaceholders,
  type Known,
  type ManyKind,
} from '@inbox/domain/conversation';
import type { SignedIn } from '../../agents/sessions/session';
import { readCustomer } from '../../customers/customer-queries';
import { listOrders } from '../../customers/order-queries';
import { change, type Change, type WorkContext } from '../../platform/db/unit-of-work';
import { messages } from '../../platform/errors/messages';
import { WorkError } from '../../platform/errors/errors';
import { findByTempId, sentResult } from '../thread/reply-queries';
import { lockTickets, ruledTicket, type TicketRow } from '../../tickets/lifecycle/ticket-rows';
import type { SendingContext } from './compose-reply';
import { replyWithin, type Replied } from './reply';

/** Stores the message of one ticket with its way out, or throws a WorkError. */
export type SendOne = (work: Change, ticket: TicketRow, send: TicketSend) => Promise<Replied>;

/**
 * Sends to each ticket in a transaction of its own, one after the other: what one is refused for says nothing of the others,
 * and what was stored stays when the process ends in between. What has a message under its temp_id already is answered and
 * left alone, also when that message has failed: sending it again is a decision for its ticket.
 */
export async function sendToMany(
  context: WorkContext,
  who: SignedIn,
  { sends, kind }: { sends: readonly TicketSend[]; kind: ManyKind },
  sendOne: SendOne,
): Promise<SendResult[]> {
  const results: SendResult[] = [];
  for (const send of sends) results.push(await resultOf(context, who, send, kind, sendOne));
  return results;
}

/** The same message on each of the tickets, with each one's values for its placeholders. */
export function replyToMany(
  context: SendingContext,
  who: SignedIn,
  { message, sends }: ReplyToManyRequest,
): Promise<SendResult[]> {
  return sendToMany(context, who, { sends, kind: 'message' }, async (work, row, { ticket_id, temp_id }) => {
    const [text = ''] = await resolveAllFor(work, row, [message]);
    const to = row.source === 'email' && row.customer_email !== null ? [row.customer_email] : [];
    return replyWithin(context.composers, work, who, {
      message: text,
      conversation_id: row.conversation_id,
      conversation_source: row.source,
      ticket_id,
      temp_id,
      ...{ to, cc: [], bcc: [] },
      convmsg_message_id: null,
      attachment_ids: [],
      seen: null,
    });
  });
}

/** Texts of one message with this ticket's values for their placeholders; a missing one is `NOT_FOUND` (spec section 3). */
export async function resolveAllFor(
  { tx, merchantId }: Change,
  { conversation_id }: TicketRow,
  texts: readonly string[],
): Promise<string[]> {
  if (!texts.some(hasPlaceholders)) return [...texts];
  const known: Known = {
    customer: (await readCustomer(tx, merchantId, conversation_id)) ?? null,
    orders: (await listOrders(tx, merchantId, conversation_id)) ?? [],
  };
  return texts.map((text) => resolvePlaceholders(text, known));
}

async function resultOf(
  context: WorkContext,
  who: SignedIn,
  send: TicketSend,
  kind: ManyKind,
  sendOne: SendOne,
): Promise<SendResult> {
  const { ticket_id, temp_id } = send;
  try {
    return await change(context, { merchantId: who.merchantId, by: who.agent.id }, async (work) => {
      // The lock comes first: of two asked at once with one temp_id the second finds what the first has stored.
      const [row] = await lockTickets(work.tx, work.merchantId, [ticket_id]);
      if (row === undefined) throw new WorkError(404, messages.noTicket, 'no_ticket');
      const stored = await findByTempId(work.tx, work.merchantId, temp_id);
      if (stored !== undefined) {
        if (stored.ticket_id !== row.id) throw new WorkError(409, messages.replyTaken, 'temp_id_taken');
        return sentResult({ ...stored, temp_id });
      }
      const verdict = maySendToMany(who.agent, ruledTicket(row), kind, work.now.getTime());
      if (!verdict.allowed) return { ...send, outcome: 'skipped', reason: messages.sendSkips[verdict.reason] };
      await sendOne(work, row, send);
      return { ...send, outcome: 'sending', reason: null };
    });
  } catch (error) {
    if (!(error instanceof WorkError)) throw error;
    return { ...send, outcome: 'refused', reason: error.message };
  }
}
