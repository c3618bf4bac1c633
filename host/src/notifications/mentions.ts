import { randomId, type Mention, type TicketId } from '@inbox/domain';
import type { Connection, Toast } from '@inbox/events';
import type { ReadableStore } from '@inbox/panel/store';
import { notificationMessages as texts } from './messages';

/** Milliseconds that such a toast stays: it is about something that the agent did not do. */
const STAY_MS = 30_000;
/** Milliseconds after which a request that failed is made again. */
const RETRY_MS = 30_000;
/** Of several, so many have a toast of their own. */
const MOST_TOASTS = 3;

const ACTION = 'host.mention.';

interface MentionDeps {
  /** The same `ref` answers the same mentions again. */
  take(ref: string): Promise<Mention[]>;
  connection: ReadableStore<Connection>;
  show(toast: Toast): void;
  open(ticket: TicketId): void;
  /** The agent is named in a note, and does not see this page. */
  notifyHidden(): void;
}

/** Tells the agent of notes that name them: at once, or when they are there again. */
export interface Mentions {
  /** There are some. */
  onMentioned(): void;
  onActed(id: string): void;
  stop(): void;
}

/**
 * A mention is taken from the server once, over all pages of the agent; so that the agent sees it, only by a page that is
 * in view and connected: what a page shows is dismissed when its connection opens.
 */
export function createMentions({ take, connection, show, open, notifyHidden }: MentionDeps): Mentions {
  const ended = new AbortController();
  let isDue = true;
  let isTaking = false;
  /** Of a request whose answer may have got lost. */
  let ref: string | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const isSeen = () => document.visibilityState === 'visible';

  async function run(): Promise<void> {
    if (!isDue || isTaking || !isSeen() || connection.get().state !== 'live' || ended.signal.aborted) return;
    isTaking = true;
    isDue = false;
    clearTimeout(timer);
    ref ??= randomId();
    try {
      const mentions = await take(ref);
      ref = null;
      if (!ended.signal.aborted) showAll(mentions);
    } catch {
      isDue = true;
      timer = setTimeout(() => void run(), RETRY_MS);
      return;
    } finally {
      isTaking = false;
    }
    void run();
  }

  function showAll(mentions: readonly Mention[]): void {
    const newest = mentions.slice(-MOST_TOASTS);
    const more = mentions.length - newest.length;
    if (more > 0) show({ kind: 'info', text: texts.moreMentions(more), duration: STAY_MS });
    for (const { ticket_id, agent_name } of newest) {
      const action = { label: texts.openTicket, id: `${ACTION}${ticket_id}` };
      show({ kind: 'info', text: texts.mentioned(agent_name, ticket_id), duration: STAY_MS, action });
    }
  }

  document.addEventListener('visibilitychange', () => void run(), { signal: ended.signal });
  const unsubscribe = connection.subscribe(() => void run());
  void run();

  return {
    onMentioned() {
      isDue = true;
      if (!isSeen()) notifyHidden();
      void run();
    },
    onActed(id) {
      if (id.startsWith(ACTION)) open(Number(id.slice(ACTION.length)) as TicketId);
    },
    stop() {
      ended.abort();
      clearTimeout(timer);
      unsubscribe();
    },
  };
}
