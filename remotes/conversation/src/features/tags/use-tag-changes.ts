import { ApiError } from '@inbox/api';
import type { TicketId } from '@inbox/domain';
import { usePanel } from '@inbox/panel';
import { useRef } from 'react';
import { messages } from '../../messages';

/** Adds and removes tags of one ticket, one call after the other so that quick clicks keep their order. */
export function useTagChanges(ticket_id: TicketId): { add(tag: string): void; remove(tag: string): void } {
  const { api, bus } = usePanel();
  const last = useRef<Promise<void>>(Promise.resolve());

  const change = (call: 'addTags' | 'removeTags', tags: string) => {
    last.current = last.current.then(async () => {
      try {
        const { ticket } = await api[call]({ body: { ticket_id, tags } });
        bus.emit('ticket.changed', { tickets: [ticket] });
      } catch (error) {
        const text = error instanceof ApiError ? error.message : messages.actionFailed;
        await bus.send('toast', { kind: 'error', text }).catch(() => undefined);
      }
    });
  };
  return { add: (tag) => change('addTags', tag), remove: (tag) => change('removeTags', tag) };
}
