import { execFile, spawn } from 'node:child_process';
import { userInfo } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { findCheckout } from './checkout';
import { checkBuild, checkSources, readSkipped, type Skippable } from './gate';
import { newPanelAlone } from './new-alone';
import { newPanel } from './new-panel';
import { packShared } from './pack';
import { publishPanel, storeRelease } from './publish';
import {
  endCanary,
  promote,
  RegistryError,
  rollBack,
  setEnabled,
  startCanary,
  type PanelEntry,
  type Release,
} from './registry';
import { changeRegistry, livedReleases, publishedReleases, readHistory, readRegistry, type ChangeNote } from './store';

const USAGE = `pnpm panel new      NAME [--alone DIR]        make a panel in remotes/NAME, ready to be built; or alone in a
                                              folder of its own, with the shared packages as files
pnpm panel pack     DIR                       pack the shared packages into files, to be installed from
pnpm panel publish  NAME [--no-build] [--skip CHECKS]
                                              check, build and give it to everybody
pnpm panel canary   NAME PERCENT [--seed TEXT] [--no-build] [--skip CHECKS]
                                              check, build and give it to a share of the agents; 0 ends it
pnpm panel promote  NAME                      what the canary has goes to everybody
pnpm panel rollback NAME [VERSION]            take the canary back, else what is live: to what was live
                                              before and was not taken back, or to the version named
pnpm panel enable | disable NAME
pnpm panel list     [NAME]                    what is live, and what was published
pnpm panel history  [NAME]                    who changed what, when and why

--why TEXT says why, in the history; without it the commit that is checked out does.
--skip leaves checks out, with commas between them: types, tests, budget, before (the shell before the
one of now), smoke (the mount in a browser). The history says so.
INBOX_DATA_DIR (default .data) says where.`;

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '../..');
const checkout = findCheckout(process.cwd(), ROOT);
const dataDir = resolve(checkout.root, process.env['INBOX_DATA_DIR'] || '.data');

const distOf = (name: string) => join(checkout.dirOf(name), 'dist');

async function requirePanel(name: string | undefined): Promise<string> {
  const known = checkout.panels;
  if (name !== undefined && known.includes(name)) return name;
  throw new RegistryError(`Which panel? ${known.join(', ')}.\n\n${USAGE}`);
}

