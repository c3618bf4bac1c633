import { Session, type Profiler } from 'node:inspector';

export interface Coverage {
  /** The places that have run since the last question, and in no input that counts so far. */
  news(): Promise<string[]>;
  /** Counts these: they are no news from now on. */
  count(places: readonly string[]): void;
}

/** Counts of how often a place ran, in steps of this: a loop that turns far more often is news as well. */
const bucketOf = (count: number): number => Math.floor(Math.log2(count + 1) / 2);

/** Follows which blocks of the inbox's own sources and of its parsers run, by the engine's own counters. */
export async function followCoverage(): Promise<Coverage> {
  const session = new Session();
  session.connect();
  const post = <T>(method: string, params: object = {}): Promise<T> =>
    new Promise((resolve, reject) => {
      session.post(method, params, (error, answer) => (error ? reject(error) : resolve(answer as T)));
    });
  await post('Profiler.enable');
  await post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  const seen = new Set<string>();
  return {
    async news() {
      const { result } = await post<Profiler.TakePreciseCoverageReturnType>('Profiler.takePreciseCoverage');
      const places = new Set<string>();
      for (const { scriptId, url, functions } of result) {
        if (!url.startsWith('file:') || url.includes('/fuzz/')) continue;
        for (const { ranges } of functions) {
          for (const { startOffset, count } of ranges) {
            if (count > 0) places.add(`${scriptId}:${startOffset}:${bucketOf(count)}`);
          }
        }
      }
      return [...places].filter((place) => !seen.has(place));
    },
    count(places) {
      for (const place of places) seen.add(place);
    },
  };
}
