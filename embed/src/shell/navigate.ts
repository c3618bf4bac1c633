import type { NavigationIntent } from '@inbox/panel/contract';
import type { InboxOptions } from '../types';

const TICKETS = '/inbox/tickets';

/** Where an intent leads in the inbox itself. */
export const addressIn = (inboxUrl: string, intent: NavigationIntent): string =>
  inboxUrl + (intent.to === 'ticket' ? `${TICKETS}/${intent.id}` : TICKETS);

/** Hands intents to the page; opens the inbox in a new tab when the page takes none, or returns false for this one. */
export function createNavigate(
  inboxUrl: string,
  onNavigate: InboxOptions['onNavigate'],
): (intent: NavigationIntent) => void {
  return (intent) => {
    if (onNavigate && onNavigate(intent as Parameters<typeof onNavigate>[0]) !== false) return;
    // The list says of each change of its filters where it would lead: it has followed by itself.
    if (intent.to === 'tickets' && intent.filters) return;
    window.open(addressIn(inboxUrl, intent), '_blank', 'noopener');
  };
}
