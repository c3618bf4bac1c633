import type { newTicketCalls } from '@inbox/api/wire';
import { createTicket } from '../initiate/create-ticket';
import type { HttpDeps } from './deps';
import type { Handlers } from './serve-calls';

/** What an agent begins. */
export function newTicketHandlers({ context }: HttpDeps): Pick<Handlers, keyof typeof newTicketCalls> {
  return {
    createPhoneTicket: async (who, { body }) => ({ ticket: await createTicket(context, who, body) }),
  };
}
