import type { TicketId } from '@inbox/domain';
import { retryWait } from '@inbox/panel/retry';
import { createSleepers } from '../storage/sleepers';
import type { ChangeStore } from './change-store';
import type { Performed } from './perform-change';
import { reasonToWait, saying, says } from './reason-to-wait';
import type { WaitingChange } from './ticket-change';

export interface ChangeLoopDeps {
  changes: ChangeStore;
  /** Loads the function that requests a change from the server; see `performChange`. */
  loadPerform(): Promise<(waiting: WaitingChange, signal: AbortSignal) => Promise<Performed>>;
  /** Unsent replies. `known` resolves once all are read; `isUnsent` says if a ticket has one up to a position. */
  replies: {
    known: Promise<void>;
    isUnsent(ticket: TicketId, upTo: number): Promise<boolean>;
  };
  /** Does this while no other tab does what has the same name. */
  alone(name: string, signal: AbortSignal, work: () => Promise<void>): Promise<void>;
  onPerformed(waiting: WaitingChange, performed: Performed): void;
  onRefused(waiting: WaitingChange, words: string): void;
  /** Called when every change that can be sent has been sent. */
  onRest(): void;
}

/**
 * Loop that sends waiting ticket changes, in one tab at a time. Changes of a ticket are sent in order, after the replies that
 * were written before them. Failures that may pass are retried after growing waits.
 */
export interface ChangeLoop {
  /** Starts sending; returns a function that stops it. */
  start(): () => void;
  drain(): void;
  /** Ends the waits between attempts, as when the connection may be back. */
  wake(): void;
}

export function createChangeLoop(deps: ChangeLoopDeps): ChangeLoop {
  const { changes, loadPerform, replies, alone, onPerformed, onRefused, onRest } = deps;
  const sleepers = createSleepers();
  let signal: AbortSignal | null = null;
  let [isDraining, isAgain] = [false, false];

  /** The next that may leave. */
  async function next(behind: ReadonlySet<TicketId>): Promise<WaitingChange | undefined> {
    await changes.refresh();
    const held = new Set(behind);
    for (const entry of changes.list()) {
      if (held.has(entry.ticket_id)) continue;
      if (entry.refused === null && entry.met === null) return entry;
      held.add(entry.ticket_id);
    }
    return undefined;
  }

  async function perform(entry: WaitingChange, until: AbortSignal): Promise<void> {
    const ask = await loadPerform();
    // A change that was discarded meanwhile must not be made.
    if (until.aborted || !changes.list().some(({ id }) => id === entry.id)) return;
    const performed = await ask(entry, until);
    if (until.aborted) return;
    // First: no page is drawn between the two, on which it would be neither made nor waiting.
    onPerformed(entry, performed);
    if (performed.kind === 'met') await changes.note(entry.id, { met: performed.ticket, waiting: null });
    else await changes.finish(entry);
  }

  /** @returns null if the server refused the change, else the least milliseconds before the next attempt */
  async function noteFailure(entry: WaitingChange, error: unknown): Promise<number | null> {
    const why = reasonToWait(error);
    if (why !== null) {
      if (!says(entry, why)) await changes.note(entry.id, saying(why));
      return why.leastMs;
    }
    const words = error instanceof Error ? error.message : String(error);
    await changes.note(entry.id, { refused: words, waiting: null });
    onRefused(entry, words);
    return null;
  }

  async function performAll(until: AbortSignal): Promise<void> {
    /** Tickets whose replies leave first. */
    const behind = new Set<TicketId>();
    let failures = 0;
    await replies.known;
    for (let entry = await next(behind); entry && !until.aborted; entry = await next(behind)) {
      if (await replies.isUnsent(entry.ticket_id, entry.place)) {
        behind.add(entry.ticket_id);
        if (entry.waiting !== 'replies') await changes.note(entry.id, { waiting: 'replies' });
        continue;
      }
      try {
        await perform(entry, until);
        failures = 0;
      } catch (error) {
        if (until.aborted) return;
        const leastMs = await noteFailure(entry, error);
        if (leastMs === null) continue;
        failures += 1;
        await sleepers.sleep(Math.max(retryWait(failures), leastMs), until);
      }
    }
  }

  async function drain(): Promise<void> {
    isAgain = true;
    if (signal === null || isDraining || changes.list().length === 0) return;
    const until = signal;
    isDraining = true;
    try {
      while (isAgain && !until.aborted) {
        isAgain = false;
        await alone('changes', until, () => performAll(until));
      }
      if (!until.aborted) onRest();
    } finally {
      isDraining = false;
    }
  }

  return {
    start() {
      const stopped = new AbortController();
      signal = stopped.signal;
      return () => {
        stopped.abort();
        signal = null;
        sleepers.wake();
      };
    },
    drain: () => void drain(),
    wake: sleepers.wake,
  };
}
