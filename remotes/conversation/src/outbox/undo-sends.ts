import { ApiError } from '@inbox/api';
import type { Outgoing, TempId, Ticket, TicketId } from '@inbox/domain';
import { allRecipients, isSameAddress, mayBeUndone, UNDO_MS } from '@inbox/domain/conversation';
import { createListeners, createStore, type ReadableStore } from '@inbox/panel/store';
import type { AlsoWrite, Records } from '../storage/records';
import type { ReplyAnswer } from './send-loop';

/** A send that its writer may still take back. */
export interface Undoable {
  readonly outgoing: Outgoing;
  /** Whom it is for. */
  readonly to: string;
  /** By this browser's clock, in milliseconds. */
  readonly until: number;
  readonly isUndoing: boolean;
  /** The server has not answered the undo yet; it is asked again. */
  readonly isUnanswered: boolean;
}

export interface UndoSendsDeps {
  records: Records;
  undo(request: { ticket_id: TicketId; temp_id: TempId }): Promise<ReplyAnswer>;
  /** Does this while no other tab does what has the same name. */
  alone(name: string, signal: AbortSignal, work: () => Promise<void>): Promise<void>;
  /**
   * Puts what was taken back where replies to its ticket are written; resolves when it is there.
   * @param also what is to be stored in the same transaction, so that it is put there once
   */
  restore(outgoing: Outgoing, also: AlsoWrite): Promise<void>;
}

/**
 * The sends of the last ten seconds that can be taken back; each knows its ticket, whichever is open. They are records
 * that all tabs share, so that a reload offers them as well.
 */
export interface UndoSends {
  /** The server has stored this send. */
  stored(answer: ReplyAnswer, outgoing: Outgoing): void;
  /** Takes one back, asking until the server has answered; rejects with the reason when it refuses. */
  undo(tempId: TempId): Promise<void>;
  list: ReadableStore<readonly Undoable[]>;
  /** Calls back with the server's answer to each undo. */
  onUndone(listener: (answer: ReplyAnswer) => void): () => void;
  /** Offers what an earlier page or another tab has sent as well; returns how to stop offering anything. */
  start(): () => void;
}

/** Milliseconds between attempts. Asked again the server answers the same, so it is known what became of the mail. */
const AGAIN_MS = 2_000;

/** Nobody can tell yet whether the server has taken it back. */
const mayHaveUndone = (error: ApiError): boolean => error.retryable || error.kind === 'bad-answer';

