import type { TicketId } from '@inbox/domain';
import { whenIdle } from '@inbox/panel/when-idle';
import { lazyPart } from '@inbox/ui';
import { useEffect, useSyncExternalStore, useMemo } from 'react';
import { useAgentWorkspace, actingAs } from '../../workspace/agent-workspace-context';
import { withPendingChanges } from '../ticket-change';
import type { ThreadView } from '../../thread/state/thread-view';

const Unsent = lazyPart(() => import(/* webpackChunkName: "later" */ './unsent'));

/** What this browser has not sent and not changed yet, of all tickets. */
export function OutboxView({ ticketId }: { ticketId: TicketId }) {
  const { sender, changes } = useAgentWorkspace();
  const replies = useSyncExternalStore(sender.subscribe, sender.stuck);
  const waiting = useSyncExternalStore(changes.subscribe, changes.list);
  // It is wanted when there is no connection to fetch it over.
  useEffect(() => whenIdle(Unsent.preload), []);
  if (replies.length + waiting.length === 0) return null;
  return <Unsent ticketId={ticketId} replies={replies} changes={waiting} />;
}

/** The thread with its ticket as it is once what waits for the connection is done. */
export function usePendingChanges(view: ThreadView): ThreadView {
  const { profile, changes } = useAgentWorkspace();
  const waiting = useSyncExternalStore(changes.subscribe, changes.list);
  return useMemo(() => {
    if (view.status !== 'ready') return view;
    const ticket = withPendingChanges(view.thread.ticket, actingAs(profile), waiting);
    return ticket === view.thread.ticket ? view : { ...view, thread: { ...view.thread, ticket } };
  }, [profile, view, waiting]);
}
