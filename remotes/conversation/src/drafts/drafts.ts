import type { ChangedRecipients, ReplyDraft, TicketId, UploadedFile, UploadId } from '@inbox/domain';
import { isUnwritten } from '@inbox/domain/conversation';
import { createListeners } from '@inbox/panel/store';
import type { DraftRecord } from '../storage/record-types';
import type { AlsoWrite } from '../storage/records';
import { createDraftRecords, type DraftRecordsDeps } from './draft-records';
import {
  EMPTY,
  isBlank,
  isNothing,
  keyOf,
  leftOver,
  mergeFiles,
  only,
  othersThan,
  type OtherDraft,
} from './draft-view';

export interface Draft extends ReplyDraft {
  /** Where the caret stood last, in UTF-16 units. */
  readonly caret: number;
  /** What other tabs have written of the same reply, and this one does not show. */
  readonly others: readonly OtherDraft[];
}

export interface DraftsDeps extends DraftRecordsDeps {
  /** A random UUID. */
  newId(): string;
}

/** A reply that was taken back. */
export type RestoredReply = Pick<ReplyDraft, 'text' | 'recipients' | 'mail'> & { attachments: readonly UploadedFile[] };

/** Which draft a send was written in: that of a tab as it was then, and what it went on from. */
export interface TakenDraft extends Pick<DraftRecord, 'kind' | 'tab' | 'over'> {
  /** Absent in an entry of an older version. */
  seq?: number | undefined;
}

/** What takes a draft out of the store, and which one that is. */
export interface TakeOut extends AlsoWrite {
  taken: TakenDraft;
  /** The transaction has completed: what was written since stays in the box. */
  completed(): void;
}

/** Unsent replies, per ticket. Every change names its ticket, so a late one can not land anywhere else. */
export interface Drafts {
  /** Follows what other tabs write; returns how to stop. */
  start(): () => void;
  get(ticket: TicketId): Draft;
  write(ticket: TicketId, written: Pick<Draft, 'text' | 'caret'>): void;
  /** Puts text where the caret of that ticket's reply box stands, open or not. */
  insert(ticket: TicketId, text: string): void;
  /**
   * Puts a file in its place, which `chosen` says: before all others when left out.
   * @param also what is to be stored in the same transaction
   * @returns whether the browser has stored it
   */
  attach(ticket: TicketId, file: UploadedFile, chosen?: number, also?: AlsoWrite): Promise<boolean>;
  detach(ticket: TicketId, id: UploadId): void;
  /** E-mail: whom it goes to; undefined is the ticket's customer. */
  address(ticket: TicketId, recipients: ChangedRecipients | undefined): void;
  /** A mail in the drawer: changes its text, or what it has beside. */
  edit(ticket: TicketId, changed: Partial<Pick<ReplyDraft, 'text' | 'mail'>>): void;
  /**
   * Puts a reply that was taken back in, before what was begun since.
   * @returns whether the browser has stored it
   */
  restore(ticket: TicketId, reply: RestoredReply, also?: AlsoWrite): Promise<boolean>;
  clear(ticket: TicketId): void;
  /**
   * What takes the draft out of the store, for the transaction that stores it as a send.
   * @param sent what of the draft is sent
   */
  takeOut(ticket: TicketId, sent: ReplyDraft): TakeOut;
  /** It is at the server without having been stored: what was written since stays. */
  sent(ticket: TicketId, sent: ReplyDraft): void;
  /** Shows what another tab wrote, and sets aside what is shown now. */
  use(ticket: TicketId, other: OtherDraft): void;
  discardOther(other: OtherDraft): void;
  subscribe(listener: () => void): () => void;
}

export const isEmptyDraft = isBlank;

