import { ApiError, type CallAnswer, type Calls, type ReplyRequest } from '@inbox/api';
import type { ContentItem, ConversationId, Outgoing, OutgoingMail, TempId, TicketId } from '@inbox/domain';
import { confirms, whyWaits } from '@inbox/domain/conversation';
import { createListeners } from '@inbox/panel/store';
import type { WaitingReply } from '../storage/record-types';
import type { Records, TypedTx } from '../storage/records';
import type { TakeOut } from '../drafts/drafts';
import type { SendJournal } from '../drafts/send-journal';
import { reasonToWait, saying, says } from './reason-to-wait';
import { createSleepers } from '../storage/sleepers';
import type { TicketChanges } from './ticket-changes';

export type ReplyAnswer = CallAnswer<Calls['reply']>;

export interface SenderDeps {
  records: Records;
  journal: SendJournal;
  reply(request: ReplyRequest, signal: AbortSignal): Promise<ReplyAnswer>;
  /** The changes of tickets that wait: whether a reply with this place comes after one, and when they change. */
  changes: Pick<TicketChanges, 'holdReply' | 'subscribe'>;
  /** Does this while no other tab does what has the same name. */
  alone(name: string, signal: AbortSignal, work: () => Promise<void>): Promise<void>;
  /** Milliseconds since 1970, by this browser's clock. */
  now(): number;
}

/** Milliseconds between attempts while the backend can not be reached. */
const WAITS = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000] as const;

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

/** From one start to its stop. */
interface Run {
  signal: AbortSignal;
  draining: Set<ConversationId>;
  /** More has come since the last look. */
  again: Set<ConversationId>;
}

