import type { ChangedRecipients, MailKind, ReplyDraft, TicketId, UploadedFile, UploadId } from '@inbox/domain';
import { isUnwritten } from '@inbox/domain/conversation';
import { createListeners } from '@inbox/panel/store';
import type { DraftRecord } from '../storage/record-types';
import type { AlsoWrite, Records, TypedTx } from '../storage/records';
import {
  isBlank,
  isNothing,
  isOver,
  keyOf,
  leftOver,
  mergeFiles,
  othersThan,
  pickShown,
  removeBase,
  type OtherDraft,
} from './draft-view';

export interface Draft extends ReplyDraft {
  /** Where the caret stood last, in UTF-16 units. */
  readonly caret: number;
  /** What other tabs have written of the same reply, and this one does not show. */
  readonly others: readonly OtherDraft[];
}

export interface DraftsDeps {
  records: Records;
  /** Of mails in the drawer, which are each a draft of their own; left out for the reply box. */
  kind?: MailKind;
  /** This tab, by a random id, and what it was called before the page was loaded anew. */
  tab: string;
  before: string | null;
  /** Tells if another tab was open when this page began. Its text is not put into the box of this page. */
  isOpen(tab: string): boolean;
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

/** What this tab has written itself. */
interface Own {
  record: DraftRecord;
  /** Transactions under way. */
  writing: number;
}

export function createDrafts({ records, kind, tab, before, isOpen, newId }: DraftsDeps): Drafts {
  const place = (ticket_id: TicketId) => ({ ticket_id, ...(kind && { kind }) });
  const own = new Map<TicketId, Own>();
  const carets = new Map<TicketId, number>();
  const views = new Map<TicketId, Draft>();
  /** Keys of records of closed tabs. No other tab shows them in its box. */
  const left = new Set<string>();
  const { notify, subscribe } = createListeners();
  /** Rises with each change of whichever draft, so that no two states of a record look the same. */
  let changes = 0;

  const elsewhere = (ticket: TicketId): DraftRecord[] =>
    [...records.of('drafts').values()].filter(
      (record) => record.ticket_id === ticket && record.kind === kind && record.tab !== tab,
    );

  const leftRecords = (ticket: TicketId): DraftRecord[] =>
    elsewhere(ticket).filter((record) => left.has(keyOf(record)));

  const shownRecord = (ticket: TicketId): DraftRecord | null =>
    own.get(ticket)?.record ?? pickShown(leftRecords(ticket), before);

  function get(ticket: TicketId): Draft {
    const known = views.get(ticket);
    if (known) return known;
    const mine = own.get(ticket)?.record;
    const shown = shownRecord(ticket);
    const { text, attachments, recipients, mail } = only(shown ?? EMPTY);
    const others = othersThan(shown, mine ? [mine, ...elsewhere(ticket)] : elsewhere(ticket));
    const caret = Math.min(carets.get(ticket) ?? text.length, text.length);
    const view = { text, attachments, caret, others, ...(recipients && { recipients }), ...(mail && { mail }) };
    views.set(ticket, view);
    return view;
  }

  function tell(ticket?: TicketId): void {
    if (ticket === undefined) views.clear();
    else views.delete(ticket);
    notify();
  }

  /** The browser may refuse to store: it is told as failing, and the words stay in this page. */
  async function store(entry: Own, isFirst: boolean, also: AlsoWrite | undefined): Promise<boolean> {
    const { record } = entry;
    entry.writing += 1;
    try {
      await records.change(['drafts', ...(also?.kinds ?? [])], (tx) => {
        tx.put('drafts', keyOf(record), record);
        return also?.work(tx);
      });
      if (isFirst && record.over !== null) await records.change(['drafts'], (tx) => removeBase(tx, record));
      return true;
    } catch {
      return false;
    } finally {
      entry.writing -= 1;
    }
  }

  async function remove(record: DraftRecord): Promise<boolean> {
    const work = async (tx: TypedTx) => {
      tx.remove('drafts', keyOf(record));
      await removeBase(tx, record);
    };
    return records.change(['drafts'], work).then(
      () => true,
      () => false,
    );
  }

  async function forget(ticket: TicketId, entry: Own): Promise<boolean> {
    const { record } = entry;
    entry.writing += 1;
    const isRemoved = await remove(record);
    entry.writing -= 1;
    // Until then it hides what it went on from.
    if (isRemoved && own.get(ticket)?.record === record) {
      own.delete(ticket);
      tell(ticket);
    }
    return isRemoved;
  }

  /** Takes over the records of closed tabs, and removes those that were sent already. */
  function inherit(keys: readonly string[]): void {
    for (const key of keys) {
      const record = records.of('drafts').get(key);
      if (record === undefined || record.kind !== kind || isOpen(record.tab)) continue;
      left.add(key);
      if (record.over !== null && isNothing(record)) void remove(record);
    }
  }

  /** The record that a change of the shown draft replaces. */
  const overOf = (shown: DraftRecord | null): DraftRecord['over'] =>
    shown === null || shown.tab === tab ? (shown?.over ?? null) : { tab: shown.tab, seq: shown.seq };

  function set(ticket: TicketId, changed: Partial<ReplyDraft>, also?: AlsoWrite): Promise<boolean> {
    const draft = { ...only(get(ticket)), ...changed };
    return put(ticket, draft, overOf(shownRecord(ticket)), also);
  }

  function put(ticket: TicketId, draft: ReplyDraft, over: DraftRecord['over'], also?: AlsoWrite): Promise<boolean> {
    const entry = own.get(ticket);
    const record = { ...place(ticket), tab, seq: (changes += 1), ...only(draft), over, written_at: Date.now() };
    const changed: Own = entry ?? { record, writing: 0 };
    changed.record = record;
    const others = leftRecords(ticket).filter((other) => !isOver(record, other) && !isBlank(other));
    // With nothing that others left, no record is the same as an empty one.
    const isGone = isNothing(draft) && others.length === 0 && !also;
    own.set(ticket, changed);
    const stored = isGone ? forget(ticket, changed) : store(changed, entry === undefined, also);
    tell(ticket);
    return stored;
  }

  /** Another tab has changed these records. */
  function follow(keys: readonly string[]): void {
    for (const [ticket, { record, writing }] of [...own]) {
      const isRemoved = keys.includes(keyOf(record)) && !records.of('drafts').has(keyOf(record));
      // Another tab has taken the text into its box, or discarded it.
      if (isRemoved && writing === 0) own.delete(ticket);
    }
    tell();
  }

  /** Takes what was sent out of the box. */
  function empty(ticket: TicketId, sent: ReplyDraft): void {
    const draft = get(ticket);
    const { text, attachments } = leftOver(draft, sent);
    // Other words have taken its place in the box meanwhile, and are stored already.
    const isOther = text === draft.text && attachments.length === draft.attachments.length && !isBlank(draft);
    if (own.has(ticket) && isOther) return tell(ticket);
    carets.delete(ticket);
    const taken = records.of('drafts').get(keyOf({ ...place(ticket), tab }));
    if (!own.has(ticket) && !taken && isBlank(draft)) return tell(ticket);
    // What another tab wrote meanwhile is offered; it does not take the place of what was sent.
    void put(ticket, own.has(ticket) ? { text, attachments } : EMPTY, taken?.over ?? null);
  }

  return {
    start() {
      inherit([...records.of('drafts').keys()]);
      return records.onChange('drafts', (keys, isElsewhere) => {
        if (!isElsewhere) return keys.some((key) => !key.endsWith(`.${tab}`)) ? tell() : undefined;
        // What is loaded is no news of a tab that is open now.
        if (!records.isLoaded.get()) inherit(keys);
        else for (const key of keys) left.delete(key);
        follow(keys);
      });
    },
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
      if (!isNothing(get(ticket)) || own.has(ticket))
        void set(ticket, { ...EMPTY, recipients: undefined, mail: undefined });
    },
    takeOut(ticket, sent) {
      const shown = shownRecord(ticket);
      const over = overOf(shown);
      return {
        kinds: ['drafts'],
        taken: { ...(kind && { kind }), tab, over, seq: changes },
        completed: () => empty(ticket, sent),
        work(tx) {
          if (shown === null) return;
          const key = keyOf({ ...place(ticket), tab });
          // What it went on from may have changed, and cannot be read here: an empty record goes on from it as it was.
          if (over === null) tx.remove('drafts', key);
          else
            tx.put('drafts', key, {
              ...shown,
              tab,
              seq: (changes += 1),
              ...EMPTY,
              recipients: undefined,
              mail: undefined,
              over,
            });
        },
      };
    },
    sent: empty,
    use(ticket, other) {
      const shown = only(get(ticket));
      const entry = own.get(ticket);
      const record = {
        ...place(ticket),
        tab,
        seq: (changes += 1),
        ...only(other),
        over: null,
        written_at: Date.now(),
      };
      const aside = { ...place(ticket), tab: newId(), seq: 1, ...shown, over: null, written_at: record.written_at };
      const changed: Own = { record, writing: entry?.writing ?? 0 };
      own.set(ticket, changed);
      carets.delete(ticket);
      void store(changed, false, {
        kinds: ['drafts'],
        work(tx) {
          tx.remove('drafts', other.key);
          if (entry && !isBlank(aside)) tx.put('drafts', keyOf(aside), aside);
        },
      });
      tell(ticket);
    },
    discardOther({ key }) {
      records.change(['drafts'], (tx) => tx.remove('drafts', key)).catch(() => undefined);
    },
    subscribe,
  };
}

const EMPTY: ReplyDraft = { text: '', attachments: [] };

const only = ({ text, attachments, recipients, mail }: ReplyDraft): ReplyDraft => ({
  text,
  attachments,
  ...(recipients && { recipients }),
  ...(mail && { mail }),
});
