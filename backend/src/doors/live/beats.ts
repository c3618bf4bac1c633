import { stillRunning } from '../../store/sessions';
import type { WorkContext } from '../../work/change';
import type { Hub } from './hub';
import type { LiveSocket } from './socket';

/** A round of beats is spread over this many steps: ten thousand sockets pinged at once would hold everything up. */
const STEPS = 30;

/**
 * Keeps every socket's line known to be alive, and closes those whose session has ended meanwhile, wherever it was ended.
 * @returns what stops it
 */
export function startBeats(
  hub: Hub,
  { db, now }: Pick<WorkContext, 'db' | 'now'>,
  beatMs: number,
  report: (error: unknown) => void,
): () => void {
  let step = 0;
  const timer = setInterval(() => {
    step = (step + 1) % STEPS;
    const due = [...hub.sockets()].filter((_, index) => index % STEPS === step);
    for (const socket of due) {
      socket.beat();
      // A pump that failed is taken up again at the latest now.
      hub.committed(socket.merchantId);
    }
    if (due.length > 0) void checkSessions(due).catch(report);
  }, beatMs / STEPS);
  timer.unref();

  async function checkSessions(sockets: readonly LiveSocket[]): Promise<void> {
    const ids = [...new Set(sockets.map(({ who }) => who.sessionId))];
    const running = await stillRunning(db, ids, now());
    for (const socket of sockets) if (!running.has(socket.who.sessionId)) socket.signOut();
  }

  return () => clearInterval(timer);
}
