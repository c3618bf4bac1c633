import { setTimeout as delay } from 'node:timers/promises';
import { residentBytes } from '../../../bench/src/inbox/process';
import { markdownTable } from '../../../bench/src/table';
import { findService, pidOf } from '../cluster';
import type { Cluster } from '../examples';
import { NODES } from '../layout';
import type { Fault } from './faults';

/** Milliseconds between two looks at what a process has in memory. */
const LOOK_MS = 10_000;
/** Of the time, before which a process is still filling what it keeps. */
const WARM = 1 / 6;
/** What a process may have at the end of what it had when it was warm. */
const MOST_GROWTH = 1.15;

const MB = 1_000_000;
const SERVICES = NODES.flatMap((machine) => [`${machine}/web`, `${machine}/live`]);

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;

/** What each process had in memory, in bytes, in the order of the looks. */
type Looks = ReadonlyMap<string, readonly number[]>;

/** The first and the last sixth of the warm time of a process, as medians: garbage comes and goes in between. */
export function growthOf(looks: readonly number[]): { warm: number; end: number } {
  const after = looks.slice(Math.ceil(looks.length * WARM));
  const part = Math.max(1, Math.ceil(after.length / 6));
  return { warm: median(after.slice(0, part)), end: median(after.slice(-part)) };
}

/** Whether no process has more in memory at the end than garbage explains. */
export const isFlat = (looks: Looks): boolean =>
  [...looks.values()].every((each) => {
    const { warm, end } = growthOf(each);
    return end <= warm * MOST_GROWTH;
  });

export const memoryReport = (looks: Looks): string =>
  markdownTable(
    ['process', 'warm', 'at the end', 'ratio', 'most'],
    [...looks].map(([id, each]) => {
      const { warm, end } = growthOf(each);
      const inMb = (bytes: number) => `${Math.round(bytes / MB)} MB`;
      return [id, inMb(warm), inMb(end), (end / warm).toFixed(2), inMb(Math.max(...each))];
    }),
  );

/** Nothing is broken: the processes' memory is looked at for so long. @param looks is filled */
export const watchMemory = (minutes: number, looks: Map<string, number[]>): Fault => ({
  key: 'memory',
  what: `nothing, for ${minutes} minutes`,
  async run(cluster: Cluster) {
    const until = Date.now() + minutes * 60_000;
    while (Date.now() < until) {
      for (const id of SERVICES) {
        const pid = await pidOf(cluster, findService(id));
        if (pid === null) throw new Error(`${id} has ended.`);
        looks.set(id, [...(looks.get(id) ?? []), await residentBytes(pid)]);
      }
      await delay(LOOK_MS);
    }
  },
});