function build(name: string): Promise<void> {
  const dir = checkout.dirOf(name);
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

async function newCommand(name: string | undefined, alone: string | undefined) {
  if (name === undefined) throw new RegistryError(`What is it called?\n\n${USAGE}`);
  if (alone !== undefined) {
    const dir = resolve(alone);
    await newPanelAlone(ROOT, name, dir);
    return `${dir} is there. Next, in it: npm install, npm run dev, npm test, npx inbox-panel publish ${name}.`;
  }
  await newPanel(ROOT, name);
  return `remotes/${name} is there. Next: pnpm dev ${name}, pnpm unit remotes/${name}, pnpm panel publish ${name}.`;
}

async function packCommand(dir: string | undefined) {
  if (dir === undefined) throw new RegistryError(`Where do the files go?\n\n${USAGE}`);
  const packed = await packShared(ROOT, resolve(dir));
  return packed.map(({ file }) => join(dir, file)).join('\n');
}

/** The first line of the commit that is checked out; nothing where this is no checkout. */
async function commitLine(): Promise<string | undefined> {
  const { stdout } = await promisify(execFile)('git', ['log', '-1', '--format=%h %s'], { cwd: checkout.root }).catch(
    () => ({
      stdout: '',
    }),
  );
  return stdout.trim() || undefined;
}

/** Who is at this machine's keyboard. */
function personHere(): string {
  try {
    return userInfo().username;
  } catch {
    // A container may have no name for the user that it runs as.
    return String(process.getuid?.() ?? 'unknown');
  }
}

interface Request {
  panel: string;
  why: string | undefined;
}

interface BuildRequest extends Request {
  /** Is it built, or published as it was built before? */
  build: boolean;
  skip: ReadonlySet<Skippable>;
}

/** Builds a panel and has it pass the gate. */
async function prepare({ panel, build: isBuilt, skip }: BuildRequest): Promise<void> {
  await checkSources({ checkout, panel, skip });
  if (isBuilt) await build(panel);
  await checkBuild({ checkout, panel, skip, dataDir, dist: distOf(panel), say: (line) => console.log(line) });
}

/** The history says what was not checked. */
const reasonOf = (why: string | undefined, skip: ReadonlySet<Skippable>): string | undefined =>
  skip.size === 0 ? why : [why, `unchecked: ${[...skip].join(', ')}`].filter(Boolean).join('; ');

async function noteOf(action: string, { panel, why }: Request, version?: string): Promise<ChangeNote> {
  const reason = why ?? (action === 'publish' || action === 'canary' ? await commitLine() : undefined);
  return {
    action,
    panel,
    by: personHere(),
    ...(version !== undefined && { version }),
    ...(reason !== undefined && { why: reason }),
  };
}

async function publishCommand(request: BuildRequest) {
  const { panel, skip } = request;
  await prepare(request);
  const { by, why } = await noteOf('publish', request);
  const { release, registry } = await publishPanel(dataDir, distOf(panel), { by, why: reasonOf(why, skip) });
  return `${panel} ${release.version} is live (registry revision ${registry.revision}).`;
}

async function rollbackCommand(request: Request, version: string | undefined) {
  const { panel } = request;
  const releases = await (version === undefined ? livedReleases : publishedReleases)(dataDir, panel);
  const before = (await readRegistry(dataDir)).panels[panel];
  const taken = (version === undefined && before?.canary?.version) || before?.version;
  const registry = await changeRegistry(dataDir, await noteOf('rollback', request, taken), (current) =>
    rollBack(current, panel, releases, version),
  );
  return `${panel} ${registry.panels[panel]?.version ?? ''} is live again (registry revision ${registry.revision}).`;
}

async function canaryCommand(request: BuildRequest, percentText: string | undefined, seed: string) {
  const { panel } = request;
  const percent = Number(percentText);
  if (percentText === undefined || !(percent >= 0 && percent <= 100)) {
    throw new RegistryError('A canary needs its share of the agents: 0 to 100.');
  }
  if (percent === 0) {
    await changeRegistry(dataDir, await noteOf('end canary', request), (current) => endCanary(current, panel));
    return `${panel} has no canary.`;
  }
  await prepare(request);
  const release: Release = { ...(await storeRelease(dataDir, distOf(panel))), published_by: 'team' };
  const note = await noteOf('canary', request, release.version);
  const why = reasonOf(note.why, request.skip);
  await changeRegistry(dataDir, { ...note, ...(why !== undefined && { why }) }, (current) =>
    startCanary(current, release, percent, seed),
  );
  return `${panel} ${release.version} goes to ${percent} % of the agents.`;
}

async function promoteCommand(request: Request) {
  const { panel } = request;
  const version = (await readRegistry(dataDir)).panels[panel]?.canary?.version;
  const registry = await changeRegistry(dataDir, await noteOf('promote', request, version), (current) =>
    promote(current, panel),
  );
  return `${panel} ${registry.panels[panel]?.version ?? ''} goes to everybody (registry revision ${registry.revision}).`;
}

async function historyCommand(only: string | undefined) {
  const changes = await readHistory(dataDir, only);
  const lines = changes.map(
    ({ revision, at, by, action, panel, version, why }) =>
      `${revision}  ${at}  ${by}: ${action} ${panel}${version ? ` ${version}` : ''}${why ? ` (${why})` : ''}`,
  );
  return lines.length > 0 ? lines.join('\n') : 'Nothing was changed yet.';
}

async function listCommand(only: string | undefined) {
  const { revision, panels } = await readRegistry(dataDir);
  const lines = Object.entries(panels)
    .filter(([name]) => only === undefined || name === only)
    .map(async ([name, panel]) => {
      const published = (await publishedReleases(dataDir, name)).map(
        ({ version }) => `    ${version}${panel.taken_back?.includes(version) ? '  taken back' : ''}`,
      );
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
        skip: { type: 'string' },
        alone: { type: 'string' },
        seed: { type: 'string' },
        why: { type: 'string' },
        help: { type: 'boolean', short: 'h', default: false },
      },
      allowNegative: true,
    });
  } catch (error) {
    // It says in one line which option is wrong.
    throw new RegistryError(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
  }
}

const requestOf = async (name: string | undefined, { why }: { why?: string | undefined }): Promise<Request> => ({
  panel: await requirePanel(name),
  why,
});

const buildOf = ({ build: isBuilt, skip }: { build: boolean; skip?: string | undefined }) => ({
  build: isBuilt,
  skip: readSkipped(skip),
});

async function main(): Promise<string> {
  const { values, positionals } = readWords();
  if (values.help) return USAGE;
  const [command, name, more] = positionals;
  switch (command) {
    case 'new':
      return newCommand(name, values.alone);
    case 'pack':
      return packCommand(name);
    case 'publish':
      return publishCommand({ ...(await requestOf(name, values)), ...buildOf(values) });
    case 'rollback':
      return rollbackCommand(await requestOf(name, values), more);
    case 'canary': {
      const request = { ...(await requestOf(name, values)), ...buildOf(values) };
      return canaryCommand(request, more, values.seed ?? request.panel);
    }
    case 'promote':
      return promoteCommand(await requestOf(name, values));
    case 'enable':
    case 'disable': {
      const request = await requestOf(name, values);
      const { panel } = request;
      await changeRegistry(dataDir, await noteOf(command, request), (current) =>
        setEnabled(current, panel, command === 'enable'),
      );
      return `${panel} is ${command}d.`;
    }
    case 'history':
      return historyCommand(name);
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
