import type { customerCalls } from '@inbox/api/wire';
import { lookupOf } from '@inbox/domain/conversation';
import { findCustomerInfo, findSubjectTicket, listCustomerTickets, readCustomer } from '../customers/customer-queries';
import { listOrders } from '../customers/order-queries';
import { storable } from '../db/storable-text';
import { WorkError } from '../lib/work-error';
import type { HttpDeps } from './deps';
import type { Handlers } from './serve-calls';
import { messages as workMessages } from '../lib/messages';

/** Who the customer is. */
export function customerHandlers(deps: HttpDeps): Pick<Handlers, keyof typeof customerCalls> {
  const { db } = deps.context;
  return {
    customerDetails: async ({ merchantId }, { params }) =>
      there(await readCustomer(db, merchantId, params.conversation_id)),
    customerOrders: async ({ merchantId }, { params }) =>
      there(await listOrders(db, merchantId, params.conversation_id)),
    customerTicket: async ({ merchantId }, { params }) => {
      const ticket = await findSubjectTicket(db, merchantId, params);
      if (ticket === undefined) throw new WorkError(404, workMessages.noTicket, 'no_ticket');
      return { ticket };
    },
    customerTickets: async ({ merchantId }, { params }) =>
      there(await listCustomerTickets(db, merchantId, params.conversation_id)),
    customerInfo: async ({ merchantId }, { query: { phone = '', email = '' } }) => {
      const by = lookupOf({ phone: storable(phone), email: storable(email) });
      if (by === null)
        throw new WorkError(400, workMessages.noContact, 'no_contact', { phone: [workMessages.noContact] });
      return findCustomerInfo(db, merchantId, by);
    },
  };
}

function there<T>(found: T | undefined): T {
  if (found === undefined) throw new WorkError(404, workMessages.noConversation, 'no_conversation');
  return found;
}
