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
  /** `holdReply` says if a change of the ticket is sent before a reply with this position. */
  changes: Pick<TicketChanges, 'holdReply'>;
  /** Does this while no other tab does what has the same name. */
  alone(name: string, signal: AbortSignal, work: () => Promise<void>): Promise<void>;
  /** Called when the server has a reply; removes it from the outbox. */
  onAnswer(outgoing: Outgoing, answer: ReplyAnswer): Promise<void>;
  /** Called when the server refuses a reply; marks it, or removes it from the outbox. */
  onRefusal(outgoing: Outgoing, error: Error): Promise<void>;
}

/**
 * Loop that sends the replies of the outbox: in order within a conversation, and each conversation by itself. One tab at a
 * time sends those of a conversation; if it closes, the next tab goes on. Failures that may pass are retried after growing
 * waits.
 */
export interface SendLoop {
  /** Starts sending; returns a function that stops it. */
  start(): () => void;
  /** Sends what waits in this conversation. */
  drain(conversation: ConversationId): void;
  drainAll(): void;
  /** Ends the waits between attempts, as when the connection may be back. */
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

  /** Says if a change of the reply's ticket is sent first, and stores that with the reply. */
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