export function createSender({ records, journal, reply, changes, alone, now }: SenderDeps): Sender {
  /** What the browser would not store: replies, and changes of stored ones. */
  const unstored = new Map<TempId, WaitingReply>();
  const overlay = new Map<TempId, Outgoing>();
  /** Confirmed or given up, should their records still be there. */
  const ended = new Set<TempId>();
  const asked = new Map<TempId, { resolve(item: ContentItem): void; reject(error: Error): void }>();
  const { notify, subscribe } = createListeners();
  const answers = createListeners<[answer: ReplyAnswer, outgoing: Outgoing]>();
  const refusals = createListeners<[outgoing: Outgoing, error: Error]>();
  const sleepers = createSleepers();
  let outbox: readonly Outgoing[] = [];
  let stuck: readonly Outgoing[] = [];
  let run: Run | null = null;
  let lastPlace = 0;

  /** In the order in which they were stored. */
  function listOutbox(): Outgoing[] {
    const stored = [...records.of('outbox').values()].sort((a, b) => a.place - b.place);
    const entries = [...stored, ...unstored.values()].map(({ outgoing }) => overlay.get(outgoing.temp_id) ?? outgoing);
    return entries.filter(({ temp_id }) => !ended.has(temp_id));
  }

  function publishOutbox(): void {
    const listed = listOutbox();
    // A store that is written to and read says more often that it has changed than what is in the outbox does.
    if (listed.length === outbox.length && listed.every((entry, at) => entry === outbox[at])) return;
    outbox = listed;
    const held = new Set<ConversationId>();
    stuck = outbox.filter((entry) => {
      if (whyWaits(entry) !== null) held.add(entry.conversation_id);
      return entry.refused !== null || held.has(entry.conversation_id);
    });
    notify();
  }

  async function edit(tempId: TempId, change: (outgoing: Outgoing) => Outgoing): Promise<void> {
    const held = unstored.get(tempId);
    if (held) {
      unstored.set(tempId, { ...held, outgoing: change(held.outgoing) });
      return publishOutbox();
    }
    const before = outbox.find(({ temp_id }) => temp_id === tempId);
    try {
      await records.change(['outbox'], async (tx) => {
        const record = await tx.get('outbox', tempId);
        // Another tab may have sent or discarded it.
        if (record) tx.put('outbox', tempId, { ...record, outgoing: change(record.outgoing) });
      });
      overlay.delete(tempId);
    } catch {
      if (before) overlay.set(tempId, change(before));
    }
    publishOutbox();
  }

  /** Takes it out of the outbox. Should that fail, it is asked again after a reload, and the server makes no second. */
  function end(tempId: TempId): Promise<void> {
    ended.add(tempId);
    unstored.delete(tempId);
    overlay.delete(tempId);
    publishOutbox();
    if (!records.of('outbox').has(tempId)) return Promise.resolve();
    return records.change(['outbox'], (tx) => tx.remove('outbox', tempId)).catch(() => undefined);
  }

  async function arrived(tempId: TempId, item: ContentItem): Promise<void> {
    asked.get(tempId)?.resolve(item);
    asked.delete(tempId);
    await end(tempId);
  }

  async function refuse(outgoing: Outgoing, error: Error): Promise<void> {
    const tempId = outgoing.temp_id;
    const newer = error instanceof ApiError ? (error.details.items ?? []) : [];
    // What is not stored stays in its box.
    if (unstored.has(tempId)) await end(tempId);
    else {
      const uncertain = error instanceof ApiError && error.kind === 'bad-answer';
      const refused = { refused: error.message, newer: [...newer], waiting: null, ...(uncertain && { uncertain }) };
      await edit(tempId, (entry) => ({ ...entry, ...refused }));
    }
    refusals.notify(outgoing, error);
    asked.get(tempId)?.reject(error);
    asked.delete(tempId);
  }

  /** What all tabs have stored and ended until now. */
  async function look(): Promise<void> {
    await records.read('outbox').catch(() => undefined);
    publishOutbox();
  }

  async function next(conversation: ConversationId): Promise<Outgoing | undefined> {
    await look();
    return outbox.find((entry) => entry.conversation_id === conversation && entry.refused === null);
  }

  async function sendAll(conversation: ConversationId, signal: AbortSignal): Promise<void> {
    let failures = 0;
    for (let entry = await next(conversation); entry && !signal.aborted; entry = await next(conversation)) {
      const { temp_id } = entry;
      const isBehind = await changes.holdReply(entry.ticket_id, placeOf(temp_id));
      if (isBehind !== (entry.behind_change ?? false)) {
        await edit(temp_id, ({ behind_change: _, ...rest }) => (isBehind ? { ...rest, behind_change: true } : rest));
      }
      if (isBehind || signal.aborted) return;
      // A reply that was discarded or taken back to edit while its ticket's changes were read must not leave.
      if (!outbox.some((waiting) => waiting.temp_id === temp_id)) continue;
      try {
        const answer = await reply(requestOf(entry), signal);
        if (signal.aborted) return;
        failures = 0;
        records.post({ type: 'answered', outgoing: entry, ...answer });
        // First: no page is drawn between the two, on which it would be neither sent nor unsent.
        answers.notify(answer, entry);
        await arrived(temp_id, answer.item);
      } catch (error) {
        if (signal.aborted) return;
        const why = reasonToWait(error);
        if (why === null) await refuse(entry, error instanceof Error ? error : new Error(String(error)));
        else {
          if (!says(entry, why)) await edit(temp_id, (waiting) => ({ ...waiting, ...saying(why) }));
          const ms = WAITS[Math.min(failures++, WAITS.length - 1)] ?? 0;
          await sleepers.sleep(Math.max(ms, why.leastMs), signal);
        }
      }
    }
  }

  async function drain(conversation: ConversationId): Promise<void> {
    if (run === null) return;
    const { signal, draining, again } = run;
    again.add(conversation);
    if (draining.has(conversation)) return;
    draining.add(conversation);
    while (again.has(conversation) && !signal.aborted) {
      again.delete(conversation);
      await alone(`reply.${conversation}`, signal, () => sendAll(conversation, signal));
    }
    draining.delete(conversation);
  }

  function drainAll(): void {
    const waiting = new Set(outbox.filter(({ refused }) => refused === null).map((entry) => entry.conversation_id));
    for (const conversation of waiting) void drain(conversation);
  }

  function goOn(): void {
    publishOutbox();
    drainAll();
  }

  function expectAnswer(tempId: TempId): Promise<ContentItem> {
    const answered = new Promise<ContentItem>((resolve, reject) => asked.set(tempId, { resolve, reject }));
    // A refusal shows at the message; whoever awaits the send hears of it as well, and need not.
    answered.catch(() => undefined);
    ended.delete(tempId);
    return answered;
  }

  /** Behind all that this tab knows of. The clock is what the tabs share without a read. */
  function placeOf(tempId: TempId): number {
    const stored = records.of('outbox');
    const known = (stored.get(tempId) ?? unstored.get(tempId))?.place;
    if (known !== undefined) return known;
    lastPlace = Math.max(now(), lastPlace + 1, ...[...stored.values()].map(({ place }) => place + 1));
    return lastPlace;
  }

  async function store(outgoing: Outgoing, takeOut: TakeOut | undefined): Promise<void> {
    const waiting = { place: placeOf(outgoing.temp_id), outgoing };
    const leave = journal.begin(waiting, takeOut?.taken ?? null);
    // Reads nothing: the transaction is committed in the task of Enter, and completes though the page ends right after it.
    const put = (tx: TypedTx) => {
      tx.put('outbox', outgoing.temp_id, waiting);
      return takeOut?.work(tx);
    };
    try {
      await journal.recoverLate();
      await records.change(['outbox', ...(takeOut?.kinds ?? [])], put, { flush: true });
      leave();
    } catch (error) {
      if (leave()) {
        asked.delete(outgoing.temp_id);
        throw error;
      }
    }
    publishOutbox();
    takeOut?.completed();
    void drain(outgoing.conversation_id);
  }

  return {
    start() {
      const stopped = new AbortController();
      run = { signal: stopped.signal, draining: new Set(), again: new Set() };
      const ends = [
        records.onChange('outbox', (keys, elsewhere) => {
          if (!elsewhere) return publishOutbox();
          const stored = records.of('outbox');
          // Another tab sends once more what has failed at the channel.
          for (const tempId of [...ended]) if (keys.includes(tempId) && stored.has(tempId)) ended.delete(tempId);
          goOn();
        }),
        changes.subscribe(drainAll),
        records.onMessage((message) => {
          if (message.type === 'wake') sleepers.wake();
          if (message.type !== 'answered') return;
          const { outgoing, item, ticket } = message;
          answers.notify({ item, ticket }, outgoing);
          void arrived(outgoing.temp_id, item);
        }),
      ];
      goOn();
      return () => {
        stopped.abort();
        for (const stop of ends) stop();
        sleepers.wake();
      };
    },
    send(outgoing, takeOut) {
      const answered = expectAnswer(outgoing.temp_id);
      return { stored: store(outgoing, takeOut), answered };
    },
    sendUnstored(outgoing) {
      const answered = expectAnswer(outgoing.temp_id);
      unstored.set(outgoing.temp_id, { place: placeOf(outgoing.temp_id), outgoing });
      publishOutbox();
      void drain(outgoing.conversation_id);
      return answered;
    },
    again(tempId) {
      void edit(tempId, ({ uncertain: _, ...entry }) => ({ ...entry, refused: null })).then(drainAll);
    },
    sendAnyway(tempId) {
      const newest = (entry: Outgoing) =>
        entry.newer.reduce((seen, { id }) => (seen !== null && seen > id ? seen : id), entry.seen);
      void edit(tempId, (entry) => ({ ...entry, refused: null, newer: [], seen: newest(entry) })).then(drainAll);
    },
    discard: (tempId) => void end(tempId),
    confirm(items) {
      for (const item of items) {
        if (item.content_type === 'log' || item.temp_id === null) continue;
        const entry = outbox.find((candidate) => confirms(item, candidate));
        if (entry) void arrived(entry.temp_id, item);
      }
    },
    wake(everywhere = false) {
      sleepers.wake();
      void journal.recoverLate().then(
        (isDone) => isDone && goOn(),
        () => undefined,
      );
      if (everywhere) records.post({ type: 'wake' });
    },
    outbox: () => outbox,
    async isUnsent(ticket, upTo) {
      await look();
      return outbox.some(({ ticket_id, temp_id }) => ticket_id === ticket && placeOf(temp_id) <= upTo);
    },
    stuck: () => stuck,
    subscribe,
    onStored: answers.subscribe,
    onRefused: refusals.subscribe,
  };
}

