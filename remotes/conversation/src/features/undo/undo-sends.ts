import { ApiError } from '@inbox/api';
import { mayBeUndone, UNDO_MS, type Outgoing, type TempId, type TicketId } from '@inbox/domain';
import type { ReplyAnswer } from '../reply/sender';

/** A send that its writer may still take back. */
export interface Undoable {
  readonly outgoing: Outgoing;
  /** Whom it is for. */
  readonly to: string;
  /** By this browser's clock, in milliseconds. */
  readonly until: number;
  readonly isUndoing: boolean;
}

export interface UndoSendsOptions {
  undo(request: { ticket_id: TicketId; temp_id: TempId }): Promise<ReplyAnswer>;
  /** Puts what was taken back where replies to its ticket are written. */
  restore(outgoing: Outgoing): void;
}

/** The sends of the last ten seconds that can be taken back; each knows its ticket, whichever is open. */
export interface UndoSends {
  /** The server has stored this send. */
  stored(answer: ReplyAnswer, outgoing: Outgoing): void;
  /** Takes one back, asking until the server has answered; rejects with the reason when it refuses. */
  undo(tempId: TempId): Promise<void>;
  list(): readonly Undoable[];
  subscribe(listener: () => void): () => void;
  /** Calls back with the server's answer to each undo. */
  onUndone(listener: (answer: ReplyAnswer) => void): () => void;
  /** Offers nothing any more. */
  stop(): void;
}

/** Milliseconds between attempts. Asked again the server answers the same, so it is known what became of the mail. */
const AGAIN_MS = 2_000;

export function createUndoSends({ undo, restore }: UndoSendsOptions): UndoSends {
  let list: readonly Undoable[] = [];
  const listeners = new Set<() => void>();
  const undoneListeners = new Set<(answer: ReplyAnswer) => void>();
  const timers = new Set<ReturnType<typeof setTimeout>>();

  function later(ms: number, run: () => void): void {
    const timer = setTimeout(() => {
      timers.delete(timer);
      run();
    }, ms);
    timers.add(timer);
  }

  /** Given up too early, what the server took back would be in nobody's hands. */
  async function ask({ ticket_id, temp_id }: Outgoing): Promise<ReplyAnswer> {
    for (;;) {
      try {
        return await undo({ ticket_id, temp_id });
      } catch (error) {
        const isOffered = list.some(({ outgoing }) => outgoing.temp_id === temp_id);
        if (!isOffered || !(error instanceof ApiError) || !error.retryable) throw error;
        await new Promise<void>((resolve) => later(AGAIN_MS, resolve));
      }
    }
  }

  function set(next: readonly Undoable[]): void {
    list = next;
    for (const listener of [...listeners]) listener();
  }
  const drop = (entry: Undoable) => set(list.filter(({ outgoing }) => outgoing.temp_id !== entry.outgoing.temp_id));
  const mark = (tempId: TempId, isUndoing: boolean) =>
    set(list.map((entry) => (entry.outgoing.temp_id === tempId ? { ...entry, isUndoing } : entry)));

  return {
    stored({ item, ticket }, outgoing) {
      // Asked for a second time it may be answered with what was sent, or taken back, long ago.
      const isLeaving = item.content_type !== 'log' && item.send_status === 'sending';
      if (!mayBeUndone(outgoing.conversation_source) || !isLeaving || outgoing.after_rev > 0) return;
      const entry: Undoable = { outgoing, to: ticket.full_name, until: Date.now() + UNDO_MS, isUndoing: false };
      set([...list, entry]);
      later(UNDO_MS, () => {
        // What is being undone just now goes when the server has answered.
        if (!list.find(({ outgoing: { temp_id } }) => temp_id === outgoing.temp_id)?.isUndoing) drop(entry);
      });
    },
    async undo(tempId) {
      const entry = list.find(({ outgoing }) => outgoing.temp_id === tempId);
      if (!entry || entry.isUndoing) return;
      mark(tempId, true);
      try {
        const answer = await ask(entry.outgoing);
        restore(entry.outgoing);
        for (const listener of [...undoneListeners]) listener(answer);
        drop(entry);
      } catch (error) {
        if (Date.now() < entry.until) mark(tempId, false);
        else drop(entry);
        throw error;
      }
    },
    list: () => list,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onUndone(listener) {
      undoneListeners.add(listener);
      return () => undoneListeners.delete(listener);
    },
    stop() {
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
      set([]);
    },
  };
}