export function createDrafts({ newId, ...deps }: DraftsDeps): Drafts {
  const { records, kind, tab } = deps;
  const carets = new Map<TicketId, number>();
  const views = new Map<TicketId, Draft>();
  const { notify, subscribe } = createListeners();
  const drafts = createDraftRecords(deps, tell);

  function tell(ticket?: TicketId): void {
    if (ticket === undefined) views.clear();
    else views.delete(ticket);
    notify();
  }

  function get(ticket: TicketId): Draft {
    const known = views.get(ticket);
    if (known) return known;
    const mine = drafts.own(ticket);
    const shown = drafts.shown(ticket);
    const draft = only(shown ?? EMPTY);
    const elsewhere = drafts.elsewhere(ticket);
    const others = othersThan(shown, mine ? [mine, ...elsewhere] : elsewhere);
    const caret = Math.min(carets.get(ticket) ?? draft.text.length, draft.text.length);
    const view = { ...draft, caret, others };
    views.set(ticket, view);
    return view;
  }

  function set(ticket: TicketId, changed: Partial<ReplyDraft>, also?: AlsoWrite): Promise<boolean> {
    const over = drafts.overOf(drafts.shown(ticket));
    return drafts.put(drafts.made(ticket, { ...only(get(ticket)), ...changed }, over), also);
  }

  /** Takes what was sent out of the box. */
  function empty(ticket: TicketId, sent: ReplyDraft): void {
    const draft = get(ticket);
    const { text, attachments } = leftOver(draft, sent);
    const isOwn = drafts.own(ticket) !== undefined;
    // Other words have taken its place in the box meanwhile, and are stored already.
    const isOther = text === draft.text && attachments.length === draft.attachments.length && !isBlank(draft);
    if (isOwn && isOther) return tell(ticket);
    carets.delete(ticket);
    const taken = drafts.stored(ticket);
    if (!isOwn && !taken && isBlank(draft)) return tell(ticket);
    // What another tab wrote meanwhile is offered; it does not take the place of what was sent.
    void drafts.put(drafts.made(ticket, isOwn ? { text, attachments } : EMPTY, taken?.over ?? null));
  }

  return {
    start: drafts.start,
    get,
    write(ticket, { text, caret }) {
      carets.set(ticket, caret);
      const draft = get(ticket);
      if (draft.text === text) tell(ticket);
      else void set(ticket, { text });
    },
    insert(ticket, text) {
      const { caret, text: around } = get(ticket);
      carets.set(ticket, caret + text.length);
      void set(ticket, { text: around.slice(0, caret) + text + around.slice(caret) });
    },
    attach(ticket, file, chosen = 0, also) {
      return set(ticket, { attachments: mergeFiles(get(ticket).attachments, [{ ...file, chosen }]) }, also);
    },
    detach(ticket, id) {
      void set(ticket, { attachments: get(ticket).attachments.filter((file) => file.id !== id) });
    },
    address: (ticket, recipients) => void set(ticket, { recipients }),
    edit: (ticket, changed) => void set(ticket, changed),
    restore(ticket, restored, also) {
      const { text: begun, attachments, recipients = restored.recipients, mail: known } = get(ticket);
      const isFree = isUnwritten(begun, known?.signature);
      const parts = isFree ? [restored.text] : [restored.text, begun];
      // Of a mail both are HTML.
      const text = parts.filter((part) => part !== '').join(kind === undefined ? '\n\n' : '');
      const mail = isFree && attachments.length === 0 ? (restored.mail ?? known) : known;
      carets.set(ticket, text.length);
      const first = restored.attachments.map((file) => ({ ...file, chosen: 0 }));
      return set(ticket, { text, attachments: mergeFiles(first, attachments), recipients, mail }, also);
    },
    clear(ticket) {
      carets.delete(ticket);
      if (!isNothing(get(ticket)) || drafts.own(ticket))
        void set(ticket, { ...EMPTY, recipients: undefined, mail: undefined });
    },
    takeOut(ticket, sent) {
      const shown = drafts.shown(ticket);
      const over = drafts.overOf(shown);
      // The other tab's record may have changed and cannot be read in the task of Enter: an empty record marks it as used.
      const emptied = drafts.made(ticket, EMPTY, over);
      return {
        kinds: ['drafts'],
        taken: { ...(kind && { kind }), tab, over, seq: emptied.seq - 1 },
        completed: () => empty(ticket, sent),
        work(tx) {
          if (shown === null) return;
          if (over === null) tx.remove('drafts', keyOf(emptied));
          else tx.put('drafts', keyOf(emptied), { ...emptied, written_at: shown.written_at });
        },
      };
    },
    sent: empty,
    use(ticket, other) {
      const isOwn = drafts.own(ticket) !== undefined;
      const aside = { ...drafts.made(ticket, get(ticket), null), tab: newId(), seq: 1 };
      const record = drafts.made(ticket, other, null);
      carets.delete(ticket);
      drafts.replace(record, {
        kinds: ['drafts'],
        work(tx) {
          tx.remove('drafts', other.key);
          if (isOwn && !isBlank(aside)) tx.put('drafts', keyOf(aside), aside);
        },
      });
    },
    discardOther({ key }) {
      records.change(['drafts'], (tx) => tx.remove('drafts', key)).catch(() => undefined);
    },
    subscribe,
  };
}
