/** Reads mails beside the main thread, one after the other, for as long as it is asked to. */
import { parentPort } from 'node:worker_threads';
import { codeOf, wordsOf } from '../../../platform/errors/errors';
import { readTask, type ReadTask } from './read-file';
import type { WorkerAnswer } from './parser-worker';

parentPort?.on('message', (task: ReadTask) => {
  const answer = (said: WorkerAnswer): void => parentPort?.postMessage(said);
  readTask(task).then(
    (read) => answer({ read }),
    (error: unknown) => answer({ failed: { message: wordsOf(error), code: codeOf(error) } }),
  );
});
