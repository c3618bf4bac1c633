import type { ticketCalls } from '@inbox/api/wire';
import { findTicket } from './lifecycle/ticket-rows';
import { listLinkedTickets } from './links/link-queries';
import { WorkError } from '../platform/errors/errors';
import { setFollowUp } from './follow-up/follow-up';
import { linkTickets, unlinkTickets } from './links/link-tickets';
import { messages as workMessages } from '../platform/errors/messages';
import { changeTags } from './lifecycle/tags';
import type { HttpDeps } from '../http/deps';
import type { Handlers } from '../http/serve-calls';

/** What is done with one ticket beside answering it. */
export function ticketHandlers({ context }: HttpDeps): Pick<Handlers, keyof typeof ticketCalls> {
  return {
    followUp: async (who, { body: { ticket_id, follow_up_hr } }) => ({
      ticket: await setFollowUp(context, who, { ticketId: ticket_id, hours: follow_up_hr }),
    }),

    addTags: async (who, { body: { ticket_id, tags } }) => ({
      ticket: await changeTags(context, who, { ticketId: ticket_id, tags, how: 'add' }),
    }),
    removeTags: async (who, { body: { ticket_id, tags } }) => ({
      ticket: await changeTags(context, who, { ticketId: ticket_id, tags, how: 'remove' }),
    }),

    linkedTickets: async ({ merchantId }, { params: { ticket_id } }) => {
      const row = await findTicket(context.db, merchantId, ticket_id);
      if (row === undefined) throw new WorkError(404, workMessages.noTicket, 'no_ticket');
      return listLinkedTickets(context.db, merchantId, ticket_id);
    },
    linkTicket: async (who, { params: { ticket_id }, body: { link_ticket_id } }) => ({
      ticket: await linkTickets(context, who, { ticketId: ticket_id, otherId: link_ticket_id }),
    }),
    unlinkTicket: async (who, { params: { ticket_id }, body: { link_ticket_id } }) => ({
      ticket: await unlinkTickets(context, who, { ticketId: ticket_id, otherId: link_ticket_id }),
    }),
  };
}
