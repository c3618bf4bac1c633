import type { TicketId } from '@inbox/domain';

export interface Draft {
  readonly text: string;
  /** Where the caret stood last, in UTF-16 units. */
  readonly caret: number;
}

const EMPTY: Draft = { text: '', caret: 0 };

/** Where drafts survive a reload; null is none. */
export interface DraftStore {
  load(ticket: TicketId): string | null;
  save(ticket: TicketId, text: string | null): void;
}

/** Unsent text, per ticket. Every change names its ticket, so a late one can not land anywhere else. */
export interface Drafts {
  get(ticket: TicketId): Draft;
  set(ticket: TicketId, draft: Draft): void;
  /** Puts text where the caret of that ticket's reply box stands, open or not. */
  insert(ticket: TicketId, text: string): void;
  clear(ticket: TicketId): void;
  subscribe(listener: () => void): () => void;
}

export function createDrafts(store: DraftStore): Drafts {
  const known = new Map<TicketId, Draft>();
  const listeners = new Set<() => void>();

  function get(ticket: TicketId): Draft {
    const draft = known.get(ticket);
    if (draft) return draft;
    const text = store.load(ticket) ?? '';
    const loaded = text === '' ? EMPTY : { text, caret: text.length };
    known.set(ticket, loaded);
    return loaded;
  }

  function set(ticket: TicketId, draft: Draft): void {
    const before = get(ticket);
    known.set(ticket, draft);
    if (before.text !== draft.text) store.save(ticket, draft.text === '' ? null : draft.text);
    for (const listener of [...listeners]) listener();
  }

  return {
    get,
    set,
    insert(ticket, text) {
      const draft = get(ticket);
      const caret = Math.min(draft.caret, draft.text.length);
      set(ticket, { text: draft.text.slice(0, caret) + text + draft.text.slice(caret), caret: caret + text.length });
    },
    clear: (ticket) => set(ticket, EMPTY),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
