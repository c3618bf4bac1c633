import type { ReplyDraft, TicketId, UploadedFile, UploadId } from '@inbox/domain';

export interface Draft extends ReplyDraft {
  /** Where the caret stood last, in UTF-16 units. */
  readonly caret: number;
}

const EMPTY: Draft = { text: '', attachments: [], caret: 0 };

/** Where drafts survive a reload; null is none. */
export interface DraftStore {
  load(ticket: TicketId): ReplyDraft | null;
  save(ticket: TicketId, draft: ReplyDraft | null): void;
}

/** Unsent replies, per ticket. Every change names its ticket, so a late one can not land anywhere else. */
export interface Drafts {
  get(ticket: TicketId): Draft;
  write(ticket: TicketId, written: Pick<Draft, 'text' | 'caret'>): void;
  /** Puts text where the caret of that ticket's reply box stands, open or not. */
  insert(ticket: TicketId, text: string): void;
  attach(ticket: TicketId, file: UploadedFile): void;
  detach(ticket: TicketId, id: UploadId): void;
  clear(ticket: TicketId): void;
  /** Another tab has changed the draft where both are kept. */
  reread(ticket: TicketId): void;
  subscribe(listener: () => void): () => void;
}

export const isEmptyDraft = ({ text, attachments }: ReplyDraft): boolean =>
  text.trim() === '' && attachments.length === 0;

export function createDrafts(store: DraftStore): Drafts {
  const known = new Map<TicketId, Draft>();
  const listeners = new Set<() => void>();

  function get(ticket: TicketId): Draft {
    const draft = known.get(ticket);
    if (draft) return draft;
    const kept = store.load(ticket);
    const loaded = kept === null ? EMPTY : { ...kept, caret: kept.text.length };
    known.set(ticket, loaded);
    return loaded;
  }

  function set(ticket: TicketId, draft: Draft): void {
    const before = get(ticket);
    known.set(ticket, draft);
    const { text, attachments } = draft;
    if (before.text !== text || before.attachments !== attachments) {
      store.save(ticket, text === '' && attachments.length === 0 ? null : { text, attachments });
    }
    tell();
  }

  function tell(): void {
    for (const listener of [...listeners]) listener();
  }

  return {
    get,
    write: (ticket, { text, caret }) => set(ticket, { ...get(ticket), text, caret }),
    insert(ticket, text) {
      const draft = get(ticket);
      const caret = Math.min(draft.caret, draft.text.length);
      const joined = draft.text.slice(0, caret) + text + draft.text.slice(caret);
      set(ticket, { ...draft, text: joined, caret: caret + text.length });
    },
    attach(ticket, file) {
      const draft = get(ticket);
      set(ticket, { ...draft, attachments: [...draft.attachments, file] });
    },
    detach(ticket, id) {
      const draft = get(ticket);
      set(ticket, { ...draft, attachments: draft.attachments.filter((file) => file.id !== id) });
    },
    clear: (ticket) => set(ticket, EMPTY),
    reread(ticket) {
      known.delete(ticket);
      tell();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
