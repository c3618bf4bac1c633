import type { Api } from '@inbox/api';
import type { LiveEvent } from '@inbox/domain';
import type { BusClient } from '@inbox/events';
import { showInTitle } from '../page-title/page-title';
import { createUnreadCount } from '../page-title/unread-count';
import type { Shell } from '../shell';
import { createChime } from '../sound/chime';
import { createAlerts } from './alerts';
import { createDesktop } from './desktop';
import { createTabs } from './tabs';

type Parts = Pick<Shell, 'notifications' | 'ports' | 'session' | 'ticket' | 'connection'>;

/** What tells the agent of news: sound, desktop notification, the number in the title. Returns how to stop. */
export function startAlerts(
  { notifications, ports, session, ticket, connection }: Parts,
  bus: BusClient,
  api: Pick<Api, 'ticketCounter'>,
  onLive: (listener: (event: LiveEvent) => void) => () => void,
): () => void {
  const tabs = createTabs();
  const chime = createChime();
  const desktop = createDesktop({
    allowed: notifications.allowed,
    open: (id) => ports.navigate(id === null ? { to: 'tickets' } : { to: 'ticket', id }),
  });
  const alerts = createAlerts({ user: session.user, ticket, tabs, chime, desktop, allowed: notifications.allowed });
  const unread = createUnreadCount(
    (filters, signal) => api.ticketCounter({ body: { filters } }, { signal }),
    () => session.user.get().current_user_id,
  );
  unread.touch();
  const ends = [
    onLive((event) => {
      unread.hear(event);
      void alerts.hear(event).catch((error: unknown) => console.warn('A new message could not be told', error));
    }),
    connection.subscribe(() => connection.get().state === 'live' && unread.touch()),
    bus.onEvent('ticket.changed', unread.touch),
    bus.onEvent('refresh.requested', unread.touch),
    showInTitle(unread.count),
    unread.stop,
    alerts.stop,
    desktop.stop,
    chime.stop,
    tabs.stop,
  ];
  return () => {
    for (const end of ends) end();
  };
}
