import { ApiError } from '@inbox/api';
import type { TicketId } from '@inbox/domain';
import { usePanel } from '@inbox/panel';
import { createContext, useCallback, useContext, useEffect, useState, useSyncExternalStore } from 'react';
import { messages } from '../../messages';
import { createTagChanges, type PendingTag, type TagChanges } from './tag-changes';

export const TagChangesContext = createContext<TagChanges | null>(null);

/** The changes of tags of one signed-in agent; failures of tickets that are not open name their ticket. */
export function useTagChangesStore(openId: TicketId | null): TagChanges {
  const { api, bus, toast } = usePanel();
  const [store] = useState(() =>
    createTagChanges({
      add: async (ticket_id, tags) => (await api.addTags({ body: { ticket_id, tags } })).ticket,
      remove: async (ticket_id, tags) => (await api.removeTags({ body: { ticket_id, tags } })).ticket,
      onChanged: (ticket) => bus.emit('ticket.changed', { tickets: [ticket] }),
    }),
  );
  useEffect(
    () =>
      store.onFailed((ticket, error) => {
        const words = error instanceof ApiError ? error.message : messages.actionFailed;
        toast('error', ticket === openId ? words : messages.of(ticket, words));
      }),
    [store, toast, openId],
  );
  return store;
}

/** The tags of one ticket that are on their way, and what can be done with them. */
export function useTagChanges(ticket: TicketId): {
  pending: readonly PendingTag[];
  changes: TagChanges;
} {
  const changes = useContext(TagChangesContext);
  if (!changes) throw new Error('This component works only inside the panel');
  const pending = useSyncExternalStore(
    changes.subscribe,
    useCallback(() => changes.pending(ticket), [changes, ticket]),
  );
  return { pending, changes };
}