export function createUndoSends({ records, alone, undo, restore }: UndoSendsDeps): UndoSends {
  const list = createStore<readonly Undoable[]>([]);
  const undone = createListeners<[ReplyAnswer]>();
  const timers = new Set<ReturnType<typeof setTimeout>>();
  let stopped: AbortSignal | null = null;

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
        const isOffered = list.get().some(({ outgoing }) => outgoing.temp_id === temp_id);
        if (!isOffered || !(error instanceof ApiError) || !mayHaveUndone(error)) throw error;
        change(temp_id, { isUnanswered: true });
        await new Promise<void>((resolve) => later(AGAIN_MS, resolve));
      }
    }
  }

  const find = (tempId: string) => list.get().find(({ outgoing }) => outgoing.temp_id === tempId);
  const without = (tempId: string) => list.get().filter(({ outgoing }) => outgoing.temp_id !== tempId);
  const change = (tempId: TempId, changed: Partial<Pick<Undoable, 'isUndoing' | 'isUnanswered'>>) =>
    list.set(list.get().map((entry) => (entry.outgoing.temp_id === tempId ? { ...entry, ...changed } : entry)));
  const mark = (tempId: TempId, isUndoing: boolean) => change(tempId, { isUndoing, isUnanswered: false });

  const store = ({ outgoing, to, until }: Undoable, is_undoing: boolean) =>
    records
      .change(['undo'], (tx) => tx.put('undo', outgoing.temp_id, { outgoing, to, until, is_undoing }))
      .catch(() => undefined);

  function drop({ outgoing: { temp_id } }: Undoable): void {
    list.set(without(temp_id));
    records.change(['undo'], (tx) => tx.remove('undo', temp_id)).catch(() => undefined);
  }

  function offer(entry: Undoable): void {
    const { temp_id } = entry.outgoing;
    list.set([...without(temp_id), entry]);
    later(Math.max(0, entry.until - Date.now()), () => {
      // What is being undone just now goes when the server has answered.
      const offered = find(temp_id);
      if (offered && !offered.isUndoing) drop(offered);
    });
  }

  /** Asks and puts it back, in one tab: begun again after a reload the server answers the same. */
  async function takeBack(entry: Undoable): Promise<void> {
    const { temp_id } = entry.outgoing;
    mark(temp_id, true);
    // Stored first: what the server has taken back is then in nobody's hands but these.
    await store(entry, true);
    try {
      const answer = await ask(entry.outgoing);
      await restore(entry.outgoing, { kinds: ['undo'], work: (tx) => tx.remove('undo', temp_id) });
      undone.notify(answer);
      drop(entry);
    } catch (error) {
      if (find(temp_id) && Date.now() < entry.until) {
        mark(temp_id, false);
        void store(entry, false);
      } else if (stopped?.aborted !== true) drop(entry);
      throw error;
    }
  }

  /** Another tab has changed these, or they were loaded. */
  function follow(keys: readonly string[]): void {
    for (const key of keys) {
      const record = records.of('undo').get(key);
      const known = find(key);
      if (known?.isUndoing) continue;
      if (!record || (record.until <= Date.now() && !record.is_undoing)) {
        if (known) list.set(without(key));
        if (record) records.change(['undo'], (tx) => tx.remove('undo', key)).catch(() => undefined);
      } else if (record.is_undoing) resume(record.outgoing, record.to, record.until);
      else if (!known)
        offer({ outgoing: record.outgoing, to: record.to, until: record.until, isUndoing: false, isUnanswered: false });
    }
  }

  /** Goes on with an undo as soon as the page that began it has ended without an answer. */
  function resume(outgoing: Outgoing, to: string, until: number): void {
    const signal = stopped;
    if (signal === null) return;
    const entry = { outgoing, to, until, isUndoing: true, isUnanswered: false };
    list.set([...without(outgoing.temp_id), entry]);
    const goOn = async () => {
      const left = await records.read('undo').catch(() => records.of('undo'));
      if (left.get(outgoing.temp_id)?.is_undoing) await takeBack(entry);
      else list.set(without(outgoing.temp_id));
    };
    alone(outgoing.temp_id, signal, goOn).catch(() => undefined);
  }

  return {
    start() {
      const controller = new AbortController();
      stopped = controller.signal;
      const end = records.onChange('undo', (keys, elsewhere) => elsewhere && follow(keys));
      follow([...records.of('undo').keys()]);
      return () => {
        controller.abort();
        end();
        for (const timer of timers) clearTimeout(timer);
        timers.clear();
        list.set([]);
      };
    },
    stored({ item, ticket }, outgoing) {
      // Asked for a second time it may be answered with what was sent, or taken back, long ago.
      const isLeaving = item.content_type !== 'log' && item.send_status === 'sending';
      if (!mayBeUndone(outgoing.conversation_source) || !isLeaving || outgoing.after_rev > 0) return;
      // The agent has decided that already, and it leaves at once.
      if (outgoing.again_of !== undefined) return;
      const until = Date.now() + UNDO_MS;
      const to = recipientOf(outgoing, ticket);
      const entry: Undoable = { outgoing, to, until, isUndoing: false, isUnanswered: false };
      offer(entry);
      void store(entry, false);
    },
    async undo(tempId) {
      const entry = find(tempId);
      if (!entry || entry.isUndoing) return;
      mark(tempId, true);
      await alone(tempId, stopped ?? new AbortController().signal, () => takeBack(entry));
    },
    list,
    onUndone: undone.subscribe,
  };
}

/** The customer by name where the mail goes to them alone or among others, else its first recipient. */
function recipientOf({ recipients }: Outgoing, { full_name, customer_email = null }: Ticket): string {
  const all = recipients === undefined ? [] : allRecipients(recipients);
  const [first] = all;
  return first === undefined || all.some((address) => isSameAddress(address, customer_email)) ? full_name : first;
}
