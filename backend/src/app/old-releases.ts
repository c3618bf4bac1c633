import { removeOldReleases } from '@inbox/federation';
import type { Settings } from './settings';

const EVERY_MS = 24 * 3_600_000;

/** Removes, once a day, the files of releases that no page is given any more. Returns what stops it. */
export function startReleaseSweep(
  { dataDir, releaseDays }: Pick<Settings, 'dataDir' | 'releaseDays'>,
  log: (line: string) => void,
  report: (error: unknown) => void,
): () => void {
  const sweep = async () => {
    const removed = await removeOldReleases(dataDir, { days: releaseDays, now: new Date() });
    if (removed.length > 0) log(`Files of old releases were removed: ${removed.join(', ')}.`);
  };
  const run = () => void sweep().catch(report);
  run();
  const timer = setInterval(run, EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
