import type { LiveEvent, Profile, TicketId } from '@inbox/domain';
import type { ReadableStore } from '@inbox/panel/store';
import type { Chime } from './chime';
import type { NotificationChoice } from './choice';
import type { Desktop } from './desktop';
import { newMessagesOf, type NewMessage } from './new-messages';
import type { Occasion, Tabs } from './tabs';

/** Milliseconds between two sounds, over all tabs. */
export const SOUND_REST_MS = 3_000;

interface AlertsOptions {
  user: ReadableStore<Profile>;
  /** The ticket that is open in this tab. */
  ticket: ReadableStore<TicketId | null>;
  tabs: Tabs;
  chime: Chime;
  desktop: Pick<Desktop, 'notify'>;
  allowed(): NotificationChoice;
}

/** Sound and notification for what customers write. */
export interface Alerts {
  onEvent(event: LiveEvent): Promise<void>;
  stop(): void;
}

const PAGE = 'page';
const viewOf = (ticket: TicketId): string => `view.${ticket}`;

export function createAlerts({ user, ticket, tabs, chime, desktop, allowed }: AlertsOptions): Alerts {
  const ended = new AbortController();
  const { signal } = ended;

  /** Publishes to other tabs what is in view here: neither sounds for what the agent sees. */
  function followView(): void {
    const open = ticket.get();
    const isVisible = document.visibilityState === 'visible';
    tabs.show(isVisible ? [PAGE, ...(open === null ? [] : [viewOf(open)])] : []);
  }
  document.addEventListener('visibilitychange', followView, { signal });
  signal.addEventListener('abort', ticket.subscribe(followView), { once: true });
  followView();

  async function sound(occasion: Occasion): Promise<void> {
    if (!user.get().inbox_audio_notifications_enabled || !chime.isReady()) return;
    if (await tabs.claim('sound', occasion, SOUND_REST_MS)) await chime.play();
  }

  async function notify(occasion: Occasion, unseen: readonly NewMessage[]): Promise<void> {
    if (allowed() === 'off' || (await tabs.isShown(PAGE))) return;
    if (!(await tabs.claim('notification', occasion, 0))) return;
    for (const message of unseen) desktop.notify(message);
  }

  return {
    async onEvent(event) {
      const messages = newMessagesOf(event, user.get().current_user_id);
      if (messages.length === 0) return;
      const inView = await Promise.all(messages.map((message) => tabs.isShown(viewOf(message.ticket.id))));
      const unseen = messages.filter((_, index) => !inView[index]);
      if (unseen.length === 0 || signal.aborted) return;
      await Promise.all([sound(event), notify(event, unseen)]);
    },
    stop: () => ended.abort(),
  };
}
