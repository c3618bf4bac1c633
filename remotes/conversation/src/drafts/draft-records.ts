import type { MailKind, ReplyDraft, TicketId } from '@inbox/domain';
import type { DraftRecord } from '../storage/record-types';
import type { AlsoWrite, Records, TypedTx } from '../storage/records';
import { isBlank, isNothing, isOver, keyOf, only, pickShown, removeBase, type DraftPlace } from './draft-view';

export interface DraftRecordsDeps {
  records: Records;
  /** Of mails in the drawer, which are each a draft of their own; left out for the reply box. */
  kind?: MailKind | undefined;
  /** This tab, by a random id, and what it was called before the page was loaded anew. */
  tab: string;
  before: string | null;
  /** Tells if another tab was open when this page began. Its text is not put into the box of this page. */
  isOpen(tab: string): boolean;
}

/** The records of drafts, per ticket: this tab's own, those that closed tabs left, and those of other tabs. */
export interface DraftRecords {
  /** The record that this tab has written itself. */
  own(ticket: TicketId): DraftRecord | undefined;
  /** The records of other tabs, open and closed. */
  elsewhere(ticket: TicketId): DraftRecord[];
  /** The record that this tab shows. */
  shown(ticket: TicketId): DraftRecord | null;
  /** The record that a change of the shown draft replaces. */
  overOf(shown: DraftRecord | null): DraftRecord['over'];
  /** This tab's record as it is stored. */
  stored(ticket: TicketId): DraftRecord | undefined;
  /** Makes a record of this tab. Each has a `seq` of its own, so that no two states look the same. */
  made(ticket: TicketId, draft: ReplyDraft, over: DraftRecord['over']): DraftRecord;
  /**
   * Makes this the tab's own record, and stores it. An empty draft is stored by removing its record.
   * @param also what is to be stored in the same transaction
   * @returns whether the browser has stored it; if not, the words stay in this page
   */
  put(record: DraftRecord, also?: AlsoWrite): Promise<boolean>;
  /** Makes this the tab's own record in place of another one, which `also` stores elsewhere. */
  replace(record: DraftRecord, also: AlsoWrite): void;
  /** Follows what other tabs write; returns how to stop. */
  start(): () => void;
}

/** What this tab has written itself. */
interface Own {
  record: DraftRecord;
  /** Transactions under way. */
  writing: number;
}

/** @param tell is called after each change with its ticket, or without one when several tickets may have changed */
export function createDraftRecords(
  { records, kind, tab, before, isOpen }: DraftRecordsDeps,
  tell: (ticket?: TicketId) => void,
): DraftRecords {
  const place = (ticket_id: TicketId): DraftPlace => ({ ticket_id, ...(kind && { kind }) });
  const owned = new Map<TicketId, Own>();
  /** Keys of records of closed tabs. No other tab shows them in its box. */
  const left = new Set<string>();
  /** Number of changes of all drafts so far. */
  let changes = 0;

  const elsewhere = (ticket: TicketId): DraftRecord[] =>
    [...records.of('drafts').values()].filter(
      (record) => record.ticket_id === ticket && record.kind === kind && record.tab !== tab,
    );

  const leftRecords = (ticket: TicketId): DraftRecord[] =>
    elsewhere(ticket).filter((record) => left.has(keyOf(record)));

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

  function remove(record: DraftRecord): Promise<boolean> {
    const work = async (tx: TypedTx) => {
      tx.remove('drafts', keyOf(record));
      await removeBase(tx, record);
    };
    return records.change(['drafts'], work).then(
      () => true,
      () => false,
    );
  }

  async function forget(entry: Own): Promise<boolean> {
    const { record } = entry;
    entry.writing += 1;
    const isRemoved = await remove(record);
    entry.writing -= 1;
    // Until then it hides what it went on from.
    if (isRemoved && owned.get(record.ticket_id)?.record === record) {
      owned.delete(record.ticket_id);
      tell(record.ticket_id);
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

  /** Another tab has changed these records. */
  function follow(keys: readonly string[]): void {
    for (const [ticket, { record, writing }] of [...owned]) {
      const isRemoved = keys.includes(keyOf(record)) && !records.of('drafts').has(keyOf(record));
      // Another tab has taken the text into its box, or discarded it.
      if (isRemoved && writing === 0) owned.delete(ticket);
    }
    tell();
  }

  return {
    own: (ticket) => owned.get(ticket)?.record,
    elsewhere,
    shown: (ticket) => owned.get(ticket)?.record ?? pickShown(leftRecords(ticket), before),
    overOf: (shown) =>
      shown === null || shown.tab === tab ? (shown?.over ?? null) : { tab: shown.tab, seq: shown.seq },
    stored: (ticket) => records.of('drafts').get(keyOf({ ...place(ticket), tab })),
    made: (ticket, draft, over) => ({
      ...place(ticket),
      tab,
      seq: (changes += 1),
      ...only(draft),
      over,
      written_at: Date.now(),
    }),
    put(record, also) {
      const ticket = record.ticket_id;
      const entry = owned.get(ticket);
      const changed: Own = entry ?? { record, writing: 0 };
      changed.record = record;
      const others = leftRecords(ticket).filter((other) => !isOver(record, other) && !isBlank(other));
      // With nothing that others left, no record is the same as an empty one.
      const isGone = isNothing(record) && others.length === 0 && !also;
      owned.set(ticket, changed);
      const stored = isGone ? forget(changed) : store(changed, entry === undefined, also);
      tell(ticket);
      return stored;
    },
    replace(record, also) {
      const changed: Own = { record, writing: owned.get(record.ticket_id)?.writing ?? 0 };
      owned.set(record.ticket_id, changed);
      void store(changed, false, also);
      tell(record.ticket_id);
    },
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
  };
}
