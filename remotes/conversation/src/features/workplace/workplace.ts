import { draftSchema, outboxSchema, type Agent, type Outgoing, type Profile, type TicketId } from '@inbox/domain';
import type { Api } from '@inbox/api';
import type { PanelStorage } from '@inbox/panel';
import { createContext, useContext } from 'react';
import { createMediaStore, type MediaStore } from '../bubbles/media-store';
import { createTrustedSenders, type TrustedSenders } from '../email/trusted-senders';
import { createDrafts, type Drafts } from '../reply/drafts';
import { createSender, type Sender } from '../reply/sender';

/** What one signed-in agent works with, whichever ticket is open. */
export interface Workplace {
  profile: Profile;
  sender: Sender;
  drafts: Drafts;
  media: MediaStore;
  trusted: TrustedSenders;
}

const draftKey = (ticket: TicketId) => `draft.${ticket}`;
const OUTBOX = 'outbox';

export function createWorkplace(profile: Profile, api: Api, storage: PanelStorage): Workplace {
  const loadOutbox = () => storage.read(OUTBOX, outboxSchema) ?? [];
  return {
    profile,
    media: createMediaStore((path) => api.file(path)),
    trusted: createTrustedSenders(storage),
    drafts: createDrafts({
      load: (ticket) => storage.read(draftKey(ticket), draftSchema),
      save(ticket, draft) {
        if (draft === null) storage.remove(draftKey(ticket));
        else storage.write(draftKey(ticket), draft);
      },
    }),
    sender: createSender({
      store: {
        load: loadOutbox,
        change(edit: (stored: Outgoing[]) => Outgoing[]) {
          const entries = edit(loadOutbox());
          if (entries.length === 0) storage.remove(OUTBOX);
          else storage.write(OUTBOX, entries);
        },
      },
      reply: (body, signal) => api.reply({ body }, { signal }),
    }),
  };
}

/** The agents of the merchant; null while they are not loaded. */
export interface AgentDirectory {
  agents: readonly Agent[] | null;
  failed: boolean;
  reload(): void;
}

export const WorkplaceContext = createContext<Workplace | null>(null);
export const AgentsContext = createContext<AgentDirectory>({ agents: null, failed: false, reload: () => undefined });

export function useWorkplace(): Workplace {
  const workplace = useContext(WorkplaceContext);
  if (!workplace) throw new Error('This component works only inside a workplace');
  return workplace;
}

export const useAgents = (): AgentDirectory => useContext(AgentsContext);

/** What the rules must know of the signed-in agent. */
export const actingAs = (profile: Profile) => ({ ...profile, id: profile.current_user_id });
