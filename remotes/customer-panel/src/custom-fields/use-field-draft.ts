import type { FieldValuesAnswer } from '@inbox/api';
import type { TicketId } from '@inbox/domain';
import { usePanelStorage } from '@inbox/panel';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useIsShown } from '../sections/use-is-shown';
import { draftSchema, FIELDS, openChanges, type Draft } from './draft';

const keyOf = (id: TicketId) => `${FIELDS}${id}`;

export interface FieldDraft {
  draft: Draft;
  /** The draft with what was set since the last render. */
  latest(): Draft;
  set(draft: Draft): void;
  /** Changes what is stored for the ticket, also when it is not shown any more. */
  update(change: (draft: Draft) => Draft): void;
}

/** What the agent has changed in the ticket's fields and not saved: it outlives the page, and all tabs follow it. */
export function useFieldDraft(ticketId: TicketId, saved: FieldValuesAnswer): FieldDraft {
  const storage = usePanelStorage();
  const key = keyOf(ticketId);
  const isShown = useIsShown();
  const stored = () => storage.read(key, draftSchema) ?? {};
  const [draft, setDraft] = useState<Draft>(() => openChanges(stored(), saved.values));
  const newest = useRef(draft);
  useLayoutEffect(() => {
    newest.current = draft;
  }, [draft]);
  const store = (next: Draft) => {
    newest.current = next;
    if (Object.keys(next).length === 0) storage.remove(key);
    else storage.write(key, next);
    setDraft(next);
  };
  // A colleague, or another tab, may have saved the same.
  const [rev, setRev] = useState(saved.rev);
  if (rev !== saved.rev) {
    setRev(saved.rev);
    setDraft(openChanges(draft, saved.values));
  }
  const storeOpen = useEffectEvent(() => {
    const known = stored();
    const open = openChanges(known, saved.values);
    if (Object.keys(open).length < Object.keys(known).length) store(open);
  });
  useEffect(() => storeOpen(), [rev, storage, key]);
  useEffect(() => storage.onChange(key, () => setDraft(storage.read(key, draftSchema) ?? {})), [storage, key]);
  return {
    draft,
    latest: () => newest.current,
    set: store,
    // Left and opened again, the ticket's changes are those that are stored; a full storage has none of them.
    update: (change) => store(change(isShown() ? draft : stored())),
  };
}
