import { ApiError } from '@inbox/api';
import type { Ticket, TicketId } from '@inbox/domain';
import { usePanel } from '@inbox/panel';
import { createContext, useCallback, useContext, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { messages } from '../messages';
import { useAgentWorkspace } from '../workspace/agent-workspace-context';
import type { AgentWorkspace } from '../workspace/agent-workspace';
import { createTagChanges, type PendingTag, type TagChanges } from './tag-changes';

export const TagChangesContext = createContext<TagChanges | null>(null);

/** The changes of tags of one signed-in agent; failures of tickets that are not open name their ticket. */
export function useTagChangesStore({ changeOrWait }: AgentWorkspace, openId: TicketId | null): TagChanges {
  const { api, bus, toast } = usePanel();
  const [store] = useState(() => {
    const unlessItWaits = (answer: { ticket: Ticket } | 'waits') => (answer === 'waits' ? null : answer.ticket);
    return createTagChanges({
      add: async (ticket, tag) =>
        unlessItWaits(
          await changeOrWait(ticket, { kind: 'add-tag', tag }, () =>
            api.addTags({ body: { ticket_id: ticket.id, tags: tag } }),
          ),
        ),
      remove: async (ticket, tag) =>
        unlessItWaits(
          await changeOrWait(ticket, { kind: 'remove-tag', tag }, () =>
            api.removeTags({ body: { ticket_id: ticket.id, tags: tag } }),
          ),
        ),
      onChanged: (ticket) => bus.emit('ticket.changed', { tickets: [ticket] }),
    });
  });
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

/** The tags of one ticket that are on their way or go, and what can be done with them. */
export function useTagChanges(ticket: TicketId): {
  pending: readonly PendingTag[];
  /** Tags that go when the connection is back. */
  removed: readonly string[];
  changes: TagChanges;
} {
  const tagChanges = useContext(TagChangesContext);
  if (!tagChanges) throw new Error('This component works only inside the panel');
  const underWay = useSyncExternalStore(
    tagChanges.subscribe,
    useCallback(() => tagChanges.pending(ticket), [tagChanges, ticket]),
  );
  const { changes } = useAgentWorkspace();
  const waiting = useSyncExternalStore(changes.subscribe, changes.list);
  return useMemo(() => {
    const added = new Map<string, string>();
    const removed = new Map<string, string>();
    for (const { id, ticket_id, change } of waiting) {
      if (ticket_id !== ticket || (change.kind !== 'add-tag' && change.kind !== 'remove-tag')) continue;
      const [into, from] = change.kind === 'add-tag' ? [added, removed] : [removed, added];
      from.delete(change.tag);
      into.set(change.tag, id);
    }
    const waits = [...added.keys()].map((tag): PendingTag => ({ tag, state: 'waiting' }));
    const discard: TagChanges['discard'] = (of, tag) => {
      const id = added.get(tag);
      if (id === undefined) tagChanges.discard(of, tag);
      else changes.discard(id);
    };
    const others = underWay.filter(({ tag }) => !added.has(tag));
    return { pending: [...others, ...waits], removed: [...removed.keys()], changes: { ...tagChanges, discard } };
  }, [changes, tagChanges, ticket, underWay, waiting]);
}
