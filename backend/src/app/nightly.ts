import { subHours } from 'date-fns/subHours';
import { listUnfinished } from '../privacy/erase/erasure-queries';
import { finishErasures } from '../privacy/erase/finish-erasures';
import { RewritePostponed } from '../privacy/erase/rewrite-storage';
import { applyRetention } from '../privacy/retention';
import type { erasingOf } from '../operations/backup/erasing';

const LOOK_EVERY_MS = 10 * 60_000;
/** An erasure that no night has completed, as while the machine was off, is completed at any hour. */
const MOST_HOURS = 36;

export interface NightlyDeps {
  erasing: ReturnType<typeof erasingOf>;
  /** Of the machine's clock. */
  nightHour: number;
  log: (line: string) => void;
  report: (error: unknown) => void;
  lookEveryMs?: number;
}

/**
 * In the hour of the night: erases what is stored longer than a merchant's rules say, and writes the tables anew of which
 * something was erased.
 * @returns what ends it; waits for the step that is under way
 */
export function startNightly({ erasing, nightHour, log, report, lookEveryMs = LOOK_EVERY_MS }: NightlyDeps) {
  const { deps, finish } = erasing;
  const { db, now } = deps.context;
  const state = { isOver: false };
  let working: Promise<void> | undefined;

  async function work(): Promise<void> {
    const isNight = now().getHours() === nightHour;
    // Rules that fail keep no erasure of another customer on the disk.
    if (isNight)
      await applyRetention(deps, () => state.isOver).catch((error: unknown) => {
        if (!state.isOver) report(error);
      });
    if (state.isOver) return;
    const unfinished = await listUnfinished(db);
    const oldest = unfinished[0]?.erased_at;
    if (oldest === undefined || !(isNight || oldest < subHours(now(), MOST_HOURS))) return;
    const certified = await finishErasures(finish);
    if (certified.length > 0) log(`${certified.length} erasures are off the disk.`);
  }

  function look(): void {
    working ??= work()
      .catch((error: unknown) => {
        if (error instanceof RewritePostponed) log(`Erasures are not off the disk yet: ${error.message}`);
        else if (!state.isOver) report(error);
      })
      .finally(() => (working = undefined));
  }

  look();
  const timer = setInterval(look, lookEveryMs);
  timer.unref();
  return async (): Promise<void> => {
    state.isOver = true;
    clearInterval(timer);
    await working;
  };
}
