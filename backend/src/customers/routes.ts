import type { customerCalls } from '@inbox/api/wire';
import type { ConversationId, Customer, MerchantId } from '@inbox/domain';
import { lookupOf } from '@inbox/domain/conversation';
import { correctCustomer } from './correct-customer';
import { joinCustomers, partCustomers } from './join-customers';
import { listSameCustomers } from './join-queries';
import { findCustomerInfo, findSubjectTicket, listCustomerTickets, readCustomer } from './customer-queries';
import { listCheckouts, listOrders } from './order-queries';
import { storable } from '../platform/db/storable-text';
import { WorkError } from '../platform/errors/errors';
import { readHomeCountry } from '../phone-numbers/home-country';
import { readTypedNumber } from '../phone-numbers/read-number';
import type { HttpDeps } from '../http/deps';
import type { Handlers } from '../http/serve-calls';
import { messages as workMessages } from '../platform/errors/messages';

/** Who the customer is. */
export function customerHandlers(deps: HttpDeps): Pick<Handlers, keyof typeof customerCalls> {
  const { context, shop } = deps;
  const { db } = context;
  const customerOf = async (merchantId: MerchantId, id: ConversationId): Promise<Customer> => {
    const customer = there(await readCustomer(db, merchantId, id));
    const figures = await shop.analytics(merchantId, id);
    if (figures === undefined) return customer;
    return { ...customer, analytics: figures.analytics, ...(!figures.is_known && { analytics_pending: true }) };
  };
  return {
    customerDetails: async ({ merchantId }, { params }) => customerOf(merchantId, params.conversation_id),
    customerFigures: async ({ merchantId }, { params: { conversation_id } }) =>
      (await shop.figures(merchantId, conversation_id)) ?? {
        analytics: there(await readCustomer(db, merchantId, conversation_id)).analytics,
        is_known: true,
      },
    correctCustomer: async (who, { params: { conversation_id }, body: { ticket_id, ...typed } }) => {
      await correctCustomer(context, who, { conversationId: conversation_id, ticketId: ticket_id, typed });
      return customerOf(who.merchantId, conversation_id);
    },
    sameCustomers: async ({ merchantId }, { params }) =>
      there(await listSameCustomers(db, merchantId, params.conversation_id)),
    joinCustomers: async (who, { params, body }) => {
      await joinCustomers(context, who, { conversationId: params.conversation_id, otherId: body.customer_id });
      return {};
    },
    partCustomers: async (who, { params, body }) => {
      await partCustomers(context, who, { conversationId: params.conversation_id, joinId: body.join_id });
      return {};
    },
    customerOrders: async ({ merchantId }, { params }) =>
      there(
        (await shop.orders(merchantId, params.conversation_id)) ??
          (await listOrders(db, merchantId, params.conversation_id)),
      ),
    customerCheckouts: async ({ merchantId }, { params }) =>
      there(
        (await shop.checkouts(merchantId, params.conversation_id)) ??
          (await listCheckouts(db, merchantId, params.conversation_id)),
      ),
    customerShop: async ({ merchantId }, { params }) => (await shop.state(merchantId, params.conversation_id)) ?? null,
    customerTicket: async ({ merchantId }, { params }) => {
      const ticket = await findSubjectTicket(db, merchantId, params);
      if (ticket === undefined) throw new WorkError(404, workMessages.noTicket, 'no_ticket');
      return { ticket };
    },
    customerTickets: async ({ merchantId }, { params }) =>
      there(await listCustomerTickets(db, merchantId, params.conversation_id)),
    customerInfo: async ({ merchantId }, { query: { phone = '', whole_phone = phone, email = '' } }) => {
      const by = lookupOf({ phone: storable(whole_phone), email: storable(email) });
      const number = readTypedNumber(storable(whole_phone), await readHomeCountry(db, merchantId));
      if (by === null && number === null)
        throw new WorkError(400, workMessages.noContact, 'no_contact', { phone: [workMessages.noContact] });
      return findCustomerInfo(db, merchantId, { phone: number ?? undefined, email: by?.email });
    },
  };
}

function there<T>(found: T | undefined): T {
  if (found === undefined) throw new WorkError(404, workMessages.noConversation, 'no_conversation');
  return found;
}
