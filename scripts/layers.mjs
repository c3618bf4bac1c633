import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withLayers } from './layers/markdown.mjs';
import { ROOT } from './lib/paths.mjs';

// Writes the table of layers into docs/developers/architecture.md; with --check it says whether the page has it already.
const file = join(ROOT, 'docs/developers/architecture.md');
const page = readFileSync(file, 'utf8');
const right = await withLayers(page);
if (!process.argv.includes('--check')) writeFileSync(file, right);
else if (page !== right) {
  console.error('docs/developers/architecture.md does not show scripts/layers/table.mjs as it is: run `pnpm layers`.');
  process.exitCode = 1;
}
