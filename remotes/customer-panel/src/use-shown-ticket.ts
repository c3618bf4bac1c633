import type { Ticket, TicketId } from '@inbox/domain';
import {
  combineLatest,
  distinctUntilChanged,
  map,
  startWith,
  switchMap,
  timer,
  type BusClient,
  type Observable,
} from '@inbox/events';
import { useComposed, useTopic } from '@inbox/panel';
import { useDeferredValue, useState } from 'react';

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
  const overdue = useOverdueTicket();

  if (openId === undefined || openId === null) return { state: 'none' };
  if (ticket?.id === openId) return { state: 'here', ticket };
  return { state: isArriving && overdue !== openId ? 'arriving' : 'missing' };
}

/** The ticket that the address names while nobody tells of it; null while none is awaited. */
const awaitedTicket = (bus: BusClient): Observable<TicketId | null> =>
  combineLatest([bus.state('ticket.open'), bus.state('ticket.current').pipe(startWith(null))]).pipe(
    map(([{ id }, current]) => (current?.ticket?.id === id || current?.missing === id ? null : id)),
    distinctUntilChanged(),
  );

const overdueTicket = (bus: BusClient): Observable<TicketId | null> =>
  awaitedTicket(bus).pipe(switchMap((awaited) => timer(PATIENCE_MS).pipe(map(() => awaited))));

/** The ticket that has been awaited for too long, the last of them; null when none has. */
function useOverdueTicket(): TicketId | null {
  const [overdue, setOverdue] = useState<TicketId | null>(null);
  useComposed('ticket.open@1', overdueTicket, setOverdue);
  return overdue;
}
