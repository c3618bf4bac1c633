import { newTempId, type MailKind, type Outgoing, type Profile } from '@inbox/domain';
import { ApiError, type Api } from '@inbox/api';
import type { Connection } from '@inbox/events';
import type { PanelStorage, Report } from '@inbox/panel';
import { withTabLock } from '@inbox/panel/tab-lock';
import { createStore, type Store } from '@inbox/panel/store';
import { isOfBefore } from '../storage/stored-before';
import { CHANGES, createRecordDb, UNSENT, type Kind } from '../storage/record-db';
import { createRecords, type Records, type TypedTx, openTabChannel } from '../storage/records';
import { createOpenTabs } from '../storage/open-tabs';
import { createBlobStore } from '../storage/blob-store';
import { messages } from '../messages';
import { createFileUploads, type FileUploads, isFinal } from '../uploads/file-uploads';
import { createChangeOrWait, type ChangeOrWait } from '../outbox/change-or-wait';
import { createCommentDrafts, type CommentDrafts } from '../drafts/comment-drafts';
import { createCommentStore } from '../drafts/comment-store';
import { createMediaStore, type MediaStore } from '../media/media-store';
import { createHandledTimes, type HandledTimes } from '../handled-time/handled-times';
import { createTrustedSenders, type TrustedSenders } from '../email/sender/trusted-senders';
import { createFill, type Fill } from '../quick-replies/fill';
import { createCached } from '../storage/cached';
import { writtenOf } from '../outbox/back-to-draft';
import { createDrafts, type Drafts } from '../drafts/drafts';
import { createQuickReplies, type QuickReplies } from '../quick-replies/quick-replies';
import { createMailEditors, type MailEditors } from '../drafts/mail-editors';
import { traceOf } from '../outbox/reply-request';
import { createReadMarks, type ReadMarks } from '../thread/state/read-marks';
import { createSendJournal } from '../outbox/send-journal';
import type { ReplyAnswer } from '../outbox/send-loop';
import { createSender, type Sender } from '../outbox/sender';
import { createTicketChanges, type TicketChanges } from '../outbox/ticket-changes';
import { createUndoSends, type UndoSends } from '../outbox/undo-sends';

/** Drafts of one kind of mail, and files on their way into them. */
export interface MailPlace {
  drafts: Drafts;
  uploads: FileUploads;
}

/** What one signed-in agent works with, whichever ticket is open. */
export interface AgentWorkspace {
  profile: Profile;
  sender: Sender;
  undoSends: UndoSends;
  /** What waits for the connection to be done with tickets. */
  changes: TicketChanges;
  changeOrWait: ChangeOrWait;
  /** Undefined while the page does not say. */
  connection: Store<Connection | undefined>;
  /** Calls back with each answer of the server to a send or an undo. */
  onAnswer(listener: (answer: ReplyAnswer) => void): () => void;
  drafts: Drafts;
  /** What is written in the mail drawer, by its kind. */
  mails: Readonly<Record<MailKind, MailPlace>>;
  /** Where a send was written, and goes back to. */
  draftsOf(outgoing: Pick<Outgoing, 'mail'>): Drafts;
  mailEditors: MailEditors;
  /** What this browser stores of all that is unsent. */
  records: Records;
  /** Goes on with what an earlier page or another tab left unsent; returns how to stop. */
  start(): () => void;
  commentDrafts: CommentDrafts;
  /** Files on their way into drafts. */
  uploads: FileUploads;
  quickReplies: QuickReplies;
  fill: Fill;
  media: MediaStore;
  trusted: TrustedSenders;
  /** Where this session has pictures of other servers, as a whole address. */
  imageBase(): Promise<string>;
  handled: HandledTimes;
  readMarks: ReadMarks;
}

/** Milliseconds; a session has one way, and a new one when the agent signs in anew. */
const IMAGES_BELIEVED = 300_000;

