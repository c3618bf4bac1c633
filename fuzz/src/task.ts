/** What a worker is to try. */
export interface Task {
  target: string;
  seed: number;
  /** Shared: the length of the input that is being read, as four bytes, and the input. */
  current: Uint8Array;
}

/** What a worker tells. */
export type Said =
  /** Its code is loaded: from now on an input is being read. */
  | { kind: 'begun' }
  | { kind: 'tried'; tried: number }
  | { kind: 'new'; input: Uint8Array }
  | { kind: 'finding'; input: Uint8Array; words: string };

/** What went wrong and where, so that the same fault is told once. */
export function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const place = error.stack?.split('\n').find((line) => line.trim().startsWith('at '));
  return `${error.name}: ${error.message.slice(0, 300)}${place ? ` ${place.trim()}` : ''}`;
}
