import { join, relative } from 'node:path';
import { buildChanged } from '../lib/build.mjs';
import { ensureInstalled } from '../lib/install.mjs';
import { ROOT } from '../lib/paths.mjs';
import { endChildrenWithUs } from '../lib/run.mjs';
import { runCommand } from '../lib/trouble.mjs';

await runCommand(async () => {
  endChildrenWithUs();
  await ensureInstalled(ROOT);
  await buildChanged(ROOT);
  // It uses installed libraries.
  const { makeRelease } = await import('../release/make-release.mjs');
  const { archive, bytes, changed } = await makeRelease(ROOT, { dir: join(ROOT, 'dist') });
  console.log(`${relative(process.cwd(), archive)} (${(bytes / 1e6).toFixed(1)} MB)`);
  if (changed) console.log('It has changes that are in no commit, so nobody else can make the same one.');
});
