import {
  mayAct,
  type ConversationId,
  type CorrectableField,
  type Correction,
  type CustomerId,
  type TicketId,
} from '@inbox/domain';
import { CORRECTABLE, readCorrected, splitName } from '@inbox/domain/conversation';
import type { SignedIn } from '../agents/sessions/session';
import { storable } from '../platform/db/storable-text';
import { change, type WorkContext } from '../platform/db/unit-of-work';
import { messages } from '../platform/errors/messages';
import { WorkError } from '../platform/errors/errors';
import { readHomeCountry } from '../phone-numbers/home-country';
import { readNumber, type CountryCode } from '../phone-numbers/read-number';
import { lockTicket } from '../tickets/lifecycle/one-ticket';
import { ruledTicket } from '../tickets/lifecycle/ticket-rows';
import { renameCustomer } from './name-customer';

interface CorrectionOf {
  conversationId: ConversationId;
  ticketId: TicketId;
  typed: Correction;
}

/**
 * Corrects what is known of a ticket's customer. Who may act on the ticket may do it; every page of the shop is notified.
 * @throws WorkError with the fields that cannot be so
 */
export async function correctCustomer(
  context: WorkContext,
  who: SignedIn,
  { conversationId, ticketId, typed }: CorrectionOf,
): Promise<void> {
  const { merchantId } = who;
  const customerId = await change(context, { merchantId, by: who.agent.id }, async (work): Promise<CustomerId> => {
    const ticket = await lockTicket(work, ticketId);
    if (ticket.conversation_id !== conversationId) throw new WorkError(404, messages.noTicket, 'no_ticket');
    if (!mayAct(who.agent, ruledTicket(ticket)).allowed) throw new WorkError(403, messages.notOwner, 'not_owner');
    const { full_name, ...rest } = readCorrection(typed, await readHomeCountry(work.tx, merchantId));
    const { customer_id } = ticket;
    if (Object.keys(rest).length > 0) {
      await work.tx
        .updateTable('customers')
        .set(rest)
        .where('merchant_id', '=', merchantId)
        .where('id', '=', customer_id)
        .execute();
    }
    if (full_name) await renameCustomer(work, customer_id, { full_name, ...splitName(full_name) });
    return customer_id;
  });
  context.live.signal(merchantId, { type: 'customers.changed', customer_ids: [customerId] });
}

function readCorrection(typed: Correction, home: CountryCode): Partial<Record<CorrectableField, string | null>> {
  const corrected: Partial<Record<CorrectableField, string | null>> = {};
  const fields: Record<string, string[]> = {};
  for (const field of CORRECTABLE) {
    const text = typed[field];
    if (text === undefined) continue;
    const read = readCorrected(field, storable(text));
    if ('refused' in read) fields[field] = [messages.correction[read.refused]];
    else if (field !== 'phone' || read.value === null) corrected[field] = read.value;
    else {
      const number = readNumber(read.value, home);
      if (number === null) fields[field] = [messages.correction.phone];
      else corrected[field] = number;
    }
  }
  const [first] = Object.values(fields).flat();
  if (first !== undefined) {
    const message = Object.keys(fields).length === 1 ? first : messages.correctionFailed;
    throw new WorkError(400, message, 'bad_request', fields);
  }
  return corrected;
}
