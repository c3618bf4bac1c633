import type { TicketId } from '@inbox/domain';
import type { NotificationChoice } from './choice';
import { notificationMessages as texts } from './messages';
import type { NewMessage } from './new-messages';

/** Milliseconds in which messages are gathered: what came while the machine slept is one notification, not fifty. */
const GATHER_MS = 1_000;

/** Desktop notifications of new messages. */
export interface Desktop {
  notify(message: NewMessage): void;
  /** A note names the agent. A click brings the page into view, which tells more. */
  notifyMention(): void;
  stop(): void;
}

interface DesktopOptions {
  allowed(): NotificationChoice;
  /** The agent has clicked; null: several tickets were meant. */
  open(ticket: TicketId | null): void;
}

export function createDesktop({ allowed, open }: DesktopOptions): Desktop {
  const shown = new Set<Notification>();
  let gathered: NewMessage[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  function showGathered(): void {
    const [choice, messages] = [allowed(), gathered];
    timer = undefined;
    gathered = [];
    const last = messages.at(-1);
    if (choice === 'off' || !last) return;
    const isOneTicket = messages.every(({ ticket }) => ticket.id === last.ticket.id);
    const ticket = isOneTicket ? last.ticket.id : null;
    show(
      choice === 'names' && isOneTicket ? last.ticket.full_name : texts.withoutName,
      messages.length === 1 ? texts.kinds[last.kind] : texts.several(messages.length),
      { tag: `inbox.${ticket ?? 'several'}`, onClick: () => open(ticket) },
    );
  }

  function show(title: string, body: string, { tag, onClick }: { tag: string; onClick?: () => void }): void {
    try {
      // The same tag replaces: a customer who writes ten lines takes one place.
      const notification = new Notification(title, { body, tag });
      shown.add(notification);
      notification.addEventListener('close', () => shown.delete(notification));
      notification.addEventListener('click', () => {
        window.focus();
        notification.close();
        onClick?.();
      });
    } catch (error) {
      // Some browsers of phones have the name and refuse the deed.
      console.warn('A notification could not be shown', error);
    }
  }

  return {
    notify(message) {
      gathered.push(message);
      timer ??= setTimeout(showGathered, GATHER_MS);
    },
    notifyMention() {
      if (allowed() !== 'off') show(texts.withoutName, texts.mentionedHidden, { tag: 'inbox.mention' });
    },
    stop() {
      clearTimeout(timer);
      for (const notification of shown) notification.close();
    },
  };
}
