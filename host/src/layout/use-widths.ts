import { useMemo } from 'react';
import { useStore } from '@inbox/panel/store';
import { useBreakpoint, useSidePanels } from '../slots/context';
import { fitWidths, type SizedSlot, type Span, type Widths } from './widths';

/** Has the side slot a column of its own, and is a panel open in it? */
export function useSideColumn(): boolean {
  const { top } = useSidePanels();
  return useBreakpoint() === 'wide' && top !== null;
}

/** The widths of the columns in this page, as they fit. */
export function useWidths(widths: Widths): Record<SizedSlot, Span> {
  const wanted = useStore(widths.wanted);
  const available = useStore(widths.available);
  const withSide = useSideColumn();
  return useMemo(() => fitWidths(wanted, available, withSide), [wanted, available, withSide]);
}
