/**
 * jsdom lacks web APIs that every browser and Node itself have. A jsdom test gets Node's own: they are taken from
 * outside the sandbox that jest runs tests in. MessageChannel and BroadcastChannel stay out: Node's keep the process
 * alive after the last test.
 */
import { runInThisContext } from 'node:vm';

const names = [
  'TextEncoder',
  'TextDecoder',
  'fetch',
  'Headers',
  'Request',
  'Response',
  'ReadableStream',
  'WritableStream',
  'TransformStream',
  'structuredClone',
] as const;

for (const name of names) {
  if (!(name in globalThis)) define(name, runInThisContext(name));
}

// jsdom has a `crypto`, but only its random numbers.
if (!('subtle' in globalThis.crypto)) define('crypto', runInThisContext('crypto'));

function define(name: string, value: unknown): void {
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
}
