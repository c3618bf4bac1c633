import type { Api } from '@inbox/api';
import type { AgentId, Note, TicketId } from '@inbox/domain';
import { usePanel, useTopic } from '@inbox/panel';
import { useStore } from '@inbox/panel/store';
import { useEffect, useEffectEvent } from 'react';
import { createDraftStore, type DraftStore } from './draft-store';
import { createNoteDraft, type DraftState, type NoteDraft } from './note-draft';

/** By agent and ticket, for as long as the panel is there: one that goes on in the background is found again. */
interface Drafts {
  stores: Map<AgentId | null, DraftStore>;
  drafts: Map<string, NoteDraft>;
}
const known = new WeakMap<Api, Drafts>();

/** The note that the agent writes on this ticket. */
export function useNoteDraft(
  ticket: TicketId,
  onNote: (ticket: TicketId, note: Note) => void,
): { draft: NoteDraft; state: DraftState } {
  const { api, toast, report, storageArea } = usePanel();
  const session = useTopic('session');
  const agent = session?.signedIn ? session.profile.current_user_id : null;
  const { stores, drafts } = ofApi(api);
  const store =
    stores.get(agent) ??
    createDraftStore(storageArea, agent, (error) =>
      report({ level: 'warning', message: 'A draft of a note could not be stored', detail: String(error) }),
    );
  stores.set(agent, store);
  const key = `${agent ?? ''}/${ticket}`;
  const draft =
    drafts.get(key) ?? createNoteDraft({ api, toast, store, ticket, onNote: (note) => onNote(ticket, note) });
  drafts.set(key, draft);
  const load = useEffectEvent(() => void draft.load());
  useEffect(() => {
    load();
    // Another tab may have gone on with it.
    const onSeen = () => document.visibilityState === 'visible' && load();
    document.addEventListener('visibilitychange', onSeen);
    window.addEventListener('focus', onSeen);
    return () => {
      document.removeEventListener('visibilitychange', onSeen);
      window.removeEventListener('focus', onSeen);
    };
  }, [draft]);
  return { draft, state: useStore(draft.state) };
}

function ofApi(api: Api): Drafts {
  const found = known.get(api) ?? { stores: new Map(), drafts: new Map() };
  known.set(api, found);
  return found;
}
