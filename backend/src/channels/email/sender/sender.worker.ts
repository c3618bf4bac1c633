/** Proves senders beside the main thread, several at once: each mostly waits for name servers. */
import { parentPort } from 'node:worker_threads';
import { proveSender, type ProvenSender, type SenderTask } from './prove-sender';
import { systemResolve } from './resolver';

export type WorkerAnswer = 'ready' | { id: number; proven: ProvenSender | null };

/** Milliseconds that one name server may take. */
const DNS_TIMEOUT_MS = 2_000;

const resolve = systemResolve(DNS_TIMEOUT_MS);
const answer = (said: WorkerAnswer): void => parentPort?.postMessage(said);

parentPort?.on('message', ({ id, task }: { id: number; task: SenderTask }) => {
  proveSender(task, resolve).then(
    (proven) => answer({ id, proven }),
    () => answer({ id, proven: null }),
  );
});
answer('ready');
