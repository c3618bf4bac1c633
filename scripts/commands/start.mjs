import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildChanged } from '../lib/build.mjs';
import { ensureInstalled } from '../lib/install.mjs';
import { endWithNpm } from '../lib/parent.mjs';
import { ROOT } from '../lib/paths.mjs';
import { requireFreePort } from '../lib/ports.mjs';
import { endChildrenWithUs } from '../lib/run.mjs';
import { runCommand } from '../lib/trouble.mjs';

await runCommand(async () => {
  endWithNpm();
  const release = endChildrenWithUs();
  // First, so that a taken port is known in a moment and not after an install.
  await requireFreePort(process.env['PORT'], { name: 'PORT', fallback: 4000 });
  await requireFreePort(process.env['INBOX_SMTP_PORT'], { name: 'INBOX_SMTP_PORT', fallback: 2525 });
  await ensureInstalled(ROOT);
  await buildChanged(ROOT);
  release();
});

// The backend runs in this very process: Ctrl-C and SIGTERM reach it directly, and there is one exit code.
process.setSourceMapsEnabled(true);
await import(pathToFileURL(join(ROOT, 'backend/dist/server.js')).href);
