/** What is to be done at times that stand in the database. */
export interface DueWork {
  now(): Date;
  /** Does what is due; resolves to whether more of it is due already. */
  work(): Promise<boolean>;
  /** The next time after this one at which something falls due; null when there is none. */
  next(after: Date): Promise<Date | null>;
  /** Milliseconds between two looks at most: for what another node has put in. */
  lookEveryMs: number;
  /** Milliseconds until the next look when one has failed. */
  afterFailureMs: number;
  report(error: unknown): void;
}

/** What is under way of it. */
export interface DueWorker {
  /** Something may be due. */
  wake(): void;
  /** Takes nothing more, and waits for what is under way. */
  stop(): Promise<void>;
}

/** Does what falls due as its time comes, until stopped. Failures are reported, and tried again. */
export function startWhenDue({ now, work, next, lookEveryMs, afterFailureMs, report }: DueWork): DueWorker {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let looking = Promise.resolve();

  async function look(): Promise<void> {
    if (isStopped) return;
    const ms = await lookOnce().catch((error: unknown) => {
      report(error);
      return afterFailureMs;
    });
    if (!isStopped) timer = setTimeout(again, ms);
  }
  async function lookOnce(): Promise<number> {
    // What comes due while this looks is after this moment, and found at once.
    const from = now();
    while (!isStopped && (await work()));
    const at = await next(from);
    const ms = at === null ? lookEveryMs : at.getTime() - now().getTime() + 1;
    return Math.min(lookEveryMs, Math.max(0, ms));
  }
  const again = (): void => void (looking = look());

  again();
  return {
    wake() {
      if (isStopped) return;
      // After the look under way, which may have looked too early; it sets the time of the next.
      looking = looking.then(() => {
        clearTimeout(timer);
        return look();
      });
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await looking;
    },
  };
}
