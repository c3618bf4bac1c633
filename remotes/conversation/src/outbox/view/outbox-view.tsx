import type { TicketId } from '@inbox/domain';
import { whenIdle } from '@inbox/panel/when-idle';
import { lazyPart } from '@inbox/ui';
import { useEffect, useSyncExternalStore } from 'react';
import { useAgentSession } from '../../workspace/agent-session-context';

const Unsent = lazyPart(() => import(/* webpackChunkName: "later" */ './unsent'));

/** What this browser has not sent and not changed yet, of all tickets. */
export function OutboxView({ ticketId }: { ticketId: TicketId }) {
  const { sender, changes } = useAgentSession();
  const replies = useSyncExternalStore(sender.subscribe, sender.stuck);
  const waiting = useSyncExternalStore(changes.subscribe, changes.list);
  // It is wanted when there is no connection to fetch it over.
  useEffect(() => whenIdle(Unsent.preload), []);
  if (replies.length + waiting.length === 0) return null;
  return <Unsent ticketId={ticketId} replies={replies} changes={waiting} />;
}
