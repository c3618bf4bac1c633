import { ApiError } from '@inbox/api';
import type { ContentItem, Outgoing, TempId, TicketId } from '@inbox/domain';
import { confirms } from '@inbox/domain/conversation';
import { createListeners } from '@inbox/panel/store';
import type { TakeOut } from '../drafts/drafts';
import type { Records } from '../storage/records';
import { createOutboxStore } from './outbox-store';
import { createSendLoop, type ReplyAnswer, type SendLoopDeps } from './send-loop';
import type { SendJournal } from './send-journal';
import type { TicketChanges } from './ticket-changes';

export interface SenderDeps extends Pick<SendLoopDeps, 'reply' | 'alone'> {
  records: Records;
  journal: SendJournal;
  /** The changes of tickets that wait: whether a reply with this place comes after one, and when they change. */
  changes: Pick<TicketChanges, 'holdReply' | 'subscribe'>;
  /** Milliseconds since 1970, by this browser's clock. */
  now(): number;
}

/** What becomes of a reply that is sent. */
export interface Sending {
  /** Resolves when the browser has stored it, and rejects when it cannot: then it is not sent. */
  stored: Promise<void>;
  /** Resolves with the item at the server; rejects with the reason when the server refuses. */
  answered: Promise<ContentItem>;
}

/**
 * Sends replies, each until the server has it or has refused it; in order within a conversation, and each conversation
 * by itself. A reply is a record that all tabs share, stored before its first attempt, and one tab at a time sends those
 * of a conversation: when it dies the next one goes on. Every attempt carries the same `temp_id`, so neither a reload, a
 * crash nor a dead line loses one or makes two.
 */
export interface Sender {
  /** Begins with what an earlier page left unsent; returns how to stop. */
  start(): () => void;
  /**
   * Stores it, and then sends it: a page that ends at any moment leaves the send or the draft, never neither and never both.
   * @param takeOut takes the draft that it was written in out of the store, in the same transaction
   */
  send(outgoing: Outgoing, takeOut?: TakeOut): Sending;
  /** Sends what the browser would not store, from this page's memory; a refusal forgets it. */
  sendUnstored(outgoing: Outgoing): Promise<ContentItem>;
  /** Tries a refused send once more. */
  again(tempId: TempId): void;
  /** Sends what was held back, now that its writer has seen what held it. */
  sendAnyway(tempId: TempId): void;
  /** Gives up a send that was refused or waits. One that has arrived unheard shows in the thread all the same. */
  discard(tempId: TempId): void;
  /** Items told by the server: the sends they confirm are done. */
  confirm(items: readonly ContentItem[]): void;
  /** The line may be back: attempts that wait happen now; also those of other tabs when `everywhere`. */
  wake(everywhere?: boolean): void;
  outbox(): readonly Outgoing[];
  /** Is there one to this ticket, by what all tabs have stored, that was sent up to this place? */
  isUnsent(ticket: TicketId, upTo: number): Promise<boolean>;
  /** Those of the outbox that do not leave by themselves at once: refused, held back, tried in vain, or behind such a one. */
  stuck(): readonly Outgoing[];
  subscribe(listener: () => void): () => void;
  /** Calls back with each answer of the server to a send, and the send. */
  onStored(listener: (answer: ReplyAnswer, outgoing: Outgoing) => void): () => void;
  /** Calls back with each send that the server refuses, and why. */
  onRefused(listener: (outgoing: Outgoing, error: Error) => void): () => void;
}

