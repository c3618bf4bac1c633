import { ApiError } from '@inbox/api';
import type { Ticket, TicketId } from '@inbox/domain';
import { usePanel } from '@inbox/panel';
import { useIsMutating, useMutation, useQueryClient } from '@inbox/panel/query';
import { useState } from 'react';
import { failureWords, type FailureWords } from '../sections/section-failure';
import { useIsShown } from '../sections/use-is-shown';
import { messages } from './messages';
import { linksKey } from './use-linked-tickets';

export interface LinkActions {
  isAdding: boolean;
  isRemoving: boolean;
  /** Why the last one could not be added, in the server's words. */
  refused: FailureWords | null;
  forgetRefusal(): void;
  /** Resolves with whether it was done; what came of it is told. */
  add(other: TicketId): Promise<boolean>;
  remove(other: TicketId): Promise<boolean>;
}

/** Links the ticket with others, and parts them, whichever ticket is shown when the answer comes. */
export function useLinkActions(ticket: Ticket): LinkActions {
  const { api, toast } = usePanel();
  const client = useQueryClient();
  const [refused, setRefused] = useState<FailureWords | null>(null);
  const isShown = useIsShown();
  const say = (kind: 'success' | 'error', words: string) =>
    toast(kind, isShown() ? words : messages.of(ticket.id, words));
  const change = (to: (known: Ticket[]) => Ticket[]) => {
    // A list that is on its way may not know of it yet.
    void client.cancelQueries({ queryKey: linksKey(ticket.id) });
    client.setQueryData<Ticket[]>(linksKey(ticket.id), (known) => known && to(known));
  };
  const input = (link_ticket_id: TicketId) => ({ params: { ticket_id: ticket.id }, body: { link_ticket_id } });

  const addKey = ['link', ticket.id];
  const adding = useMutation({
    mutationKey: addKey,
    mutationFn: (other: TicketId) => api.linkTicket(input(other)),
    onMutate: () => setRefused(null),
    onSuccess({ ticket: other }) {
      change((known) => [other, ...known.filter(({ id }) => id !== other.id)]);
      say('success', messages.linked);
    },
    onError(error) {
      setRefused(error instanceof ApiError ? failureWords(error) : null);
      say('error', messages.linkFailed);
    },
  });
  const removeKey = ['unlink', ticket.id];
  const removing = useMutation({
    mutationKey: removeKey,
    mutationFn: (other: TicketId) => api.unlinkTicket(input(other)),
    onSuccess(_answer, other) {
      change((known) => known.filter(({ id }) => id !== other));
      say('success', messages.unlinked(other));
    },
    onError(error) {
      const told = error instanceof ApiError && error.kind === 'refused' ? error.message : null;
      say('error', told ?? messages.unlinkFailed);
    },
  });

  const done = (work: Promise<unknown>): Promise<boolean> =>
    work.then(
      () => true,
      () => false,
    );
  return {
    isAdding: useIsMutating({ mutationKey: addKey }) > 0,
    isRemoving: useIsMutating({ mutationKey: removeKey }) > 0,
    refused,
    forgetRefusal: () => setRefused(null),
    add: async (other) => client.isMutating({ mutationKey: addKey }) === 0 && done(adding.mutateAsync(other)),
    remove: async (other) => client.isMutating({ mutationKey: removeKey }) === 0 && done(removing.mutateAsync(other)),
  };
}
