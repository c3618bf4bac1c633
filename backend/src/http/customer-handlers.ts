import type { customerCalls } from '@inbox/api/wire';
import { listCustomerTickets, readCustomer } from '../customers/customer-queries';
import { listOrders } from '../customers/order-queries';
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
    customerTickets: async ({ merchantId }, { params }) =>
      there(await listCustomerTickets(db, merchantId, params.conversation_id)),
  };
}

function there<T>(found: T | undefined): T {
  if (found === undefined) throw new WorkError(404, workMessages.noConversation, 'no_conversation');
  return found;
}
