import type { Ticket } from '@inbox/domain';
import type { Connection } from '@inbox/events';
import { mayWait } from '@inbox/panel/cut-off';
import type { ReadableStore } from '@inbox/panel/store';
import type { TicketChange } from './ticket-change';
import type { TicketChanges } from './ticket-changes';

/** Changes a ticket now; or, while there is no connection, has the change wait for it. */
export type ChangeOrWait = <T>(
  ticket: Pick<Ticket, 'id' | 'owner_id' | 'received_at'>,
  change: TicketChange,
  now: () => Promise<T>,
) => Promise<T | 'waits'>;

/**
 * @returns rejects with the failure of `now` when the browser cannot store the change
 */
export const createChangeOrWait =
  (
    changes: Pick<TicketChanges, 'add' | 'list'>,
    connection: Pick<ReadableStore<Connection | undefined>, 'get'>,
  ): ChangeOrWait =>
  async (ticket, change, now) => {
    // What was asked for before goes first.
    const isBehind = changes.list().some(({ ticket_id }) => ticket_id === ticket.id);
    if (!isBehind) {
      try {
        return await now();
      } catch (error) {
        if (!mayWait(error, connection.get())) throw error;
        // Should it have arrived, it does nothing a second time.
        await changes.add(ticket, change).catch(() => Promise.reject(error));
        return 'waits';
      }
    }
    await changes.add(ticket, change);
    return 'waits';
  };
