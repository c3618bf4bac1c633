import type { Api } from '@inbox/api';
import type { AgentId, Note, TicketId } from '@inbox/domain';
import type { Connection } from '@inbox/events';
import { useLineBack, usePanel, usePanelStorage, useTopic } from '@inbox/panel';
import { createStoredList, type StoredList } from '@inbox/panel/stored-list';
import { createStore, useStore, type Store } from '@inbox/panel/store';
import { useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { notesWanted, WAITING_NOTES, waitingNotesSchema } from './waiting/wanted-notes';
import { createDraftStore } from './draft-store';
import type { DraftState } from './note-draft-state';
import { createNoteDraft, type NoteDraft } from './note-draft';
import { useSetNote } from './use-notes';
import { createWaitingNotesQueue, type WaitingNotesQueue } from './waiting/waiting-notes-queue';

/** How many tickets may have a note that waits for a connection; the oldest wait until they are opened. */
const MOST_WAITING = 200;

/** The drafts of one agent, for as long as the panel is there: one that goes on in the background is found again. */
interface Drafts {
  of(ticket: TicketId): NoteDraft;
  /** The tickets whose note waits for a connection. */
  waiting: StoredList<TicketId>;
  /** Undefined while the page does not say. */
  connection: Store<Connection | undefined>;
}
const known = new WeakMap<Api, Map<AgentId | null, Drafts>>();

function useDrafts(): Drafts {
  const { api, toast, report, storageArea } = usePanel();
  const storage = usePanelStorage();
  const session = useTopic('session');
  const agent = session?.signedIn ? session.profile.current_user_id : null;
  const setNote = useSetNote();
  const drafts = useMemo(() => {
    const byAgent = known.get(api) ?? new Map<AgentId | null, Drafts>();
    known.set(api, byAgent);
    const before = byAgent.get(agent);
    if (before) return before;
    const store = createDraftStore(storageArea, agent, (error) =>
      report({ level: 'warning', message: 'A draft of a note could not be stored', detail: String(error) }),
    );
    const waiting = createStoredList<TicketId>({
      storage,
      key: WAITING_NOTES,
      schema: waitingNotesSchema,
      most: MOST_WAITING,
    });
    const byTicket = new Map<TicketId, NoteDraft>();
    const connection = createStore<Connection | undefined>(undefined);
    const made: Drafts = {
      waiting,
      connection,
      of(ticket) {
        const draft =
          byTicket.get(ticket) ??
          createNoteDraft({
            api,
            toast,
            store,
            ticket,
            onNote: (note: Note) => setNote(ticket, note),
            connection,
            onWaits(of, waits) {
              if (waits) waiting.add(of);
              else if (waiting.get().includes(of)) waiting.remove(of);
            },
          });
        byTicket.set(ticket, draft);
        return draft;
      },
    };
    byAgent.set(agent, made);
    return made;
  }, [agent, api, report, setNote, storage, storageArea, toast]);
  const connection = useTopic('connection');
  useEffect(() => drafts.connection.set(connection), [connection, drafts]);
  return drafts;
}

/** The note that the agent writes on this ticket. */
export function useNoteDraft(ticket: TicketId): { draft: NoteDraft; state: DraftState } {
  const draft = useDrafts().of(ticket);
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

/** Adds the notes of all tickets that wait for a connection when there is one. */
export function useWaitingNotes(): void {
  const drafts = useDrafts();
  const { waiting } = drafts;
  useEffect(() => waiting.start(), [waiting]);
  const queue = useRef<WaitingNotesQueue>(null);
  useEffect(() => {
    const created = createWaitingNotesQueue(drafts);
    queue.current = created;
    return created.stop;
  }, [drafts]);
  useLineBack(() => queue.current?.wake());
  useEffect(() => notesWanted.subscribe(() => queue.current?.wake()), []);
}
