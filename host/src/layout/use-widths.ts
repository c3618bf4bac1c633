import { useMemo } from 'react';
import { useShell } from '../shell-context';
import { useStore } from '../use-store';
import { fitWidths, type SizedPlace, type Span } from './widths';

/** Have the details a column of their own, and is it open? */
export function useDetailsColumn(): boolean {
  const { places, ticket } = useShell();
  const shown = useStore(places.shown);
  const open = useStore(ticket) !== null;
  const wide = useStore(places.room) === 'wide';
  return wide && (shown.includes('quick-replies') || (open && shown.includes('customer-panel')));
}

/** The widths of the panels in this page, as they fit. */
export function useWidths(): Record<SizedPlace, Span> {
  const { widths } = useShell();
  const wanted = useStore(widths.wanted);
  const room = useStore(widths.room);
  const withDetails = useDetailsColumn();
  return useMemo(() => fitWidths(wanted, room, withDetails), [wanted, room, withDetails]);
}
