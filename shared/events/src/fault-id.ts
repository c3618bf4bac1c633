import { randomId } from '@inbox/domain';

/** Panels of other builds find the id under the same symbol. */
const FAULT = Symbol.for('inbox.fault');
/** Errors that wrap each other more often than this are taken for one that never ends. */
const MOST_WRAPPED = 10;

/**
 * The id of the fault that an error is about. Errors that wrap one another by `cause`, such as that of a command and that of
 * the call which failed in it, are about one fault. An error that is no object is a fault of its own.
 */
export function faultId(error: unknown): string {
  let root = error;
  for (let depth = 0; depth < MOST_WRAPPED && root instanceof Error && root.cause instanceof Error; depth += 1) {
    root = root.cause;
  }
  if (!(root instanceof Error)) return randomId();
  const marked: Error & { [FAULT]?: string } = root;
  if (marked[FAULT] === undefined) Object.defineProperty(marked, FAULT, { value: randomId() });
  return marked[FAULT] ?? '';
}
