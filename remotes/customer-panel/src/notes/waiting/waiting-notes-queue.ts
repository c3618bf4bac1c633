import type { TicketId } from '@inbox/domain';
import { sendWait } from '@inbox/panel/retry';
import type { ReadableStore } from '@inbox/panel/store';
import type { NoteDraft } from '../note-draft';

interface Deps {
  /** The tickets whose note waits for a connection. */
  waiting: Pick<ReadableStore<readonly TicketId[]>, 'get'>;
  of(ticket: TicketId): Pick<NoteDraft, 'load' | 'addWaiting'>;
}

/** Queue that adds the notes that wait for a connection, one after the other. */
export interface WaitingNotesQueue {
  /** Adds the notes that wait now. A wait between two attempts ends early. */
  wake(): void;
  /** Ends the wait between two attempts. A note that is being added is the last one. */
  stop(): void;
}

/**
 * A note that the server cannot add yet is tried again after a wait, and after the notes of other tickets, so that one that
 * always fails does not hold them up.
 */
export function createWaitingNotesQueue({ waiting, of }: Deps): WaitingNotesQueue {
  let isRunning = false;
  let isWoken = false;
  let isStopped = false;
  let endWait = (): void => undefined;

  const wait = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      endWait = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  async function addAll(): Promise<void> {
    let failures = 0;
    let left: TicketId[] = [];
    while (isWoken || left.length > 0) {
      const round = isWoken ? new Set([...left, ...waiting.get()]) : left;
      isWoken = false;
      left = [];
      for (const ticket of round) {
        const draft = of(ticket);
        // Another tab may have added it.
        await draft.load();
        if (isStopped) return;
        const leastMs = await draft.addWaiting();
        if (isStopped) return;
        if (leastMs === null) {
          failures = 0;
          continue;
        }
        left.push(ticket);
        failures += 1;
        await wait(Math.max(sendWait(failures), leastMs));
        if (isStopped) return;
      }
    }
  }

  async function run(): Promise<void> {
    isRunning = true;
    try {
      await addAll();
    } finally {
      isRunning = false;
    }
  }

  return {
    wake() {
      isWoken = true;
      endWait();
      if (isRunning || isStopped) return;
      void run();
    },
    stop() {
      isStopped = true;
      endWait();
    },
  };
}
