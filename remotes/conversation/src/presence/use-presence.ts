import { TYPING_LASTS_MS, type Presence, type TicketId } from '@inbox/domain';
import { useEvent, useLineBack, usePanel, useTopic } from '@inbox/panel';
import { useEffect, useState } from 'react';
import { useAgentWorkspace } from '../workspace/agent-workspace-context';
import { isEmptyDraft } from '../drafts/drafts';
import { createAnnouncer } from './announcer';

/** Milliseconds for which a word is believed: those who share a ticket are told anew several times within them. */
const BELIEVED_MS = 60_000;

interface Present {
  at: number;
  agents: readonly Presence[];
}

/** Tells the others that the agent is in this ticket, and answers who else is. */
export function usePresence(ticketId: TicketId): readonly Presence[] {
  const { profile } = useAgentWorkspace();
  const isLive = useTopic('connection')?.state === 'live';
  const [latest, setLatest] = useState<Present | null>(null);
  useAnnounced(ticketId);

  useEvent('live.tickets.presence', ({ ticket_id, agents }) => {
    if (ticket_id !== ticketId) return;
    const others = agents.filter(({ agent_id }) => agent_id !== profile.current_user_id);
    setLatest(others.length === 0 ? null : { at: Date.now(), agents: others });
  });
  // Who writes and who is there is true for a while only: the one who would say otherwise may be cut off.
  useEffect(() => {
    if (latest === null) return;
    const lastsMs = latest.agents.some(isTyping) ? TYPING_LASTS_MS : BELIEVED_MS;
    const passed = () => setLatest((known) => (known === latest ? withered(latest) : known));
    const timer = setTimeout(passed, Math.max(0, latest.at + lastsMs - Date.now()));
    return () => clearTimeout(timer);
  }, [latest]);

  return isLive && latest !== null ? latest.agents : NOBODY;
}

const NOBODY: readonly Presence[] = [];
const isTyping = ({ doing }: Presence) => doing === 'typing';

/** What is still believed of it after its time: who wrote is there. */
function withered(latest: Present): Present | null {
  if (!latest.agents.some(isTyping)) return null;
  return { ...latest, agents: latest.agents.map((each) => ({ ...each, doing: 'viewing' })) };
}

function useAnnounced(ticketId: TicketId): void {
  const { bus } = usePanel();
  const { drafts, mails } = useAgentWorkspace();
  const [announcer] = useState(() =>
    createAnnouncer((doing) => {
      const data = { ticket_id: doing === null ? null : ticketId, doing: doing ?? 'viewing' };
      // While the line is down nobody hears it, and the server forgets the page; it is said when the line is back.
      void bus.send('socket.send', { type: 'tickets.presence', data }).catch(() => undefined);
    }),
  );

  useLineBack(() => {
    if (document.visibilityState === 'visible') announcer.here();
  });
  useEffect(() => {
    const look = () => announcer.shown(document.visibilityState === 'visible');
    document.addEventListener('visibilitychange', look);
    return () => {
      document.removeEventListener('visibilitychange', look);
      announcer.leave();
    };
  }, [announcer]);
  useEffect(() => {
    const ends = [drafts, ...Object.values(mails).map((place) => place.drafts)].map((place) => {
      // A signature that is put below an empty mail is nothing that anybody types.
      const said = () => (isEmptyDraft({ ...place.get(ticketId), attachments: [] }) ? '' : place.get(ticketId).text);
      let before = said();
      return place.subscribe(() => {
        const text = said();
        if (text === before) return;
        before = text;
        if (text === '') announcer.stopped();
        else announcer.typed();
      });
    });
    return () => {
      for (const end of ends) end();
    };
  }, [drafts, mails, ticketId, announcer]);
}
