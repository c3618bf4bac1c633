import type { About } from '../cells/whose';
import type { Cell } from './cells';
import { startWhereabouts } from './whereabouts';

/**
 * The name of the cell that has what is named so; null when none has.
 * @throws NowhereNow when a cell does not say
 */
export async function findOnce(
  { cells, secret }: { cells: readonly [Cell, ...Cell[]]; secret: string },
  about: About,
  value: string,
): Promise<string | null> {
  const whereabouts = startWhereabouts({ cells, secret, log: () => undefined });
  try {
    return (await whereabouts.find(about, [value], 'fresh')).get(value)?.name ?? null;
  } finally {
    whereabouts.stop();
  }
}
