import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ensureInstalled } from '../lib/install.mjs';
import { endWithNpm } from '../lib/parent.mjs';
import { ROOT } from '../lib/paths.mjs';
import { runCommand, Trouble } from '../lib/trouble.mjs';
import { readWorkspace } from '../lib/workspace.mjs';

/**
 * @typedef {object} Server
 * @property {string} name
 * @property {string} dir
 * @property {string[]} args for Node
 */

/** Where the dev servers pass calls on to: the backend that is started beside them. */
const INBOX_BACKEND = process.env['INBOX_BACKEND'] ?? `http://localhost:${process.env['PORT'] || 4000}`;
// Not under tsx, which would change the runtime that rspack prints into every panel.
const RSPACK = ['node_modules/@rspack/cli/bin/rspack.js', 'serve'];

/** What each server says when it can be used. */
const READY = /^The inbox is at|compiled successfully/;
/** The backend names its own address, where the published panels are: whoever edits one would look in vain there. */
const FROM_SOURCE = 'Everything from source is at http://localhost:3000';

await runCommand(async () => {
  endWithNpm();
  const [panel, ...rest] = process.argv.slice(2);
  const panels = readWorkspace(ROOT)
    .map(({ dir }) => dir)
    .filter((dir) => dir.startsWith('remotes/'))
    .map((dir) => dir.slice('remotes/'.length));
  if (rest.length > 0 || (panel !== undefined && !panels.includes(panel))) {
    throw new Trouble(`pnpm dev serves everything, and pnpm dev PANEL one panel alone: ${panels.join(', ')}.`);
  }
  await ensureInstalled(ROOT);
  if (panel === undefined) return serve(everything(panels), FROM_SOURCE);
  await serve([alone(panel)]);
});

/**
 * The backend, the host and all panels, each from source.
 * @param {readonly string[]} panels
 * @returns {Server[]}
 */
function everything(panels) {
  return [
    {
      name: 'backend',
      dir: ROOT,
      args: ['node_modules/tsx/dist/cli.mjs', 'watch', '--clear-screen=false', 'backend/src/app/server.ts'],
    },
    { name: 'host', dir: join(ROOT, 'host'), args: RSPACK },
    ...panels.map((name) => ({ name, dir: join(ROOT, 'remotes', name), args: RSPACK })),
  ];
}

/**
 * One panel on a page of its own, with fake ports: `dev.tsx` of its package.
 * @param {string} name
 * @returns {Server}
 */
function alone(name) {
  return { name, dir: join(ROOT, 'remotes', name), args: [...RSPACK, '--env', 'standalone'] };
}

/**
 * Runs all until one ends or we are told to end; then ends the others, and comes back when all are gone.
 * @param {readonly Server[]} servers
 * @param {string} [hint] said once all are ready
 */
async function serve(servers, hint) {
  const starting = new Set(servers.map(({ name }) => name));
  /** @type {(name: string, line: string) => void} */
  const watch = (name, line) => {
    if (READY.test(line) && starting.delete(name) && starting.size === 0 && hint) console.log(`\n${hint}\n`);
  };
  const width = Math.max(...servers.map(({ name }) => name.length));
  const children = servers.map(({ name, dir, args }) => {
    const child = spawn(process.execPath, args, {
      cwd: dir,
      env: { ...process.env, INBOX_BACKEND },
      // A group of its own: Ctrl-C reaches us alone, and each server is told to end once.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', (line) => {
        console.log(`${name.padEnd(width)} │ ${line}`);
        watch(name, line);
      });
    }
    return { name, child, ended: new Promise((resolve) => child.once('close', resolve)) };
  });
  let ending = false;
  const endAll = () => {
    if (ending) return;
    ending = true;
    for (const { child } of children) child.kill('SIGTERM');
  };
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, endAll);

  const first = await Promise.race(
    children.map(async ({ name, ended }) => {
      await ended;
      return name;
    }),
  );
  const endedByItself = !ending;
  endAll();
  await Promise.all(children.map(({ ended }) => ended));
  if (endedByItself) throw new Trouble(`${first} ended, so the others were stopped too.`);
}
