import { register } from 'tsx/esm/api';

// A thread does not take over how its process reads TypeScript.
register();
await import(new URL('worker.ts', import.meta.url).href);
