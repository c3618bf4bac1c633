import type { SocketAccess } from './access';
import type { Hub } from './hub';

/** A round of beats is spread over this many steps: ten thousand sockets pinged at once would hold everything up. */
const STEPS = 30;

/**
 * Keeps every socket's line known to be alive, and its access as it is: a change that was not heard counts with the next
 * beat at the latest.
 * @returns what stops it
 */
export function startHeartbeats(hub: Hub, access: SocketAccess, heartbeatMs: number): () => void {
  let step = 0;
  const timer = setInterval(() => {
    step = (step + 1) % STEPS;
    const due = [...hub.sockets()].filter((_, index) => index % STEPS === step);
    for (const socket of due) {
      socket.beat();
      // A pump that failed is taken up again at the latest now.
      hub.committed(socket.merchantId);
    }
    access.renew(due);
  }, heartbeatMs / STEPS);
  timer.unref();
  return () => clearInterval(timer);
}
