/** What a worker is to try. */
export interface Task {
  target: string;
  seed: number;
  /** Shared, so that it is seen from outside what a thread reads that does not come back. */
  current: SharedArrayBuffer;
}

/** What a worker tells. */
export type Said =
  | { kind: 'tried'; tried: number }
  | { kind: 'new'; input: Uint8Array }
  | { kind: 'finding'; input: Uint8Array; words: string };

/** Bytes of two numbers before the input that is being read: how often a reading began or ended, and the input's length. */
const HEAD = 8;

/** What a thread is reading, as it tells and as it is seen from outside. */
export interface Reading {
  begin(input: Uint8Array): void;
  end(): void;
  /** Another number for each reading; null between two. */
  now(): number | null;
  /** The input of the reading that is now, or was last. */
  input(): Uint8Array;
}

/** Bytes to share for inputs of so many. */
export const roomFor = (input: number): SharedArrayBuffer => new SharedArrayBuffer(HEAD + input);

/** @param shared of `roomFor` */
export function readingIn(shared: SharedArrayBuffer): Reading {
  const numbers = new Int32Array(shared, 0, 2);
  const bytes = new Uint8Array(shared, HEAD);
  return {
    begin(input) {
      const fitting = input.subarray(0, bytes.length);
      bytes.set(fitting);
      Atomics.store(numbers, 1, fitting.length);
      Atomics.add(numbers, 0, 1);
    },
    end: () => void Atomics.add(numbers, 0, 1),
    now() {
      const count = Atomics.load(numbers, 0);
      return count % 2 === 0 ? null : count;
    },
    input: () => bytes.slice(0, Atomics.load(numbers, 1)),
  };
}

/** What went wrong and where, so that the same fault is told once. */
export function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const place = error.stack?.split('\n').find((line) => line.trim().startsWith('at '));
  return `${error.name}: ${error.message.slice(0, 300)}${place ? ` ${place.trim()}` : ''}`;
}
