import type { noteCalls } from '@inbox/api/wire';
import { messages } from '../platform/errors/messages';
import { WorkError } from '../platform/errors/errors';
import { addNote } from './add-note';
import { takeMentions } from './mentions';
import { readNotes } from './note-queries';
import { findTicket } from '../tickets/lifecycle/ticket-rows';
import type { HttpDeps } from '../http/deps';
import type { Handlers } from '../http/serve-calls';

/** What agents note for each other. */
export function noteHandlers({ context, uploads }: HttpDeps): Pick<Handlers, keyof typeof noteCalls> {
  return {
    notes: async ({ merchantId }, { params: { ticket_id } }) => {
      const ticket = await findTicket(context.db, merchantId, ticket_id);
      if (ticket === undefined) throw new WorkError(404, messages.noTicket, 'no_ticket');
      return ((await readNotes(context.db, merchantId, [ticket_id])).get(ticket_id) ?? []).reverse();
    },
    addNote: (who, { params: { ticket_id }, body }) => addNote(context, uploads, who, ticket_id, body),
    takeMentions: (who, { body: { ref } }) => takeMentions(context.db, who, { ref, now: context.now() }),
  };
}
