import type { Api } from '@inbox/api';
import type { LiveFacts, TicketId } from '@inbox/domain';
import { LOADING, threadReducer, type ThreadAction, type ThreadView } from './thread-view';

export type LoadedThread = Awaited<ReturnType<Api['content']>>;

/** So many threads are kept; the one that was wanted longest ago goes first. */
const MOST = 30;
/** So many are loaded at once on the mere chance; the older chance is given up. */
const MOST_CHANCES = 2;
/** A thread to which so much was said is loaded anew when it is opened. */
const MOST_ITEMS = 200;

interface Cached {
  view: ThreadView;
  /** The live number that its page includes. */
  seq: number;
  loading: Promise<LoadedThread>;
  ended: AbortController;
  /** Somebody waits for it, or has it. */
  wanted: boolean;
}

/** The newest pages of some threads, kept true by the facts that come: a ticket whose thread is here opens at once. */
export interface ThreadCache {
  /** What is known of the ticket's thread; loading when nothing is. */
  viewOf(ticket: TicketId): ThreadView;
  /** The live number that this knowledge includes at least. */
  seqOf(ticket: TicketId): number;
  /** Loads the newest page, or joins the load that is on its way. */
  open(ticket: TicketId): Promise<LoadedThread>;
  /** Nobody waits for it any more. */
  leave(ticket: TicketId): void;
  /** It may be opened soon. */
  likely(ticket: TicketId): void;
  apply(facts: LiveFacts): void;
  /** Calls back when something is known of an opened ticket that was not before; one listener, for as long as the cache is. */
  onKnown(listener: (ticket: TicketId) => void): void;
  /** Forgets what may lack something that was told before this number. */
  missed(seq: number): void;
  clear(): void;
}

interface ThreadCacheDeps {
  load(ticket: TicketId, signal: AbortSignal): Promise<LoadedThread>;
  now(): number;
}

export function createThreadCache({ load, now }: ThreadCacheDeps): ThreadCache {
  /** The one wanted longest ago comes first. */
  const threads = new Map<TicketId, Cached>();
  let notify: (ticket: TicketId) => void = () => undefined;

  function giveUp(ticket: TicketId): void {
    threads.get(ticket)?.ended.abort();
    threads.delete(ticket);
  }

  function begin(ticket: TicketId, wanted: boolean): Cached {
    const ended = new AbortController();
    const loading = load(ticket, ended.signal);
    const cached: Cached = { view: LOADING, seq: -1, loading, ended, wanted };
    threads.set(ticket, cached);
    loading.then(
      (page) => {
        cached.view = threadReducer(cached.view, { type: 'loaded', page, clockOffset: clockOffset(page, now()) });
        cached.seq = page.seq;
        if (cached.wanted) notify(ticket);
      },
      () => {
        if (threads.get(ticket) === cached) threads.delete(ticket);
      },
    );
    for (const oldest of threads.keys()) if (threads.size > MOST) threads.delete(oldest);
    return cached;
  }

  const isChance = (cached: Cached | undefined) => cached?.wanted === false && cached.view.status === 'loading';

  return {
    viewOf: (ticket) => threads.get(ticket)?.view ?? LOADING,
    seqOf: (ticket) => threads.get(ticket)?.seq ?? -1,
    open(ticket) {
      const known = threads.get(ticket);
      if (!known) return begin(ticket, true).loading;
      if (!known.wanted)
        void known.loading.then(
          () => notify(ticket),
          () => undefined,
        );
      known.wanted = true;
      // It is now the one that was wanted last.
      threads.delete(ticket);
      threads.set(ticket, known);
      return known.loading;
    },
    leave(ticket) {
      if (threads.get(ticket)?.view.status === 'loading') giveUp(ticket);
    },
    likely(ticket) {
      if (threads.has(ticket)) return;
      begin(ticket, false);
      const chances = [...threads.keys()].filter((id) => isChance(threads.get(id)));
      chances.slice(0, -MOST_CHANCES).forEach(giveUp);
    },
    apply(facts) {
      const action: ThreadAction = { type: 'facts', facts };
      for (const [ticket, cached] of threads) {
        const before = cached.view;
        cached.view = threadReducer(before, action);
        if (cached.wanted && cached.view !== before) notify(ticket);
        if (cached.view.status === 'ready' && cached.view.thread.ordered.length > MOST_ITEMS) threads.delete(ticket);
      }
    },
    onKnown: (listener) => void (notify = listener),
    missed(seq) {
      for (const [ticket, cached] of threads) if (cached.seq < seq) threads.delete(ticket);
    },
    clear: () => threads.clear(),
  };
}

/** Milliseconds by which the server's clock is ahead of this one. */
export const clockOffset = (page: LoadedThread, now: number): number => Date.parse(page.server_time) - now;
