import { ticketIdSchema, type Schema, type TicketId } from '@inbox/domain';
import type { PanelStorage } from '@inbox/panel';
import { createListeners } from '@inbox/panel/store';
import * as z from 'zod/mini';

/** Under which the tickets are stored whose note waits for a connection. */
export const WAITING_NOTES = 'notes.waiting';
export const waitingNotesSchema: Schema<TicketId[]> = z.array(ticketIdSchema);

export const readWaitingNotes = (storage: Pick<PanelStorage, 'read'>): readonly TicketId[] =>
  storage.read(WAITING_NOTES, waitingNotesSchema) ?? [];

/** Notified when the notes that wait are to be added now. */
export const notesWanted = createListeners();
