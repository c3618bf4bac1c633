import '@inbox/shell/zod-without-eval';
import type { WorkerScope } from './scope';
import { startWorker } from './start-worker';

startWorker(globalThis as unknown as WorkerScope);
