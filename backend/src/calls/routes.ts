import type { telephonyCalls } from '@inbox/api/wire';
import { listCallAccounts } from '../accounts/accounts';
import { callCustomer } from './call-customer';
import type { HttpDeps } from '../http/deps';
import type { Handlers } from '../http/serve-calls';

export function telephonyHandlers({ context, telephony }: HttpDeps): Pick<Handlers, keyof typeof telephonyCalls> {
  return {
    callAccounts: ({ merchantId }) => listCallAccounts(context.db, merchantId),
    connectCall: async (who, { body: { ticket_id, exotel_acc_id } }) => ({
      message: await callCustomer(context, telephony, who, { ticketId: ticket_id, accountId: exotel_acc_id }),
    }),
  };
}
