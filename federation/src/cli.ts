import { execFile, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { findCheckout } from './checkout';
import { checkBuild, checkSources, readSkipped, shellAt, shellInFolder, type Skippable } from './gate';
import { inboxTarget } from './target/inbox-target';
import { newPanelAlone } from './new-panel/new-alone';
import { newPanel } from './new-panel/new-panel';
import { packShared } from './new-panel/pack';
import { currentOperator } from './target/person';
import { RegistryError } from './registry/registry';
import { previewPath, type Audience, type Outcome, type PanelChange } from './publish/release-panel';
import { folderTarget, type PublishTarget } from './target/target';

const USAGE = `pnpm panel new      NAME [--alone DIR]        make a panel in remotes/NAME, ready to be built; or alone in a
                                              folder of its own, with the shared packages as files
pnpm panel pack     DIR                       pack the shared packages into files, to be installed from
pnpm panel publish  NAME [--no-build] [--skip CHECKS]
                                              check, build and give it to everybody,
                         [--canary PERCENT]   or to a share of the agents,
                         [--no-live]          or to nobody but those who open its preview
pnpm panel preview  NAME VERSION              the link that shows a published version in one's own browser
pnpm panel canary   NAME PERCENT [--no-build] [--skip CHECKS]
                                              check, build and give it to a share of the agents; 0 ends it
                         [--version VERSION]  a version that is published, instead of building one
                         [--seed TEXT]        another seed picks other agents
pnpm panel promote  NAME [VERSION]            what the canary has, or that version, goes to everybody
pnpm panel rollback NAME [VERSION]            take the canary back, else what is live: to what was live
                                              before and was not taken back, or to the version named
pnpm panel enable | disable NAME
pnpm panel list     [NAME]                    what is live, and what was published
pnpm panel history  [NAME]                    who changed what, when and why

--why TEXT says why, in the history; without it the commit that is checked out does.
--skip leaves checks out, with commas between them: types, tests, budget, before (the shell before the
one of now), smoke (the mount in a browser). The history says so.
--to https://INBOX does it in a running inbox, with the panel's token ('pnpm admin panel-token create') in
INBOX_PANEL_TOKEN or, with --token-file FILE, in a file ('-' is the input).
Otherwise it is done in INBOX_DATA_DIR (default .data).`;

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

/** Characters of a reason; more of a commit's first line says nothing to those who read histories. */
const MAX_WHY = 500;
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

/** What the words say besides the command and the panel. */
type Values = ReturnType<typeof readWords>['values'];

/** @throws RegistryError when there is none */
async function tokenOf({ token, 'token-file': file }: Values): Promise<string> {
  if (token !== undefined) {
    throw new RegistryError(
      'A token in a command stands in the list of processes and in the history: put it into INBOX_PANEL_TOKEN or a file.',
    );
  }
  const given =
    file === undefined
      ? process.env['INBOX_PANEL_TOKEN']
      : file === '-'
        ? await text(process.stdin)
        : await readFile(file, 'utf8').catch(() => {
            throw new RegistryError(`${file} cannot be read.`);
          });
  const found = given?.trim();
  if (!found) throw new RegistryError('The token is missing: INBOX_PANEL_TOKEN, or --token-file FILE.');
  return found;
}

async function targetOf(values: Values): Promise<PublishTarget> {
  if (values.to !== undefined) return inboxTarget(values.to, await tokenOf(values));
  return folderTarget(dataDir, { by: currentOperator(), url: `http://localhost:${process.env['PORT'] || 4000}` });
}

function percentOf(words: string | undefined): number {
  const percent = Number(words);
  if (words === undefined || words.trim() === '' || !(percent >= 0 && percent <= 100)) {
    throw new RegistryError('A canary needs its share of the agents: 0 to 100.');
  }
  return percent;
}

/** Who gets what is published. */
function audienceOf({ canary, live, seed }: Values): Audience {
  if (canary === undefined) return { to: live ? 'everybody' : 'nobody' };
  const percent = percentOf(canary);
  if (percent === 0) throw new RegistryError('A canary of nobody is a preview: --no-live.');
  return { to: 'share', percent, ...(seed !== undefined && { seed }) };
}

/** Has a panel's sources pass the gate, builds it unless told not to, and has the build pass it. */
async function prepare(
  panel: string,
  { url }: PublishTarget,
  { build: isBuilt, to }: Values,
  skip: ReadonlySet<Skippable>,
): Promise<void> {
  await checkSources({ checkout, panel, skip });
  if (isBuilt) await build(panel);
  const at = to === undefined ? { dataDir, shell: shellInFolder(dataDir) } : { dataDir: null, shell: shellAt(url) };
  await checkBuild({ checkout, panel, skip, ...at, dist: distOf(panel), say: (line) => console.log(line) });
}

/** The history says what was not checked. */
const reasonOf = (why: string | undefined, skip: ReadonlySet<Skippable>): string | undefined =>
  skip.size === 0 ? why : [why, `unchecked: ${[...skip].join(', ')}`].filter(Boolean).join('; ');

async function publishCommand(panel: string, audience: Audience, values: Values): Promise<string> {
  const target = await targetOf(values);
  const skip = readSkipped(values.skip);
  await prepare(panel, target, values, skip);
  const why = reasonOf(values.why ?? (await commitLine()), skip)?.slice(0, MAX_WHY);
  const how = { audience, why, skipBefore: skip.has('before') };
  return withPreview(target, panel, await target.publish(panel, distOf(panel), how));
}

const withPreview = ({ url }: PublishTarget, panel: string, { said, version }: Outcome): string =>
  version === undefined ? said : `${said}\nPreview: ${url}${previewPath(panel, version)}`;

async function canaryCommand(panel: string, percentText: string | undefined, values: Values): Promise<string> {
  const percent = percentOf(percentText);
  const { seed, version, why } = values;
  if (percent === 0) return change(panel, { action: 'end canary' }, values);
  const audience: Audience = { to: 'share', percent, ...(seed !== undefined && { seed }) };
  if (version === undefined) return publishCommand(panel, audience, values);
  const target = await targetOf(values);
  const outcome = await target.change(panel, { action: 'release', version, audience }, why);
  return withPreview(target, panel, outcome);
}

async function previewCommand(panel: string, version: string | undefined, values: Values): Promise<string> {
  if (version === undefined) throw new RegistryError(`Which version? pnpm panel list ${panel} has them.`);
  const target = await targetOf(values);
  const { url } = target;
  await target.change(panel, { action: 'preview', version }, undefined);
  return `${url}${previewPath(panel, version)}`;
}

async function change(panel: string, wanted: PanelChange, values: Values): Promise<string> {
  return (await (await targetOf(values)).change(panel, wanted, values.why)).said;
}

function readWords() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        build: { type: 'boolean', default: true },
        live: { type: 'boolean', default: true },
        canary: { type: 'string' },
        version: { type: 'string' },
        skip: { type: 'string' },
        alone: { type: 'string' },
        seed: { type: 'string' },
        why: { type: 'string' },
        to: { type: 'string' },
        token: { type: 'string' },
        'token-file': { type: 'string' },
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
      return newCommand(name, values.alone);
    case 'pack':
      return packCommand(name);
    case 'publish':
      return publishCommand(await requirePanel(name), audienceOf(values), values);
    case 'preview':
      return previewCommand(await requirePanel(name), more, values);
    case 'canary':
      return canaryCommand(await requirePanel(name), more, values);
    case 'promote': {
      const panel = await requirePanel(name);
      if (more === undefined) return change(panel, { action: 'promote' }, values);
      return change(panel, { action: 'release', version: more, audience: { to: 'everybody' } }, values);
    }
    case 'rollback':
      return change(
        await requirePanel(name),
        { action: 'rollback', ...(more !== undefined && { version: more }) },
        values,
      );
    case 'enable':
    case 'disable':
      return change(await requirePanel(name), { action: command }, values);
    case 'history':
      return (await targetOf(values)).history(name);
    case 'list':
      return (await targetOf(values)).list(name);
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
