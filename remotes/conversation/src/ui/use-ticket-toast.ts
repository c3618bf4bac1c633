import type { TicketId } from '@inbox/domain';
import { usePanel, type ShowToast } from '@inbox/panel';
import { useEffect, useRef, type RefObject } from 'react';
import { messages } from '../messages';

/**
 * Tells of what was done with this ticket. Told after the agent has left it, it says of which.
 * @returns how to tell, and whether the ticket is still the one that is shown
 */
export function useTicketToast(id: TicketId): { toast: ShowToast; isShown: RefObject<boolean> } {
  const { toast: show } = usePanel();
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  const toast: ShowToast = (kind, words, ...more) =>
    show(kind, isShown.current ? words : messages.of(id, words), ...more);
  return { toast, isShown };
}
