import type { Ticket, TicketId } from '@inbox/domain';
import { useTopic } from '@inbox/panel';
import { useDeferredValue, useEffect, useState } from 'react';

/** Milliseconds for which a ticket is awaited: the conversation panel may have failed, or may not be there at all. */
export const PATIENCE_MS = 20_000;

export type ShownTicket =
  | { state: 'none' }
  | { state: 'arriving' }
  /** It cannot be shown, or nobody tells of it. It may still come. */
  | { state: 'missing' }
  | { state: 'here'; ticket: Ticket };

/**
 * Whose customer to show. While the address names one ticket and the conversation panel still holds another, none is
 * shown: the customer beside a conversation is always that conversation's.
 */
export function useShownTicket(): ShownTicket {
  // The conversation is painted first: it is what the agent has clicked for.
  const open = useDeferredValue(useTopic('ticket.open'));
  const current = useDeferredValue(useTopic('ticket.current'));
  const ticket = current?.ticket ?? null;
  // An embedding page may have no address that names a ticket; then the conversation panel alone says which it is.
  const openId = open === undefined ? ticket?.id : open.id;
  const isArriving = openId != null && ticket?.id !== openId && current?.missing !== openId;
  const isOverdue = useOverdue(isArriving ? openId : null);

  if (openId === undefined || openId === null) return { state: 'none' };
  if (ticket?.id === openId) return { state: 'here', ticket };
  return { state: isArriving && !isOverdue ? 'arriving' : 'missing' };
}

/** Has this ticket been awaited for too long? */
function useOverdue(awaited: TicketId | null): boolean {
  const [overdue, setOverdue] = useState<TicketId | null>(null);
  useEffect(() => {
    if (awaited === null) return;
    const timer = setTimeout(() => setOverdue(awaited), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [awaited]);
  return awaited !== null && overdue === awaited;
}
