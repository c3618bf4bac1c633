import {
  commentDraftSchema,
  draftSchema,
  idFromText,
  outboxSchema,
  type Agent,
  type ContentId,
  type Outgoing,
  type Profile,
  type QuickReply,
  type TicketId,
} from '@inbox/domain';
import { ApiError, type Api } from '@inbox/api';
import type { PanelStorage } from '@inbox/panel';
import { createContext, useContext } from 'react';
import { begunUploadsSchema, type BegunUpload } from '../attachments/begun-uploads';
import { createFileHeap } from '../attachments/file-heap';
import { messages } from '../../messages';
import { createFileUploads, type FileUploads } from '../attachments/file-uploads';
import { whileAlone } from '../attachments/while-alone';
import { createCommentDrafts, type CommentDrafts } from '../comments/comment-drafts';
import { createMediaStore, type MediaStore } from '../bubbles/media-store';
import { createHandledTimes, stretchesSchema, type HandledTimes } from '../handling-timer/handled-times';
import { createTrustedSenders, type TrustedSenders } from '../email/trusted-senders';
import { createFill, type Fill } from '../placeholders/fill';
import { createKept } from '../placeholders/kept';
import { createDrafts, type Drafts } from '../reply/drafts';
import { newTempId } from '../reply/new-outgoing';
import { createSender, type ReplyAnswer, type Sender } from '../reply/sender';
import { createUndoSends, type UndoSends } from '../undo/undo-sends';

/** What one signed-in agent works with, whichever ticket is open. */
export interface Workplace {
  profile: Profile;
  sender: Sender;
  undoSends: UndoSends;
  /** Calls back with each answer of the server to a send or an undo. */
  onAnswer(listener: (answer: ReplyAnswer) => void): () => void;
  drafts: Drafts;
  /** Shows what the agent writes, sends and discards in another tab; returns how to stop. */
  followTabs(): () => void;
  commentDrafts: CommentDrafts;
  /** Files on their way into drafts. */
  uploads: FileUploads;
  quickReplies(): Promise<readonly QuickReply[]>;
  fill: Fill;
  media: MediaStore;
  trusted: TrustedSenders;
  handled: HandledTimes;
}

/** In the browser, of this agent alone. */
const filesOf = ({ current_user_id }: Profile) => `inbox.conversation.${current_user_id}.files`;
const DRAFT = 'draft.';
const draftKey = (ticket: TicketId) => `${DRAFT}${ticket}`;
const ticketOfDraft = idFromText<TicketId>();
const commentDraftKey = (comment: ContentId) => `comment-draft.${comment}`;
const OUTBOX = 'outbox';
const HANDLED = 'handled';
const UPLOADS = 'uploads';
/** Milliseconds; what a colleague adds is there within them. */
const QUICK_REPLIES_BELIEVED = 30_000;

export function createWorkplace(profile: Profile, api: Api, storage: PanelStorage): Workplace {
  const loadStretches = () => storage.read(HANDLED, stretchesSchema) ?? [];
  const loadUploads = () => storage.read(UPLOADS, begunUploadsSchema) ?? [];
  const loadOutbox = () => storage.read(OUTBOX, outboxSchema) ?? [];
  const drafts = createDrafts({
    load: (ticket) => storage.read(draftKey(ticket), draftSchema),
    save(ticket, draft) {
      if (draft === null) storage.remove(draftKey(ticket));
      else storage.write(draftKey(ticket), draft);
    },
  });
  const commentDrafts = createCommentDrafts(
    {
      load: (comment) => storage.read(commentDraftKey(comment), commentDraftSchema),
      save(comment, draft) {
        if (draft === null) storage.remove(commentDraftKey(comment));
        else storage.write(commentDraftKey(comment), draft);
      },
    },
    newTempId,
    messages.comment.failed,
  );
  const quickReplies = createKept<null, readonly QuickReply[]>(() => api.quickReplies({}), QUICK_REPLIES_BELIEVED);
  const sender = createSender({
    store: {
      load: loadOutbox,
      change(edit: (stored: Outgoing[]) => Outgoing[]) {
        const entries = edit(loadOutbox());
        if (entries.length === 0) storage.remove(OUTBOX);
        else storage.write(OUTBOX, entries);
      },
    },
    reply: (body, signal) => api.reply({ body }, { signal }),
  });
  const undoSends = createUndoSends({
    undo: (body) => api.undoReply({ body }),
    restore({ ticket_id, message, attachments }) {
      // What was begun since follows it.
      const text = [message, drafts.get(ticket_id).text].filter((part) => part !== '').join('\n\n');
      drafts.write(ticket_id, { text, caret: text.length });
      for (const file of attachments) drafts.attach(ticket_id, file);
    },
  });
  sender.onStored(undoSends.stored);
  return {
    profile,
    drafts,
    followTabs: () =>
      storage.watch((key) => {
        const ticket = ticketOfDraft.safeParse(key.startsWith(DRAFT) ? key.slice(DRAFT.length) : null);
        if (ticket.success) drafts.reread(ticket.data);
      }),
    commentDrafts,
    uploads: createFileUploads({
      upload: api.upload,
      attach: drafts.attach,
      reread: drafts.reread,
      store: {
        load: loadUploads,
        change(edit: (stored: BegunUpload[]) => BegunUpload[]) {
          const begun = edit(loadUploads());
          if (begun.length === 0) storage.remove(UPLOADS);
          else storage.write(UPLOADS, begun);
        },
      },
      heap: createFileHeap(filesOf(profile)),
      alone: (key, signal, work) => whileAlone(`${filesOf(profile)}.${key}`, signal, work),
      newKey: newTempId,
    }),
    quickReplies: () => quickReplies(null),
    fill: createFill(api),
    media: createMediaStore((path) => api.file(path)),
    trusted: createTrustedSenders(storage),
    handled: createHandledTimes({
      store: {
        load: loadStretches,
        change(edit) {
          const stretches = edit(loadStretches());
          if (stretches.length === 0) storage.remove(HANDLED);
          else storage.write(HANDLED, stretches);
        },
      },
      load: async (ticket_id) => (await api.handledTime({ params: { ticket_id } })).total_time_in_second,
      async report({ ticket_id, stretch_id, seconds }) {
        const body = { time_in_second: seconds, stretch_id };
        return (await api.reportHandledTime({ params: { ticket_id }, body }, { keepalive: true })).total_time_in_second;
      },
      newId: newTempId,
      isRefused: (error) => error instanceof ApiError && error.kind === 'refused',
    }),
    sender,
    undoSends,
    onAnswer(listener) {
      const ends = [sender.onStored(listener), undoSends.onUndone(listener)];
      return () => {
        for (const end of ends) end();
      };
    },
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
