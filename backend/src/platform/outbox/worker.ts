import type { MerchantId } from '@inbox/domain';
import type { Queryable } from '../db/connection';
import { wordsOf } from '../errors/errors';
import { backOffMs } from './back-off';
import { claimCutShort, claimDue, msUntilDue, type ClaimedRow, type CutShortRow } from './queue';

/** What bounds one attempt at a row. */
export interface AttemptLimits {
  /** Milliseconds that one attempt may take. */
  timeoutMs: number;
  /**
   * Milliseconds for which a row is ours. After a crash it is left alone for as long: time in which a report may still
   * prove that the channel took the message. Must exceed timeoutMs.
   */
  leaseMs: number;
  /** Milliseconds to wait after the nth failed attempt. */
  backOff: (attempts: number) => number;
}

export interface OutboxDeps {
  db: Queryable;
  /** Called, in one line, with what the operator should know; never a secret. */
  log: (line: string) => void;
  /** One attempt at a row. Throws only when the database fails. */
  deliver(row: ClaimedRow, limits: AttemptLimits): Promise<void>;
  /** Finds out about a row whose attempt was cut short, and ends it. Throws only when the database fails. */
  settleCutShort(row: CutShortRow, limits: AttemptLimits): Promise<void>;
}

/** Half a minute for an attempt, and half as long again for the lease, when left out. */
export interface OutboxOptions extends Partial<AttemptLimits> {
  /** How many rows are on their way at once. */
  parallel?: number;
  /** How many of them may be of one merchant; half, when left out. */
  mostOfMerchant?: number;
}

export interface Outbox {
  /** Something may be due. Costs nothing when called too often. */
  wake(): void;
  /** Takes nothing more, and waits for what is on its way. */
  stop(): Promise<void>;
}

/** Looks at least this often, for what another node left behind. */
const LOOK_EVERY_MS = 30_000;
const AFTER_FAILURE_MS = 1_000;

/** Sends what is due: in order within a conversation, several conversations at once, merchants in turns. */
export function startOutbox(
  { db, log, deliver, settleCutShort }: OutboxDeps,
  {
    parallel = 32,
    mostOfMerchant = Math.ceil(parallel / 2),
    timeoutMs = 30_000,
    leaseMs = timeoutMs * 1.5,
    backOff = backOffMs,
  }: OutboxOptions = {},
): Outbox {
  const limits = { timeoutMs, leaseMs, backOff };
  const underWay = new Map<Promise<void>, MerchantId>();
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let isWoken = false;
  let looking: Promise<void> | undefined;

  function start(row: ClaimedRow, work: Promise<void>): void {
    const sending: Promise<void> = work
      // The row keeps its lease and is found again when that has run out.
      .catch((error: unknown) => log(`Outbox row ${row.id} could not be completed: ${wordsOf(error)}`))
      .finally(() => {
        underWay.delete(sending);
        wake();
      });
    underWay.set(sending, row.merchant_id);
  }

  function byMerchant(): Map<MerchantId, number> {
    const counts = new Map<MerchantId, number>();
    for (const id of underWay.values()) counts.set(id, (counts.get(id) ?? 0) + 1);
    return counts;
  }

  /** Takes out all that there is room for, and says when to look again. */
  async function look(): Promise<number> {
    for (const row of await claimCutShort(db, { limit: Math.max(0, parallel - underWay.size), leaseMs })) {
      start(row, settleCutShort(row, limits));
    }
    const limit = parallel - underWay.size;
    const claim = { limit, leaseMs, underWay: byMerchant(), mostOfMerchant };
    const rows = limit > 0 && !isStopped ? await claimDue(db, claim) : [];
    for (const row of rows) start(row, deliver(row, limits));
    // With more due than there is room for, the end of a send wakes us.
    if (underWay.size >= parallel) return LOOK_EVERY_MS;
    const full = [...byMerchant()].flatMap(([id, count]) => (count >= mostOfMerchant ? [id] : []));
    return Math.min((await msUntilDue(db, full)) ?? LOOK_EVERY_MS, LOOK_EVERY_MS);
  }

  async function lookUntilQuiet(): Promise<void> {
    while (isWoken && !isStopped) {
      isWoken = false;
      const ms = await look().catch((error: unknown) => {
        log(`The outbox could not be read: ${wordsOf(error)}`);
        return AFTER_FAILURE_MS;
      });
      clearTimeout(timer);
      // A timer may fire a moment early; a millisecond more keeps it from spinning.
      if (!isStopped) timer = setTimeout(wake, Math.ceil(ms) + 1);
    }
    looking = undefined;
  }

  function wake(): void {
    isWoken = true;
    if (!isStopped) looking ??= lookUntilQuiet();
  }

  async function stop(): Promise<void> {
    isStopped = true;
    clearTimeout(timer);
    await looking;
    clearTimeout(timer);
    await Promise.all(underWay.keys());
  }

  wake();
  return { wake, stop };
}
