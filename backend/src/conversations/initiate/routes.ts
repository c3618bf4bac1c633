import type { newEmailCalls, newTicketCalls } from '@inbox/api/wire';
import { listSignatures, saveSignature } from '../../agents/signatures/mail-signatures';
import { listEmailGroups } from '../../customers/email-groups';
import { createTicket } from './create-ticket';
import { initiateEmail } from './initiate-email';
import type { HttpDeps } from '../../http/deps';
import type { Handlers } from '../../http/serve-calls';

/** What an agent begins, and what they begin it with. */
export function newTicketHandlers({
  context,
  uploads,
}: HttpDeps): Pick<Handlers, keyof typeof newTicketCalls | keyof typeof newEmailCalls> {
  return {
    createPhoneTicket: async (who, { body }) => ({ ticket: await createTicket(context, who, body) }),
    initiateEmail: async (who, { body }) => ({ ticket_id: await initiateEmail(context, uploads, who, body) }),
    mailSignatures: ({ merchantId, agent }) => listSignatures(context.db, merchantId, agent.id),
    saveMailSignature: (who, { body }) => saveSignature(context.db, who, body),
    emailGroups: ({ merchantId }) => listEmailGroups(context.db, merchantId),
  };
}
