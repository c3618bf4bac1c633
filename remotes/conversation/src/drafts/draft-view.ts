import type { AttachedFile, ReplyDraft } from '@inbox/domain';
import { isUnwritten } from '@inbox/domain/conversation';
import type { DraftRecord } from '../storage/record-types';
import type { TypedTx } from '../storage/records';

/** What another tab has written of the same reply. */
export interface OtherDraft extends ReplyDraft {
  /** Of its record. */
  readonly key: string;
}

/** Where a tab writes a reply: its ticket, and of a mail in the drawer its kind. */
export type DraftPlace = Pick<DraftRecord, 'ticket_id' | 'kind'>;

export const EMPTY: ReplyDraft = { text: '', attachments: [] };

/** The draft of a record, without what the record has beside it. */
export const only = ({ text, attachments, recipients, mail }: ReplyDraft): ReplyDraft => ({
  text,
  attachments,
  ...(recipients && { recipients }),
  ...(mail && { mail }),
});

export const keyOf = ({ ticket_id, kind, tab }: DraftPlace & Pick<DraftRecord, 'tab'>): string =>
  `${kind === undefined ? '' : `${kind}.`}${ticket_id}.${tab}`;

/** Nothing is written and no file is there: a signature alone is nothing. */
export const isBlank = ({ text, attachments, mail }: ReplyDraft): boolean =>
  attachments.length === 0 && isUnwritten(text, mail?.signature);

/** Nothing at all, not even other recipients. */
export const isNothing = ({ text, attachments, recipients, mail }: ReplyDraft): boolean =>
  text === '' && attachments.length === 0 && recipients === undefined && mail === undefined;

/** Does `newer` go on from `older` as it is now? */
export const isOver = ({ over }: DraftRecord, older: DraftRecord): boolean =>
  over !== null && over.tab === older.tab && over.seq === older.seq;

/** Those that no other one goes on from. */
export function currentOf(records: readonly DraftRecord[]): DraftRecord[] {
  return records.filter((record) => !records.some((other) => other !== record && isOver(other, record)));
}

/**
 * The record that a tab without one of its own shows: that of the page before it in the same tab, else the newest.
 * @param before the tab's id before the page was loaded anew
 */
export function pickShown(records: readonly DraftRecord[], before: string | null): DraftRecord | null {
  const written = currentOf(records).filter((record) => !isNothing(record));
  const own = written.find(({ tab }) => tab === before);
  return own ?? written.reduce<DraftRecord | null>((newest, one) => (isNewer(one, newest) ? one : newest), null);
}

function isNewer(one: DraftRecord, other: DraftRecord | null): boolean {
  if (other === null || one.written_at > other.written_at) return true;
  return one.written_at === other.written_at && one.tab > other.tab;
}

/** What is written elsewhere and is not in the shown draft. */
export function othersThan(shown: ReplyDraft | null, records: readonly DraftRecord[]): OtherDraft[] {
  return currentOf(records)
    .filter((record) => record !== shown && !isBlank(record) && !isWithin(record, shown))
    .map((record) => ({ ...record, key: keyOf(record) }));
}

function isWithin({ text, attachments }: ReplyDraft, shown: ReplyDraft | null): boolean {
  const has = new Set(shown?.attachments.map(({ id }) => id));
  return text.trim() === (shown?.text.trim() ?? '') && attachments.every(({ id }) => has.has(id));
}

/** What of a draft is not in this send, which it began with. */
export function leftOver(draft: ReplyDraft, sent: ReplyDraft): ReplyDraft {
  const left = new Set(sent.attachments.map(({ id }) => id));
  const attachments = draft.attachments.filter(({ id }) => !left.has(id));
  const text = draft.text.startsWith(sent.text) ? draft.text.slice(sent.text.length) : draft.text;
  return only({ ...draft, text, attachments });
}

/** In the order in which they were chosen, each once. */
export function mergeFiles(files: readonly AttachedFile[], more: readonly AttachedFile[]): AttachedFile[] {
  const known = new Set(files.map(({ id }) => id));
  return [...files, ...more.filter(({ id }) => !known.has(id))].sort((a, b) => a.chosen - b.chosen);
}

/** Removes what a record goes on from, and what that went on from, unless their tabs have written on. */
export async function removeBase(
  tx: TypedTx,
  { ticket_id, kind, over }: DraftPlace & Pick<DraftRecord, 'over'>,
): Promise<void> {
  for (let next = over; next !== null;) {
    const key = keyOf({ ticket_id, kind, tab: next.tab });
    const base = await tx.get('drafts', key);
    if (base?.seq !== next.seq) return;
    tx.remove('drafts', key);
    next = base.over;
  }
}
