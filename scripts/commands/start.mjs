import { fork } from 'node:child_process';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildChanged } from '../lib/build.mjs';
import { ensureInstalled } from '../lib/install.mjs';
import { endWithNpm } from '../lib/parent.mjs';
import { ROOT } from '../lib/paths.mjs';
import { requireFreePort } from '../lib/ports.mjs';
import { endChildrenWithUs } from '../lib/run.mjs';
import { takeSecrets } from '../lib/secrets.mjs';
import { runCommand } from '../lib/trouble.mjs';

// What is run to install, to build and to write as customers has an environment that others may look into.
const giveSecretsBack = takeSecrets(process.env);

await runCommand(async () => {
  endWithNpm();
  const release = endChildrenWithUs();
  // First, so that a taken port is known in a moment and not after an install.
  await requireFreePort(process.env['PORT'], { name: 'PORT', fallback: 4000 });
  const role = process.env['INBOX_ROLE'] || 'all';
  if (role === 'all' || role.split(',').includes('mail')) {
    await requireFreePort(process.env['INBOX_SMTP_PORT'], { name: 'INBOX_SMTP_PORT', fallback: 2525 });
  }
  await ensureInstalled(ROOT);
  await buildChanged(ROOT);
  release();
});

// The demo's customers live in a process of their own, as they would; it waits for the demo data and ends with this one.
if ((process.env['INBOX_SEED'] || 'demo') === 'demo') {
  const data = resolve(ROOT, process.env['INBOX_DATA_DIR'] || '.data');
  const customers = fork(join(ROOT, 'simulate/dist/cli.js'), ['--follow', '--quiet', '--data', data], {
    stdio: ['ignore', 'inherit', 'ignore', 'ipc'],
  });
  // It must not keep this process alive when the server could not start.
  customers.unref();
  customers.channel?.unref();
}

giveSecretsBack();
// People read what `npm start` prints; a service that wants every line says so.
process.env['INBOX_LOG'] ||= 'text';
// The backend runs in this very process: Ctrl-C and SIGTERM reach it directly, and there is one exit code.
process.setSourceMapsEnabled(true);
await import(pathToFileURL(join(ROOT, 'backend/dist/server.js')).href);
