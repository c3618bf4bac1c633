import { releaseRuns, readRegistry, type Run } from '@inbox/federation';

/** The runs of all releases, read anew when the registry has another revision. */
export interface KnownRuns {
  /** As the registry is now. */
  now(): Promise<(panel: string, version: string) => Run | undefined>;
}

/** @param dataDir holds the registry and its history */
export function createKnownRuns(dataDir: string): KnownRuns {
  let known: { revision: number; runs: Promise<ReadonlyMap<string, Run>> } | undefined;
  return {
    async now() {
      const { revision } = await readRegistry(dataDir);
      if (known?.revision !== revision) {
        const reading = releaseRuns(dataDir);
        known = { revision, runs: reading };
        // What could not be read is read again.
        reading.catch(() => (known = undefined));
      }
      const runs = await known.runs;
      return (panel, version) => runs.get(`${panel}@${version}`);
    },
  };
}
