import { CONTENT_PAGE_SIZE, type TicketId } from '@inbox/domain';
import { useEvent, useLiveEvents, usePanel } from '@inbox/panel';
import { loadedOnce } from '@inbox/panel/loaded-once';
import { createContext, useContext, useEffect, useState, type ReactNode } from 'react';
import { useAgentWorkspace } from '../workspace/agent-workspace-context';
import type { ShowStored } from './state/stored-threads';
import { createThreadCache, type ThreadCache } from './state/thread-cache';

export interface CachedThreads extends ThreadCache {
  /** What an earlier page has stored of the ticket's thread; undefined in a page that stores none. It does not reject. */
  stored?: ((ticket: TicketId) => Promise<ShowStored | null>) | undefined;
}

const ThreadCacheContext = createContext<CachedThreads | null>(null);

export function useThreadCache(): CachedThreads {
  const cache = useContext(ThreadCacheContext);
  if (!cache) throw new Error('This component works only inside KeepThreads');
  return cache;
}

/** Keeps threads for the agent who is signed in: those that were open, and those that may be opened next. */
export function ThreadCacheProvider({ children }: { children: ReactNode }) {
  const { api, stored } = usePanel();
  const { onAnswer } = useAgentWorkspace();
  const [cache] = useState((): CachedThreads => {
    const made = createThreadCache({
      load: (ticket_id, signal) =>
        api.content({ params: { ticket_id }, query: { page_size: CONTENT_PAGE_SIZE } }, { signal }),
      now: Date.now,
    });
    if (!stored) return made;
    const loadCode = loadedOnce(async () => {
      const code = await import(/* webpackChunkName: "later" */ './state/stored-threads');
      code.storeThreads(stored, made, Date.now);
      return code;
    });
    loadCode().catch(() => undefined);
    return {
      ...made,
      stored: (ticket) =>
        loadCode().then(
          ({ readStoredThread }) => readStoredThread(stored, ticket),
          () => null,
        ),
    };
  });

  useLiveEvents((event) => cache.apply(event));
  useEvent('ticket.changed', ({ tickets }) => cache.apply({ tickets, items: [] }));
  useEvent('ticket.likely', ({ id }) => cache.likely(id));
  useEvent('live.resync', ({ seq }) => cache.missed(seq));
  useEvent('refresh.requested', () => cache.clear());
  useEffect(() => onAnswer(({ item, ticket }) => cache.apply({ tickets: [ticket], items: [item] })), [cache, onAnswer]);
  useEffect(() => () => cache.clear(), [cache]);

  return <ThreadCacheContext value={cache}>{children}</ThreadCacheContext>;
}