export function createAgentWorkspace(
  profile: Profile,
  api: Api,
  storage: PanelStorage,
  report: Report,
): AgentWorkspace {
  const { place } = storage;
  const alone = (key: string, signal: AbortSignal, work: () => Promise<void>) =>
    withTabLock(`${place}.${key}`, signal, work);
  const db = createRecordDb(`${place}.unsent`, UNSENT);
  const tab = newTempId();
  const openTabs = createOpenTabs(`${place}.tab.`, tab);
  const records = createRecords({
    db,
    openChannel: () => openTabChannel(`${place}.unsent`),
    async prepare(signal) {
      const known = openTabs.begin(signal);
      await alone('move', signal, async () => {
        if (storage.keys().some(isOfBefore)) {
          const { moveStored } = await import(/* webpackChunkName: "later" */ '../storage/move-stored');
          await moveStored(storage, db, newTempId);
        }
        await journal.recover();
      });
      await known;
    },
    report,
  });
  const journal = createSendJournal({ storage, records });
  const tabs = {
    records,
    tab,
    before: storage.swapInTab('page', tab),
    isOpen: openTabs.isOpen,
    newId: newTempId,
  };
  const drafts = createDrafts(tabs);
  /** Whatever the browser says is told by `records`; what is written stays in this page. */
  const change = (kind: Kind, work: (tx: TypedTx) => void) => void records.change([kind], work).catch(() => undefined);
  const commentStore = createCommentStore(records, tab, openTabs);
  const commentDrafts = createCommentDrafts(commentStore, newTempId, messages.comment.failed);
  const imageBase = createCached(async (_: null) => api.address((await api.mailImages({})).base), IMAGES_BELIEVED);
  const changeRecords = createRecords({
    db: createRecordDb(`${place}.changes`, CHANGES),
    openChannel: () => openTabChannel(`${place}.changes`),
    report,
  });
  const changes = createTicketChanges({
    records: changeRecords,
    async loadPerform() {
      const offline = (cause: unknown) => Promise.reject(new ApiError('offline', messages.actionFailed, { cause }));
      const { performChange } = await import(/* webpackChunkName: "later" */ '../outbox/perform-change').catch(offline);
      return (waiting, signal) => performChange(waiting, api, signal);
    },
    replies: {
      known: records.loaded,
      isUnsent: (...asked) => sender.isUnsent(...asked),
      subscribe: (listener) => sender.subscribe(listener),
    },
    alone,
    now: Date.now,
    newId: newTempId,
  });
  const sender = createSender({
    records,
    journal,
    changes,
    alone,
    now: Date.now,
    reply: (body, signal) => api.reply({ body }, { signal, traceparent: traceOf(body.temp_id) }),
  });
  const undoSends = createUndoSends({
    records,
    alone: (key, signal, work) => alone(`undo.${key}`, signal, work),
    undo: (body) => api.undoReply({ body }),
    async restore(outgoing, also) {
      await draftsOf(outgoing).restore(outgoing.ticket_id, writtenOf(outgoing), also);
    },
  });
  sender.onStored(undoSends.stored);
  const connection = createStore<Connection | undefined>(undefined);
  const trusted = createTrustedSenders(storage);
  const filesOf = {
    upload: api.upload,
    records,
    heap: createBlobStore(`${place}.files`),
    alone: (key: string, signal: AbortSignal, work: () => Promise<void>) => alone(`files.${key}`, signal, work),
    newKey: newTempId,
  };
  const uploads = createFileUploads({ ...filesOf, attach: drafts.attach });
  const mailPlace = (kind: MailKind): MailPlace => {
    const its = createDrafts({ ...tabs, kind });
    return { drafts: its, uploads: createFileUploads({ ...filesOf, kind, attach: its.attach }) };
  };
  const mails = { reply: mailPlace('reply'), reply_all: mailPlace('reply_all'), forward: mailPlace('forward') };
  const draftsOf = ({ mail }: Pick<Outgoing, 'mail'>) => (mail === undefined ? drafts : mails[mail.kind].drafts);
  const handled = createHandledTimes({
    store: {
      loaded: records.loaded,
      load: () => [...records.of('handled').values()],
      add: (stretch) => change('handled', (tx) => tx.put('handled', stretch.stretch_id, stretch)),
      remove: (id) => change('handled', (tx) => tx.remove('handled', id)),
    },
    load: async (ticket_id) => (await api.handledTime({ params: { ticket_id } })).total_time_in_second,
    async report({ ticket_id, stretch_id, seconds }) {
      const body = { time_in_second: seconds, stretch_id };
      return (await api.reportHandledTime({ params: { ticket_id }, body }, { keepalive: true })).total_time_in_second;
    },
    newId: newTempId,
    isRefused: isFinal,
  });
  return {
    profile,
    records,
    drafts,
    mails,
    draftsOf,
    mailEditors: createMailEditors(),
    start() {
      const ends = [
        drafts.start(),
        commentDrafts.start(),
        sender.start(),
        undoSends.start(),
        uploads.start(),
        ...Object.values(mails).flatMap((one) => [one.drafts.start(), one.uploads.start()]),
        changes.start(),
        changeRecords.start(),
        trusted.start(),
        handled.start(),
        records.start(),
      ];
      return () => {
        for (const end of ends) end();
      };
    },
    commentDrafts,
    uploads,
    quickReplies: createQuickReplies(api, storage),
    fill: createFill(api),
    media: createMediaStore((path, signal) => api.file(path, { signal })),
    trusted,
    imageBase: () => imageBase(null),
    handled,
    readMarks: createReadMarks(api),
    sender,
    undoSends,
    changes,
    changeOrWait: createChangeOrWait(changes, connection),
    connection,
    onAnswer(listener) {
      const ends = [sender.onStored(listener), undoSends.onUndone(listener)];
      return () => {
        for (const end of ends) end();
      };
    },
  };
}
