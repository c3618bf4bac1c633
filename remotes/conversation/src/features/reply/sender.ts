import { ApiError, type CallAnswer, type Calls, type ReplyRequest } from '@inbox/api';
import { confirms, type ContentItem, type ConversationId, type Outgoing, type TempId } from '@inbox/domain';

export type ReplyAnswer = CallAnswer<Calls['reply']>;

export interface SenderOptions {
  /** Where unconfirmed sends survive a reload. */
  store: {
    load(): Outgoing[];
    /** Reads, changes and writes in one step, as other tabs keep theirs in the same place. */
    change(edit: (stored: Outgoing[]) => Outgoing[]): void;
  };
  reply(request: ReplyRequest, signal: AbortSignal): Promise<ReplyAnswer>;
}

/** Milliseconds between attempts while the backend can not be reached. */
const WAITS = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000] as const;

/**
 * Sends replies, each until the server has it or has refused it; in order within a conversation, and each conversation
 * by itself. A send is stored before its first attempt and every attempt carries the same `temp_id`, so neither a
 * reload, a crash nor a dead line loses one or makes two.
 */
export interface Sender {
  /** Begins with what an earlier page left unsent; returns how to stop. */
  start(): () => void;
  /** Resolves with the stored item; rejects with the reason when the server refuses. */
  send(outgoing: Outgoing): Promise<ContentItem>;
  /** Tries a refused send once more. */
  again(tempId: TempId): void;
  /** Sends what was held back, now that its writer has seen what held it. */
  sendAnyway(tempId: TempId): void;
  /** Gives up a send that was refused or waits. One that has arrived unheard shows in the thread all the same. */
  discard(tempId: TempId): void;
  /** Items told by the server: the sends they confirm are done. */
  confirm(items: readonly ContentItem[]): void;
  /** The line may be back: attempts that wait happen now. */
  wake(): void;
  outbox(): readonly Outgoing[];
  /** Those of the outbox that do not leave by themselves at once: refused, held back, or tried in vain. */
  stuck(): readonly Outgoing[];
  subscribe(listener: () => void): () => void;
  /** Calls back with each answer of the server to a send, and the send. */
  onStored(listener: (answer: ReplyAnswer, outgoing: Outgoing) => void): () => void;
}

