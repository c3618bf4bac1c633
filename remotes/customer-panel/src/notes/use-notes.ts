import { ApiError } from '@inbox/api';
import type { Note, TicketId } from '@inbox/domain';
import { useLiveEvents, usePanel } from '@inbox/panel';
import { useQuery, useQueryClient, useRefetch } from '@inbox/panel/query';
import { useCallback } from 'react';
import { useReload } from '../use-reload';
import { messages } from './messages';

export type NotesState =
  | { state: 'loading' }
  | { state: 'failed'; message: string; retry(): void }
  | { state: 'here'; notes: readonly Note[] };

const keyOf = (ticket: TicketId) => ['notes', ticket];

/** The notes of a ticket, newest first, with those that colleagues add meanwhile. */
export function useNotes(ticket: TicketId): NotesState {
  const { api } = usePanel();
  const query = useQuery({
    queryKey: keyOf(ticket),
    queryFn: ({ signal }) => api.notes({ params: { ticket_id: ticket } }, { signal }),
  });
  const reload = useRefetch(keyOf(ticket));
  useReload(reload);
  useLiveEvents(({ type, tickets }) => {
    if (type === 'tickets.note_added' && tickets.some(({ id }) => id === ticket)) reload();
  });
  return stateOf(query, reload);
}

/** Puts a note that was added among those of its ticket, also of one that was left meanwhile. */
export function useSetNote(): (ticket: TicketId, note: Note) => void {
  const client = useQueryClient();
  return useCallback(
    (of, note) =>
      void client.setQueryData<Note[]>(
        keyOf(of),
        (before) => before && [note, ...before.filter(({ id }) => id !== note.id)],
      ),
    [client],
  );
}

interface Queried {
  data: Note[] | undefined;
  isError: boolean;
  isFetching: boolean;
  error: Error | null;
}

function stateOf({ data, isError, isFetching, error }: Queried, retry: () => void): NotesState {
  if (data !== undefined) return { state: 'here', notes: data };
  if (!isError || isFetching || error === null) return { state: 'loading' };
  const status = error instanceof ApiError ? error.details.status : undefined;
  return { state: 'failed', message: messages.loadFailed(error.message, status), retry };
}
