import type { TicketId } from '@inbox/domain';
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
import { subjectOf, type CustomerPanelProps } from './subject';
import { useRequestedTicket, type RequestedTicket } from './use-requested-ticket';

/**
 * Milliseconds for which the conversation panel is left to tell of the ticket. Then this panel asks for it itself: the
 * other one may have failed, or may not be there at all.
 */
export const PATIENCE_MS = 3_000;

export type ShownTicket =
  | { state: 'none' }
  /** `missing`: there is none, or it cannot be shown. It may still come. */
  | RequestedTicket;

/**
 * Whose customer to show: by the props, or else by the bus. While the address names one ticket and the conversation panel
 * still holds another, none is shown: the customer beside a conversation is always that conversation's.
 */
export function useShownTicket(props: CustomerPanelProps): ShownTicket {
  const ofProps = subjectOf(props);
  const ofBus = useTicketOfBus();
  const asked = useRequestedTicket(ofProps ?? (ofBus.state === 'overdue' ? { of: 'ticket', id: ofBus.id } : null));
  return ofProps !== null || ofBus.state === 'overdue' ? asked : ofBus;
}

type TicketOfBus = Exclude<ShownTicket, { state: 'failed' }> | { state: 'overdue'; id: TicketId };

function useTicketOfBus(): TicketOfBus {
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
  if (!isArriving) return { state: 'missing' };
  return overdue === openId ? { state: 'overdue', id: openId } : { state: 'arriving' };
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
