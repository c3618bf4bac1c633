import { buildChanged } from '../lib/build.mjs';
import { ensureInstalled } from '../lib/install.mjs';
import { ROOT } from '../lib/paths.mjs';
import { endChildrenWithUs } from '../lib/run.mjs';
import { runCommand } from '../lib/trouble.mjs';

await runCommand(async () => {
  endChildrenWithUs();
  await ensureInstalled(ROOT);
  await buildChanged(ROOT);
});
