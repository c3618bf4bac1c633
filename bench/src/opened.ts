/** Milliseconds in which something must close when it is asked to. */
const CLOSING_MS = 15_000;

interface Opened {
  /** In order; once, however often it is asked. */
  close(): Promise<void>;
  /** At once, and without waiting for anything: the process itself may be ending. */
  kill(): void;
}

/** What is open now, the newest last. */
const opened = new Set<Opened>();

/**
 * Remembers what was opened, so that it is closed also where a failure keeps whoever opened it from that.
 * @param kill what is done where it does not close in time
 * @returns what closes it: for the first who asks; the others wait for the same
 */
export function closes(close: () => Promise<unknown>, kill: () => void = () => undefined): () => Promise<void> {
  let closing: Promise<void> | undefined;
  const own: Opened = { close: () => (closing ??= closeInTime()), kill };
  async function closeInTime(): Promise<void> {
    let limit: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      limit = setTimeout(() => {
        kill();
        resolve();
      }, CLOSING_MS);
    });
    try {
      await Promise.race([close(), late]);
    } finally {
      clearTimeout(limit);
      opened.delete(own);
    }
  }
  opened.add(own);
  return own.close;
}

/** How much is open now. */
export const openNow = (): number => opened.size;

/**
 * Closes what is open, the newest first. What cannot be closed is no reason to leave the rest open.
 * @param keep so many of the oldest stay open
 */
export async function closeAll(keep = 0): Promise<void> {
  for (const each of [...opened].slice(keep).reverse()) await each.close().catch(() => each.kill());
}

/** Ends all that is open without waiting for it: what the process leaves behind when it ends now. */
export function killAll(): void {
  for (const each of [...opened].reverse()) each.kill();
}
