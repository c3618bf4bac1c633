import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { readPackage, type Checkout } from '../checkout';
import { RegistryError } from '../registry/registry';
import { firstScripts } from '../publish/read-back';

/** KB, brotli, of what shows a panel that names no budget of its own. */
const DEFAULT_BUDGET_KB = 60;
const KB = 1024;

/** What shows the panel must fit its budget; what it loads later is not counted. @throws RegistryError with the figures */
export async function checkBudget({ dirOf }: Checkout, panel: string, dist: string): Promise<void> {
  const budget = readPackage(dirOf(panel))?.inbox.budgetKb ?? DEFAULT_BUDGET_KB;
  const sizes = await Promise.all(
    (await firstScripts(dist)).map(async (script) => ({ script, bytes: await compressedSize(join(dist, script)) })),
  );
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  if (total <= budget * KB) return;
  const each = sizes.map(({ script, bytes }) => `${script} ${inKb(bytes)}`).join(', ');
  throw new RegistryError(
    `${panel} is refused: what shows it has ${inKb(total)} KB, and its budget is ${budget} KB (${each}). ` +
      'Load what is not needed first with lazyPart, or raise inbox.budgetKb in its package.json.',
  );
}

const inKb = (bytes: number) => (bytes / KB).toFixed(1);

/** As it goes over the line; a build leaves out the compressed copy of a file that is small anyway. */
async function compressedSize(file: string): Promise<number> {
  const copy = await stat(`${file}.br`).catch(() => null);
  return copy?.size ?? (await promisify(brotliCompress)(await readFile(file))).length;
}