export function createSender({ records, journal, reply, changes, alone, now }: SenderDeps): Sender {
  const outbox = createOutboxStore({ records, journal, now });
  const loop = createSendLoop({ outbox, reply, changes, alone, onAnswer, onRefusal });
  const asked = new Map<TempId, { resolve(item: ContentItem): void; reject(error: Error): void }>();
  const answers = createListeners<[answer: ReplyAnswer, outgoing: Outgoing]>();
  const refusals = createListeners<[outgoing: Outgoing, error: Error]>();

  async function arrived(tempId: TempId, item: ContentItem): Promise<void> {
    asked.get(tempId)?.resolve(item);
    asked.delete(tempId);
    await outbox.remove(tempId);
  }

  async function onAnswer(outgoing: Outgoing, answer: ReplyAnswer): Promise<void> {
    records.post({ type: 'answered', outgoing, ...answer });
    // First: no page is drawn between the two, on which it would be neither sent nor unsent.
    answers.notify(answer, outgoing);
    await arrived(outgoing.temp_id, answer.item);
  }

  async function onRefusal(outgoing: Outgoing, error: Error): Promise<void> {
    const tempId = outgoing.temp_id;
    const newer = error instanceof ApiError ? (error.details.items ?? []) : [];
    // What is not stored stays in its box.
    if (outbox.isUnstored(tempId)) await outbox.remove(tempId);
    else {
      const uncertain = error instanceof ApiError && error.kind === 'bad-answer';
      const refused = { refused: error.message, newer: [...newer], waiting: null, ...(uncertain && { uncertain }) };
      await outbox.edit(tempId, (entry) => ({ ...entry, ...refused }));
    }
    refusals.notify(outgoing, error);
    asked.get(tempId)?.reject(error);
    asked.delete(tempId);
  }

  function expectAnswer(tempId: TempId): Promise<ContentItem> {
    const answered = new Promise<ContentItem>((resolve, reject) => asked.set(tempId, { resolve, reject }));
    // A refusal shows at the message; whoever awaits the send hears of it as well, and need not.
    answered.catch(() => undefined);
    outbox.readmit(tempId);
    return answered;
  }

  async function store(outgoing: Outgoing, takeOut: TakeOut | undefined): Promise<void> {
    try {
      await outbox.add(outgoing, takeOut);
    } catch (error) {
      asked.delete(outgoing.temp_id);
      throw error;
    }
    loop.drain(outgoing.conversation_id);
  }

  function goOn(): void {
    outbox.publish();
    loop.drainAll();
  }

  return {
    start() {
      const stopLoop = loop.start();
      const ends = [
        outbox.follow(loop.drainAll),
        changes.subscribe(loop.drainAll),
        records.onMessage((message) => {
          if (message.type === 'wake') loop.wake();
          if (message.type !== 'answered') return;
          const { outgoing, item, ticket } = message;
          answers.notify({ item, ticket }, outgoing);
          void arrived(outgoing.temp_id, item);
        }),
      ];
      goOn();
      return () => {
        for (const stop of ends) stop();
        stopLoop();
      };
    },
    send(outgoing, takeOut) {
      const answered = expectAnswer(outgoing.temp_id);
      return { stored: store(outgoing, takeOut), answered };
    },
    sendUnstored(outgoing) {
      const answered = expectAnswer(outgoing.temp_id);
      outbox.addUnstored(outgoing);
      loop.drain(outgoing.conversation_id);
      return answered;
    },
    again(tempId) {
      void outbox.edit(tempId, ({ uncertain: _, ...entry }) => ({ ...entry, refused: null })).then(loop.drainAll);
    },
    sendAnyway(tempId) {
      const newest = (entry: Outgoing) =>
        entry.newer.reduce((seen, { id }) => (seen !== null && seen > id ? seen : id), entry.seen);
      void outbox
        .edit(tempId, (entry) => ({ ...entry, refused: null, newer: [], seen: newest(entry) }))
        .then(loop.drainAll);
    },
    discard: (tempId) => void outbox.remove(tempId),
    confirm(items) {
      for (const item of items) {
        if (item.content_type === 'log' || item.temp_id === null) continue;
        const entry = outbox.list().find((candidate) => confirms(item, candidate));
        if (entry) void arrived(entry.temp_id, item);
      }
    },
    wake(everywhere = false) {
      loop.wake();
      void journal.recoverLate().then(
        (isDone) => isDone && goOn(),
        () => undefined,
      );
      if (everywhere) records.post({ type: 'wake' });
    },
    outbox: outbox.list,
    async isUnsent(ticket, upTo) {
      await outbox.refresh();
      return outbox.list().some(({ ticket_id, temp_id }) => ticket_id === ticket && outbox.placeOf(temp_id) <= upTo);
    },
    stuck: outbox.stuck,
    subscribe: outbox.subscribe,
    onStored: answers.subscribe,
    onRefused: refusals.subscribe,
  };
}
