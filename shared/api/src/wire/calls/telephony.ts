import {
  accountIdSchema,
  rowsOf,
  ticketIdSchema,
  type AccountId,
  type CallAccount,
  type Schema,
  type TicketId,
} from '@inbox/domain';
import * as z from 'zod/mini';
import { get, post } from '../call';

export interface ConnectCallRequest {
  ticket_id: TicketId;
  exotel_acc_id: AccountId;
}

const connectCallRequest = (): Schema<ConnectCallRequest> =>
  z.object({
    ticket_id: ticketIdSchema,
    exotel_acc_id: accountIdSchema,
  });

/** Calls over a telephony provider. */
export const telephonyCalls = {
  /** Through which the agents of the store may call. */
  callAccounts: get<CallAccount[]>(
    '/api/exotel/active/accounts/',
    () => ({
      answer: rowsOf('call_account', z.object({ id: accountIdSchema, name: z.string() })),
    }),
    { cached: true },
  ),
  /** Answered when the provider has taken the call; `message` is for the agent, null for nothing to say. */
  connectCall: post<{ message: string | null }, null, ConnectCallRequest>('/api/exotel/connect-calls/', () => ({
    body: connectCallRequest(),
    answer: z.object({ message: z.nullable(z.string()) }),
  })),
} as const;
