import type { TicketId } from '@inbox/domain';

/** The mail drawers that are open, by their ticket: a quick reply goes into the one of the ticket that it is for. */
export interface MailEditors {
  /** @returns what takes it away */
  add(ticket: TicketId, insert: (text: string) => void): () => void;
  /** Puts text where the caret of that ticket's drawer stands; false when none is open. */
  insert(ticket: TicketId, text: string): boolean;
}

export function createMailEditors(): MailEditors {
  const open = new Map<TicketId, (text: string) => void>();
  return {
    add(ticket, insert) {
      open.set(ticket, insert);
      return () => {
        if (open.get(ticket) === insert) open.delete(ticket);
      };
    },
    insert(ticket, text) {
      const insert = open.get(ticket);
      insert?.(text);
      return insert !== undefined;
    },
  };
}
