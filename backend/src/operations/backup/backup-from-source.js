/** Runs the worker from source, in development and in tests: a worker thread does not inherit what reads TypeScript. */
import { register } from 'tsx/esm/api';

register();
const worker = new URL('backup.worker.ts', import.meta.url).href;
await import(worker);
