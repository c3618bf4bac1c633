import { noteRunning, removeOldReleases } from '@inbox/federation';
import type { Settings } from './settings/settings';

const HOUR_MS = 3_600_000;
/** Several times in the shortest age at which files are removed, which is a day: other backends remove them, too. */
const NOTE_EVERY_MS = HOUR_MS;
const REMOVE_EVERY_MS = 24 * HOUR_MS;

interface ReleaseSweepDeps {
  settings: Pick<Settings, 'dataDir' | 'releaseDays'>;
  /** What the open pages of this backend run, as `name@version`. */
  running: () => ReadonlySet<string>;
  log: (line: string) => void;
  report: (error: unknown) => void;
}

/**
 * Notes every hour what open pages run, and once a day removes the files of releases that no page is given or has any more.
 * @returns what stops it
 */
export function startReleaseSweep({ settings, running, log, report }: ReleaseSweepDeps): () => void {
  const { dataDir, releaseDays } = settings;
  const note = () => noteRunning(dataDir, running(), new Date());
  const remove = async () => {
    await note();
    const removed = await removeOldReleases(dataDir, { days: releaseDays, now: new Date() });
    if (removed.length > 0) log(`Files of old releases were removed: ${removed.join(', ')}.`);
  };
  const run = (work: () => Promise<void>) => () => void work().catch(report);
  run(remove)();
  const timers = [setInterval(run(note), NOTE_EVERY_MS), setInterval(run(remove), REMOVE_EVERY_MS)];
  for (const timer of timers) timer.unref();
  return () => timers.forEach(clearInterval);
}
