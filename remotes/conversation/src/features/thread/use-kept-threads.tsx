import { CONTENT_PAGE_SIZE } from '@inbox/domain';
import { useEvent, useLiveEvents, usePanel } from '@inbox/panel';
import { createContext, useContext, useEffect, useState, type ReactNode } from 'react';
import { useAgentSession } from '../../parts/agent-session-context';
import { createKeptThreads, type KeptThreads } from '../../session/kept-threads';

const KeptThreadsContext = createContext<KeptThreads | null>(null);

export function useKeptThreads(): KeptThreads {
  const kept = useContext(KeptThreadsContext);
  if (!kept) throw new Error('This component works only inside KeepThreads');
  return kept;
}

/** Keeps threads for the agent who is signed in: those that were open, and those that may be opened next. */
export function KeepThreads({ children }: { children: ReactNode }) {
  const { api } = usePanel();
  const { onAnswer } = useAgentSession();
  const [kept] = useState(() =>
    createKeptThreads({
      load: (ticket_id, signal) =>
        api.content({ params: { ticket_id }, query: { page_size: CONTENT_PAGE_SIZE } }, { signal }),
      now: Date.now,
    }),
  );

  useLiveEvents((event) => kept.tell(event));
  useEvent('ticket.changed', ({ tickets }) => kept.tell({ tickets, items: [] }));
  useEvent('ticket.likely', ({ id }) => kept.likely(id));
  useEvent('live.resync', ({ seq }) => kept.missed(seq));
  useEvent('refresh.requested', () => kept.clear());
  useEffect(() => onAnswer(({ item, ticket }) => kept.tell({ tickets: [ticket], items: [item] })), [kept, onAnswer]);
  useEffect(() => () => kept.clear(), [kept]);

  return <KeptThreadsContext value={kept}>{children}</KeptThreadsContext>;
}
