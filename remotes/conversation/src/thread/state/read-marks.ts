import type { Api } from '@inbox/api';
import type { Ticket, TicketId } from '@inbox/domain';

/** Marks tickets read, and knows which calls for it are under way: what an agent decides next must not be overtaken by one. */
export interface ReadMarks {
  /** @returns the ticket as it is then */
  mark(id: TicketId): Promise<Ticket>;
  /** Resolves when no call for this ticket is under way. */
  ended(id: TicketId): Promise<void>;
}

export function createReadMarks(api: Pick<Api, 'markRead'>): ReadMarks {
  const underWay = new Map<TicketId, Promise<Ticket>>();
  return {
    mark(id) {
      const marking = api
        .markRead({ body: { ticket_id: id } })
        .then(({ ticket }) => ticket)
        .finally(() => {
          if (underWay.get(id) === marking) underWay.delete(id);
        });
      underWay.set(id, marking);
      return marking;
    },
    async ended(id) {
      await underWay.get(id)?.catch(() => undefined);
    },
  };
}
