import type { CallAnswer, Calls, ReplyRequest } from '@inbox/api';
import type { ConversationId, Outgoing } from '@inbox/domain';
import { sendWait } from '@inbox/panel/retry';
import { createSleepers } from '../storage/sleepers';
import type { OutboxStore } from './outbox-store';
import { reasonToWait, saying, says } from './reason-to-wait';
import { requestOf } from './reply-request';
import type { TicketChanges } from './ticket-changes';

export type ReplyAnswer = CallAnswer<Calls['reply']>;

export interface SendLoopDeps {
  outbox: OutboxStore;
  reply(request: ReplyRequest, signal: AbortSignal): Promise<ReplyAnswer>;
  /** Whether a change of its ticket leaves before a reply with this position. */
  changes: Pick<TicketChanges, 'holdReply'>;
  /** Does this while no other tab does what has the same name. */
  alone(name: string, signal: AbortSignal, work: () => Promise<void>): Promise<void>;
  /** The server has this reply. Takes it out of the outbox. */
  onAnswer(outgoing: Outgoing, answer: ReplyAnswer): Promise<void>;
  /** The server refuses this reply. Marks it refused, or takes it out of the outbox. */
  onRefusal(outgoing: Outgoing, error: Error): Promise<void>;
}

/**
 * Sends the replies of the outbox: in order within a conversation, and each conversation by itself. One tab at a time
 * sends those of a conversation; when it dies the next one goes on. A failure that may pass is tried again after waits
 * that grow.
 */
export interface SendLoop {
  /** Lets replies leave from now on; returns how to stop. */
  start(): () => void;
  /** Sends what waits in this conversation. */
  drain(conversation: ConversationId): void;
  drainAll(): void;
  /** The line may be back: attempts that wait happen now. */
  wake(): void;
}

/** From one start to its stop. */
interface Run {
  signal: AbortSignal;
  draining: Set<ConversationId>;
  /** More has come since the last look. */
  again: Set<ConversationId>;
}

export function createSendLoop({ outbox, reply, changes, alone, onAnswer, onRefusal }: SendLoopDeps): SendLoop {
  const sleepers = createSleepers();
  let run: Run | null = null;

  async function next(conversation: ConversationId): Promise<Outgoing | undefined> {
    await outbox.refresh();
    return outbox.list().find((entry) => entry.conversation_id === conversation && entry.refused === null);
  }

  /** Whether a change of the reply's ticket leaves first; the reply then says that it waits for it. */
  async function isBehindChange({ temp_id, ticket_id, behind_change = false }: Outgoing): Promise<boolean> {
    const isBehind = await changes.holdReply(ticket_id, outbox.placeOf(temp_id));
    if (isBehind !== behind_change) {
      await outbox.edit(temp_id, ({ behind_change: _, ...rest }) => ({
        ...rest,
        ...(isBehind && { behind_change: true }),
      }));
    }
    return isBehind;
  }

  async function sendAll(conversation: ConversationId, signal: AbortSignal): Promise<void> {
    let failures = 0;
    for (let entry = await next(conversation); entry && !signal.aborted; entry = await next(conversation)) {
      const { temp_id } = entry;
      if ((await isBehindChange(entry)) || signal.aborted) return;
      // A reply that was discarded or taken back to edit while its ticket's changes were read must not leave.
      if (!outbox.list().some((waiting) => waiting.temp_id === temp_id)) continue;
      try {
        const answer = await reply(requestOf(entry), signal);
        if (signal.aborted) return;
        failures = 0;
        await onAnswer(entry, answer);
      } catch (error) {
        if (signal.aborted) return;
        const why = reasonToWait(error);
        if (why === null) await onRefusal(entry, error instanceof Error ? error : new Error(String(error)));
        else {
          if (!says(entry, why)) await outbox.edit(temp_id, (waiting) => ({ ...waiting, ...saying(why) }));
          failures += 1;
          await sleepers.sleep(Math.max(sendWait(failures), why.leastMs), signal);
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

  return {
    start() {
      const stopped = new AbortController();
      run = { signal: stopped.signal, draining: new Set(), again: new Set() };
      return () => {
        stopped.abort();
        sleepers.wake();
      };
    },
    drain: (conversation) => void drain(conversation),
    drainAll() {
      const waiting = outbox.list().filter(({ refused }) => refused === null);
      for (const conversation of new Set(waiting.map((entry) => entry.conversation_id))) void drain(conversation);
    },
    wake: sleepers.wake,
  };
}
