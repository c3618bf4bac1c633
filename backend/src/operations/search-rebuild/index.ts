import { setTimeout as pause } from 'node:timers/promises';
import type { Queryable } from '../../platform/db/connection';
import { rebuildBatch } from './rebuild-batch';

export interface SearchRebuildOptions {
  db: Queryable;
  log: (line: string) => void;
  report: (error: unknown) => void;
  /** Contents in one step. */
  size?: number;
  /** Milliseconds between two steps, for the work of agents. */
  pauseMs?: number;
}

const SIZE = 200;
const PAUSE_MS = 100;
/** A shop that moves here from another cell, or a step that failed, waits this long. */
const LOOK_EVERY_MS = 10 * 60_000;

/**
 * Brings what older releases stored up to the present rules for texts and search words: every shop in small steps, each
 * by itself, going on where the last process stopped.
 * @returns the number of shops that are complete now
 */
export async function rebuildSearch(
  { db, log, size = SIZE, pauseMs = PAUSE_MS }: Omit<SearchRebuildOptions, 'report'>,
  signal: AbortSignal,
): Promise<number> {
  const shops = await db
    .selectFrom('merchants')
    .select('id')
    .where('search_rebuilt_until', 'is not', null)
    .orderBy('id')
    .execute();
  if (shops.length === 0) return 0;
  log(`Stored texts are brought up to this release for the search (shops: ${shops.length}).`);
  for (const { id } of shops) {
    while (!signal.aborted && (await rebuildBatch(db, id, size))) await pause(pauseMs);
    if (signal.aborted) return shops.findIndex((shop) => shop.id === id);
  }
  log(`Stored texts are up to this release (shops: ${shops.length}).`);
  return shops.length;
}

/** Starts `rebuildSearch` now, and looks again now and then. @returns what ends it; waits for the step under way */
export function startSearchRebuild({ report, ...options }: SearchRebuildOptions): () => Promise<void> {
  const ended = new AbortController();
  let working: Promise<void> | undefined;
  const look = (): void => {
    working ??= rebuildSearch(options, ended.signal)
      .then(() => undefined, report)
      .finally(() => (working = undefined));
  };
  look();
  const timer = setInterval(look, LOOK_EVERY_MS);
  timer.unref();
  return async () => {
    ended.abort();
    clearInterval(timer);
    await working;
  };
}
