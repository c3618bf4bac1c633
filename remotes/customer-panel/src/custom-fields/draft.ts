import type { CustomField, FieldValues } from '@inbox/domain';
import { sameTexts, valuesOf } from '@inbox/domain/conversation';
import * as z from 'zod/mini';

/** What an agent has made of one field, and what was saved in it when they began. */
export interface Change {
  from: readonly string[];
  to: readonly string[];
}

/** What an agent has changed and not saved yet, by field id. */
export type Draft = Readonly<Record<string, Change>>;

/** What the keys begin with under which the browser stores drafts; the ticket's number follows. */
export const FIELDS = 'fields.';

export const draftSchema = z.record(z.string(), z.object({ from: z.array(z.string()), to: z.array(z.string()) }));

const savedOf = (saved: FieldValues, id: string): readonly string[] =>
  (Object.hasOwn(saved, id) ? saved[id] : []) ?? [];
const said = (texts: readonly string[]): string[] => [
  ...new Set(texts.map((text) => text.trim()).filter((text) => text !== '')),
];

/** The draft with this field saying something else. */
export function withChange(draft: Draft, { id }: CustomField, saved: FieldValues, to: readonly string[]): Draft {
  const from = draft[id]?.from ?? savedOf(saved, String(id));
  return { ...draft, [id]: { from, to } };
}

export function withoutChange(draft: Draft, id: number): Draft {
  return Object.fromEntries(Object.entries(draft).filter(([other]) => other !== String(id)));
}

/** The changes that still say something else than what is saved: a colleague may have saved the same. */
export function openChanges(draft: Draft, saved: FieldValues): Draft {
  return Object.fromEntries(
    Object.entries(draft).filter(([id, { to }]) => !sameTexts(said(to), said(savedOf(saved, id)))),
  );
}

/** What the fields show: what is saved, and over it what the agent has changed. */
export function shownValues(draft: Draft, saved: FieldValues): FieldValues {
  return { ...saved, ...Object.fromEntries(Object.entries(draft).map(([id, { to }]) => [id, to])) };
}

/** What a colleague has saved in a field that the agent has changed too; null when nobody has. */
export function theirs(draft: Draft, saved: FieldValues, field: CustomField): string[] | null {
  const change = draft[field.id];
  if (change === undefined) return null;
  const now = valuesOf(saved, field);
  return sameTexts(now, said(change.from)) || sameTexts(now, said(change.to)) ? null : now;
}

/** The draft after `sent` was saved: what was changed while it was on its way begins from what is saved now. */
export function afterSave(draft: Draft, sent: Draft, saved: FieldValues): Draft {
  const rest = Object.entries(draft).map(([id, change]): [string, Change] => {
    const own = sent[id];
    return [id, own === undefined ? change : { from: savedOf(saved, id), to: change.to }];
  });
  return openChanges(Object.fromEntries(rest), saved);
}
