import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the whole product: from the sources and from the built bundle alike. */
export function findRoot(from = dirname(fileURLToPath(import.meta.url))): string {
  if (existsSync(join(from, 'pnpm-workspace.yaml'))) return from;
  const above = dirname(from);
  if (above === from) throw new Error('The inbox must be run from its own folder.');
  return findRoot(above);
}
