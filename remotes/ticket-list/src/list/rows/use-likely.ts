import type { TicketId } from '@inbox/domain';
import type { BusClient } from '@inbox/events';
import { useCallback, useEffect, useRef } from 'react';

/** Milliseconds that the pointer or the focus stays on a row before it is taken for a wish. */
export const REST_MS = 60;
/** Milliseconds: what was opened comes first. */
export const NEXT_MS = 400;

type Id = TicketId | undefined;

/**
 * Tells on the bus which ticket may be opened soon: the one under the pointer, the one with the focus, and the one below
 * the open one. Returns what to call with the ticket under the pointer.
 */
export function useLikely(bus: Pick<BusClient, 'emit'>, focused: Id, next: Id): (pointed: Id) => void {
  const publishAfter = useCallback(
    (id: Id, milliseconds: number) => {
      if (id === undefined) return;
      const timer = setTimeout(() => bus.emit('ticket.likely', { id }), milliseconds);
      return () => clearTimeout(timer);
    },
    [bus],
  );
  useEffect(() => publishAfter(focused, REST_MS), [publishAfter, focused]);
  useEffect(() => publishAfter(next, NEXT_MS), [publishAfter, next]);

  // Not a state: the rows are not drawn anew when the pointer moves over them.
  const over = useRef<{ id: Id; stop: (() => void) | undefined }>({ id: undefined, stop: undefined });
  const point = useCallback(
    (id: Id) => {
      if (id === over.current.id) return;
      over.current.stop?.();
      over.current = { id, stop: publishAfter(id, REST_MS) };
    },
    [publishAfter],
  );
  useEffect(() => () => point(undefined), [point]);
  return point;
}