/** The call's body. */
export function requestOf(outgoing: Outgoing): ReplyRequest {
  const { message, conversation_id, temp_id, conversation_source, ticket_id, attachments, seen, again_of } = outgoing;
  const { recipients = { to: [], cc: [], bcc: [], chosen: [] } } = outgoing;
  return {
    message,
    conversation_id,
    temp_id,
    conversation_source,
    ticket_id,
    ...recipients,
    convmsg_message_id: null,
    attachment_ids: attachments.map(({ id }) => id),
    seen,
    ...(again_of !== undefined && { again_of }),
    ...(conversation_source === 'email' && headOf(outgoing)),
    ...(outgoing.mail && bodyOf(outgoing.mail)),
  };
}

/** The fields that the specification adds for an e-mail (section 7). */
function headOf({ mail, answers, attachments }: Outgoing): Partial<ReplyRequest> {
  const { answered = null, from, subject } = mail ?? answers ?? {};
  return {
    convmsg_message_id: answered,
    attachment_ids: [],
    attachment: attachments.map(({ url, content_type, file_name }) => ({ url, content_type, file_name })),
    ...(from !== undefined && { from }),
    ...(subject !== undefined && { subject }),
  };
}

/** The text of a mail of the drawer, and the files that it hands on. */
function bodyOf({ kind, html, forwarded, no_quote }: OutgoingMail): Partial<ReplyRequest> {
  return {
    email_body: html,
    mail_kind: kind,
    ...(no_quote && { no_quote }),
    forward_attachment_ids: forwarded,
  };
}
