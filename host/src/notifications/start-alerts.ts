import type { Api } from '@inbox/api';
import type { Profile, TicketId } from '@inbox/domain';
import { liveEvents, type BusClient, type Connection, type Toast } from '@inbox/events';
import type { PanelPorts } from '@inbox/panel/contract';
import type { ReadableStore } from '@inbox/panel/store';
import { showInTitle } from '../page-title/page-title';
import { createUnreadCount } from '../page-title/unread-count';
import { createChime } from './chime';
import { createAlerts } from './alerts';
import type { NotificationKeeper } from './choice';
import { createDesktop } from './desktop';
import { createMentions } from './mentions';
import { createTabs } from './tabs';

interface AlertDeps {
  notifications: NotificationKeeper;
  navigate: PanelPorts['navigate'];
  user: ReadableStore<Profile>;
  /** The ticket that the address names. */
  ticket: ReadableStore<TicketId | null>;
  connection: ReadableStore<Connection>;
  bus: BusClient;
  api: Pick<Api, 'ticketCounter' | 'takeMentions'>;
  show(toast: Toast): void;
}

/** Notifies the agent of new messages and of notes that name them: sound, desktop notification, the number in the title. Returns how to stop. */
export function startAlerts(deps: AlertDeps): () => void {
  const { notifications, navigate, user, ticket, connection, bus, api, show } = deps;
  const tabs = createTabs();
  const chime = createChime();
  const desktop = createDesktop({
    allowed: notifications.allowed,
    open: (id) => navigate(id === null ? { to: 'tickets' } : { to: 'ticket', id }),
  });
  const alerts = createAlerts({ user, ticket, tabs, chime, desktop, allowed: notifications.allowed });
  const unread = createUnreadCount(
    (filters, signal) => api.ticketCounter({ body: { filters } }, { signal }),
    () => user.get().current_user_id,
  );
  const mentions = createMentions({
    take: (ref) => api.takeMentions({ body: { ref } }),
    connection,
    show,
    open: (id) => navigate({ to: 'ticket', id }),
    notifyHidden: desktop.notifyMention,
  });
  unread.touch();
  const ends = [
    bus.on('live.*@1', liveEvents(bus), (event) => {
      unread.onEvent(event);
      void alerts.onEvent(event).catch((error: unknown) => console.warn('A new message could not be announced', error));
    }),
    connection.subscribe(() => connection.get().state === 'live' && unread.touch()),
    bus.onEvent('ticket.changed', unread.touch),
    bus.onEvent('refresh.requested', unread.touch),
    showInTitle(unread.count),
    bus.onEvent('live.tickets.mentioned', mentions.onMentioned),
    bus.onEvent('toast.acted', ({ id }) => mentions.onActed(id)),
    mentions.stop,
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