export function createSender({ store, reply }: SenderOptions): Sender {
  let outbox: readonly Outgoing[] = store.load();
  /** Begun by an earlier page or by another tab, which may still be there and give one up. */
  const inherited = new Set(outbox.map(({ temp_id }) => temp_id));
  const listeners = new Set<() => void>();
  const storedListeners = new Set<(answer: ReplyAnswer, outgoing: Outgoing) => void>();
  const working = new Set<ConversationId>();
  const asked = new Map<TempId, { resolve(item: ContentItem): void; reject(error: Error): void }>();
  /** Whose attempts have failed so far. */
  const tried = new Set<TempId>();
  let stuck = outbox.filter(({ refused }) => refused !== null);
  const sleepers = new Set<() => void>();
  let running = new AbortController();

  function put(outgoing: Outgoing): void {
    const place = (entries: readonly Outgoing[]) =>
      entries.some((entry) => entry.temp_id === outgoing.temp_id)
        ? entries.map((entry) => (entry.temp_id === outgoing.temp_id ? outgoing : entry))
        : [...entries, outgoing];
    store.change(place);
    outbox = place(outbox);
    tell();
  }

  function drop(tempId: TempId): void {
    tried.delete(tempId);
    const without = (entries: readonly Outgoing[]) => entries.filter((entry) => entry.temp_id !== tempId);
    store.change(without);
    outbox = without(outbox);
    tell();
  }

  function forgetEndedElsewhere(): void {
    const stored = new Set(store.load().map(({ temp_id }) => temp_id));
    const left = outbox.filter(({ temp_id }) => stored.has(temp_id) || !inherited.has(temp_id));
    if (left.length === outbox.length) return;
    outbox = left;
    tell();
  }

  const isStuck = ({ temp_id, refused }: Outgoing) => refused !== null || tried.has(temp_id);

  function tell(): void {
    stuck = outbox.filter(isStuck);
    for (const listener of [...listeners]) listener();
  }

  function arrived(tempId: TempId, item: ContentItem): void {
    drop(tempId);
    asked.get(tempId)?.resolve(item);
    asked.delete(tempId);
  }

  function refuse(outgoing: Outgoing, error: Error): void {
    const newer = error instanceof ApiError ? (error.details.items ?? []) : [];
    put({ ...outgoing, refused: error.message, newer: [...newer] });
    asked.get(outgoing.temp_id)?.reject(error);
    asked.delete(outgoing.temp_id);
  }

  /** Sleeps, but not through a `wake`. */
  function pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        sleepers.delete(end);
        resolve();
      };
      const timer = setTimeout(end, ms);
      sleepers.add(end);
    });
  }

  async function work(conversation: ConversationId): Promise<void> {
    const { signal } = running;
    if (working.has(conversation) || signal.aborted) return;
    working.add(conversation);
    const next = () => {
      forgetEndedElsewhere();
      return outbox.find((entry) => entry.conversation_id === conversation && entry.refused === null);
    };
    let failures = 0;
    for (let entry = next(); entry && !signal.aborted; entry = next()) {
      try {
        const answer = await reply(requestOf(entry), signal);
        if (signal.aborted) return;
        failures = 0;
        arrived(entry.temp_id, answer.item);
        for (const listener of [...storedListeners]) listener(answer, entry);
      } catch (error) {
        if (signal.aborted) return;
        const mayPass = error instanceof ApiError && (error.retryable || error.kind === 'signed-out');
        if (mayPass) {
          tried.add(entry.temp_id);
          tell();
          await pause(WAITS[Math.min(failures++, WAITS.length - 1)] ?? 0);
        } else if (outbox.includes(entry)) refuse(entry, error instanceof Error ? error : new Error(String(error)));
      }
    }
    working.delete(conversation);
  }

  return {
    start() {
      running = new AbortController();
      working.clear();
      for (const entry of outbox) void work(entry.conversation_id);
      const started = running;
      return () => {
        started.abort();
        for (const end of [...sleepers]) end();
      };
    },
    send(outgoing) {
      const stored = new Promise<ContentItem>((resolve, reject) => asked.set(outgoing.temp_id, { resolve, reject }));
      // A refusal shows at the message; whoever awaits the send hears of it as well, and need not.
      stored.catch(() => undefined);
      put(outgoing);
      void work(outgoing.conversation_id);
      return stored;
    },
    again(tempId) {
      const entry = outbox.find((candidate) => candidate.temp_id === tempId);
      if (!entry) return;
      put({ ...entry, refused: null });
      void work(entry.conversation_id);
    },
    sendAnyway(tempId) {
      const entry = outbox.find((candidate) => candidate.temp_id === tempId);
      if (!entry) return;
      const seen = entry.newer.reduce((newest, { id }) => (newest !== null && newest > id ? newest : id), entry.seen);
      put({ ...entry, refused: null, newer: [], seen });
      void work(entry.conversation_id);
    },
    discard: drop,
    confirm(items) {
      for (const item of items) {
        const entry = outbox.find((candidate) => confirms(item, candidate));
        if (entry) arrived(entry.temp_id, item);
      }
    },
    wake() {
      for (const end of [...sleepers]) end();
    },
    outbox: () => outbox,
    stuck: () => stuck,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onStored(listener) {
      storedListeners.add(listener);
      return () => storedListeners.delete(listener);
    },
  };
}

function requestOf(outgoing: Outgoing): ReplyRequest {
  const { message, conversation_id, temp_id, conversation_source, ticket_id, attachments, seen } = outgoing;
  const toLastSender = { to: [], cc: [], bcc: [] };
  return {
    message,
    conversation_id,
    temp_id,
    conversation_source,
    ticket_id,
    ...toLastSender,
    convmsg_message_id: null,
    attachment_ids: attachments.map(({ id }) => id),
    seen,
  };
}
