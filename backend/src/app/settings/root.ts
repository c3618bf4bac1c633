import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What lies in the folder of a checkout, and in that of a release. */
const MARKS = ['pnpm-workspace.yaml', 'release.json'];

/** The folder of the whole product: from the sources, from the built bundle and from an unpacked release alike. */
export function findRoot(from = dirname(fileURLToPath(import.meta.url))): string {
  if (MARKS.some((mark) => existsSync(join(from, mark)))) return from;
  const above = dirname(from);
  if (above === from) throw new Error('The inbox must be run from its own folder.');
  return findRoot(above);
}
