import { useMemo, useSyncExternalStore } from 'react';
import { asAskedFor } from '../ticket-change';
import type { ThreadView } from '../../thread/state/thread-view';
import { actingAs, useAgentSession } from '../../workspace/agent-session-context';

/** The thread with its ticket as it is once what waits for the connection is done. */
export function useAsAskedFor(view: ThreadView): ThreadView {
  const { profile, changes } = useAgentSession();
  const waiting = useSyncExternalStore(changes.subscribe, changes.list);
  return useMemo(() => {
    if (view.status !== 'ready') return view;
    const ticket = asAskedFor(view.thread.ticket, actingAs(profile), waiting);
    return ticket === view.thread.ticket ? view : { ...view, thread: { ...view.thread, ticket } };
  }, [profile, view, waiting]);
}
