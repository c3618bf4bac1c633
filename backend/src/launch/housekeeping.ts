import { forgetOldReports } from '../store/kept';
import { pruneEvents } from '../store/live-events';
import { deleteExpiredSessions } from '../store/sessions';
import { foldAllTallies } from '../store/ticket-tallies';
import type { WorkContext } from '../work/change';

const EVERY_MS = 10 * 60_000;

/** Forgets, now and then, what nobody can ask for any more. Returns what stops it. */
export function startHousekeeping({ db, now }: WorkContext, report: (error: unknown) => void): () => void {
  const clean = async (): Promise<void> => {
    await pruneEvents(db, now());
    await deleteExpiredSessions(db, now());
    await forgetOldReports(db, now());
    await foldAllTallies(db);
  };
  const timer = setInterval(() => void clean().catch(report), EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
