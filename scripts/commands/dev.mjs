import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs, stripVTControlCharacters } from 'node:util';
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
 * @property {boolean} [isBeside] nobody waits for it
 */

/** Where the dev servers pass calls on to: the backend that is started beside them. */
const INBOX_BACKEND = process.env['INBOX_BACKEND'] ?? `http://localhost:${process.env['PORT'] || 4000}`;
// Not under tsx, which would change the runtime that rspack prints into every panel.
const RSPACK = ['node_modules/@rspack/cli/bin/rspack.js', 'serve'];
const TSX = 'node_modules/tsx/dist/cli.mjs';

/**
 * The demo's customers and shops. They wait for the demo data, which a database with other data never gets.
 * @type {Server}
 */
const customers = {
  name: 'customers',
  dir: ROOT,
  args: [TSX, 'simulate/src/cli.ts', '--follow', '--quiet'],
  isBeside: true,
};

/** Milliseconds that a running inbox may take to send its page. */
const ASKED_MS = 10_000;

const USAGE =
  'pnpm dev serves everything, pnpm dev PANEL one panel alone, and pnpm dev PANEL --backend URL one panel in the inbox that runs there.';

/** What each server says when it can be used. */
const READY = /^The inbox is at|compiled successfully/;
/** The backend names its own address, where the published panels are: whoever edits one would look in vain there. */
const FROM_SOURCE = 'Everything from source is at http://localhost:3000';

await runCommand(async () => {
  endWithNpm();
  const { panel, backend } = readWords();
  const panels = readWorkspace(ROOT)
    .map(({ dir }) => dir)
    .filter((dir) => dir.startsWith('remotes/'))
    .map((dir) => dir.slice('remotes/'.length));
  if (panel !== undefined && !panels.includes(panel)) throw new Trouble(`${USAGE} Panels: ${panels.join(', ')}.`);
  await ensureInstalled(ROOT);
  if (panel === undefined) return serve(everything(panels), FROM_SOURCE);
  if (backend !== undefined) return serve([await inShell(panel, backend)], linkInto(backend, panel));
  await serve([alone(panel)]);
});

/** @returns {{ panel: string | undefined, backend: string | undefined }} */
function readWords() {
  try {
    const { values, positionals } = parseArgs({ allowPositionals: true, options: { backend: { type: 'string' } } });
    const [panel, ...rest] = positionals;
    const { backend } = values;
    if (rest.length > 0 || (backend !== undefined && panel === undefined)) throw new Trouble(USAGE);
    if (backend !== undefined && !URL.canParse(backend))
      throw new Trouble(`${backend} is not the address of an inbox.`);
    return { panel, backend };
  } catch (error) {
    if (error instanceof Trouble) throw error;
    throw new Trouble(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
  }
}

/**
 * The backend, the host and all panels, each from source, and the demo's customers and shops.
 * @param {readonly string[]} panels
 * @returns {Server[]}
 */
function everything(panels) {
  return [
    {
      name: 'backend',
      dir: ROOT,
      args: [TSX, 'watch', '--clear-screen=false', 'backend/src/app/server.ts'],
    },
    ...((process.env['INBOX_SEED'] || 'demo') === 'demo' ? [customers] : []),
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
 * One panel in the shell of a running inbox, which must let a developer's build in.
 * @param {string} name
 * @param {string} backend
 * @returns {Promise<Server>}
 */
async function inShell(name, backend) {
  const page = await fetch(backend, { signal: AbortSignal.timeout(ASKED_MS) })
    .then((response) => response.text())
    .catch(() => {
      throw new Trouble(`The inbox at ${backend} cannot be reached.`);
    });
  if (!/"panelOverrides":true/.test(page)) {
    const { hostname } = new URL(backend);
    throw new Trouble(
      `The page at ${backend} lets no developer's build in. Its operator names ${hostname} in INBOX_OVERRIDE_HOSTS.`,
    );
  }
  return { name, dir: join(ROOT, 'remotes', name), args: [...RSPACK, '--env', `shell=${backend}`] };
}

/**
 * @param {string} backend
 * @param {string} panel
 */
function linkInto(backend, panel) {
  /** @type {{ inbox: { devPort: number } }} */
  const { inbox } = JSON.parse(readFileSync(join(ROOT, 'remotes', panel, 'package.json'), 'utf8'));
  const link = new URL('/', backend);
  link.search = `panel=${panel}@http://localhost:${inbox.devPort}`;
  return `${panel} from source is in the inbox at ${link}`;
}

/**
 * Runs all until one ends or we are told to end; then ends the others, and comes back when all are gone.
 * @param {readonly Server[]} servers
 * @param {string} [hint] said once all are ready
 */
async function serve(servers, hint) {
  const starting = new Set(servers.filter(({ isBeside }) => !isBeside).map(({ name }) => name));
  /** @type {(name: string, line: string) => void} */
  const watch = (name, line) => {
    // A terminal's colours are among the words.
    if (READY.test(stripVTControlCharacters(line)) && starting.delete(name) && starting.size === 0 && hint)
      console.log(`\n${hint}\n`);
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
