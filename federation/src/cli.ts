import { spawn } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { newPanel } from './new-panel';
import { publishPanel, storeRelease } from './publish';
import { endCanary, RegistryError, rollBack, setEnabled, startCanary, type PanelEntry } from './registry';
import { changeRegistry, publishedReleases, readRegistry } from './store';

const USAGE = `pnpm panel new      NAME                      make a panel in remotes/NAME, ready to be built
pnpm panel publish  NAME [--no-build]         build and give it to everybody
pnpm panel rollback NAME [VERSION]            back to the version before, or to the one named
pnpm panel canary   NAME PERCENT [--seed TEXT] [--no-build]
                                              build and give it to a share of the agents; 0 ends it
pnpm panel enable | disable NAME
pnpm panel list     [NAME]                    what is live, and what was published

INBOX_DATA_DIR (default .data) says where.`;

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '../..');
const dataDir = resolve(ROOT, process.env['INBOX_DATA_DIR'] || '.data');

const distOf = (name: string) => join(ROOT, 'remotes', name, 'dist');

async function requirePanel(name: string | undefined): Promise<string> {
  const known = await readdir(join(ROOT, 'remotes'));
  if (name !== undefined && known.includes(name)) return name;
  throw new RegistryError(`Which panel? ${known.join(', ')}.\n\n${USAGE}`);
}

function build(name: string): Promise<void> {
  const dir = join(ROOT, 'remotes', name);
  // Not under tsx: rspack prints functions of its own into a panel's entry, and tsx would have put calls of a helper
  // into them that no browser has.
  const args = ['node_modules/@rspack/cli/bin/rspack.js', 'build'];
  const child = spawn(process.execPath, args, { cwd: dir, stdio: ['ignore', 'pipe', 'pipe'] });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => output.push(String(part)));
  return new Promise((done, reject) => {
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0 ? done() : reject(new RegistryError(`${output.join('').trim()}\nBuilding ${name} failed.`)),
    );
  });
}

async function newCommand(name: string | undefined) {
  if (name === undefined) throw new RegistryError(`What is it called?\n\n${USAGE}`);
  await newPanel(ROOT, name);
  return `remotes/${name} is there. Next: pnpm dev ${name}, pnpm unit remotes/${name}, pnpm panel publish ${name}.`;
}

async function publishCommand(name: string, withBuild: boolean) {
  if (withBuild) await build(name);
  const { release, registry } = await publishPanel(dataDir, distOf(name));
  return `${name} ${release.version} is live (registry revision ${registry.revision}).`;
}

async function rollbackCommand(name: string, version: string | undefined) {
  const published = await publishedReleases(dataDir, name);
  const registry = await changeRegistry(dataDir, (current) => rollBack(current, name, published, version));
  return `${name} ${registry.panels[name]?.version ?? ''} is live again (registry revision ${registry.revision}).`;
}

async function canaryCommand(name: string, percentText: string | undefined, seed: string, withBuild: boolean) {
  const percent = Number(percentText);
  if (percentText === undefined || !(percent >= 0 && percent <= 100)) {
    throw new RegistryError('A canary needs its share of the agents: 0 to 100.');
  }
  if (percent === 0) {
    await changeRegistry(dataDir, (current) => endCanary(current, name));
    return `${name} has no canary.`;
  }
  if (withBuild) await build(name);
  const release = await storeRelease(dataDir, distOf(name));
  await changeRegistry(dataDir, (current) => startCanary(current, release, percent, seed));
  return `${name} ${release.version} goes to ${percent} % of the agents.`;
}

async function listCommand(only: string | undefined) {
  const { revision, panels } = await readRegistry(dataDir);
  const lines = Object.entries(panels)
    .filter(([name]) => only === undefined || name === only)
    .map(async ([name, panel]) => {
      const published = (await publishedReleases(dataDir, name)).map(({ version }) => `    ${version}`);
      return [`${name}  ${stateOf(panel)}`, ...published].join('\n');
    });
  return [`Registry revision ${revision}`, ...(await Promise.all(lines))].join('\n');
}

function stateOf({ version, enabled, canary }: PanelEntry): string {
  const share = canary ? `, ${canary.version} for ${canary.percent} %` : '';
  return enabled ? `${version}${share}` : `${version}, switched off`;
}

function readWords() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        build: { type: 'boolean', default: true },
        seed: { type: 'string' },
        help: { type: 'boolean', short: 'h', default: false },
      },
      allowNegative: true,
    });
  } catch (error) {
    // It says in one line which option is wrong.
    throw new RegistryError(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
  }
}

async function main(): Promise<string> {
  const { values, positionals } = readWords();
  if (values.help) return USAGE;
  const [command, name, more] = positionals;
  switch (command) {
    case 'new':
      return newCommand(name);
    case 'publish':
      return publishCommand(await requirePanel(name), values.build);
    case 'rollback':
      return rollbackCommand(await requirePanel(name), more);
    case 'canary': {
      const panel = await requirePanel(name);
      return canaryCommand(panel, more, values.seed ?? panel, values.build);
    }
    case 'enable':
    case 'disable': {
      const panel = await requirePanel(name);
      await changeRegistry(dataDir, (current) => setEnabled(current, panel, command === 'enable'));
      return `${panel} is ${command}d.`;
    }
    case 'list':
      return listCommand(name);
    default:
      throw new RegistryError(USAGE);
  }
}

try {
  console.log(await main());
} catch (error) {
  if (!(error instanceof RegistryError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
