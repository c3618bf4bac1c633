import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * @typedef {object} Library a package from the registry, or a part of one, of which code or data is in a release
 * @property {string} name
 * @property {string} version
 * @property {string} licence an SPDX expression
 * @property {string} dir where it is installed
 * @property {string} [author]
 * @property {string} [repository]
 */

/** A library's folder as pnpm lays it out, in a source map's list and on the disk: in pnpm's folder of a library. */
const INSTALLED = /(node_modules\/\.pnpm\/(@?[^/@]+)@[^/]+\/node_modules)\/((?:@[^/]+\/)?[^/]+)\//;

/**
 * The libraries whose code is in bundles. Their source maps say so: a library that a bundle leaves out is not in the list,
 * and one that only a tool depends on is, when its code ends up in a page.
 * @param {string} root
 * @param {readonly string[]} dirs of bundles, relative to the root
 * @returns {Library[]}
 */
export function bundledLibraries(root, dirs) {
  const found = dirs.flatMap((dir) =>
    readdirSync(join(root, dir), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.map'))
      .flatMap((file) => {
        /** @type {{ sources: string[] }} */
        const { sources } = JSON.parse(readFileSync(join(root, dir, file), 'utf8'));
        return sources.flatMap((source) => folderOf(root, source) ?? []);
      }),
  );
  return [...new Set(found)].map(readLibrary);
}

/**
 * The folder of the library that a source is of. Some libraries' own maps name folders that are not there: those sources are of the
 * library that has the map.
 * @param {string} root
 * @param {string} source
 */
function folderOf(root, source) {
  const [, parent, owner, named] = INSTALLED.exec(source) ?? [];
  if (parent === undefined || owner === undefined || named === undefined) return null;
  const dir = join(root, parent, named);
  // pnpm writes the slash of a scope as a plus.
  return existsSync(join(dir, 'package.json')) ? dir : join(root, parent, owner.replace('+', '/'));
}

/**
 * What a package of the workspace depends on at run time, directly: data such as lists of emoji has no source map.
 * @param {string} root
 * @param {readonly string[]} packages folders, relative to the root
 * @returns {Library[]}
 */
export function directLibraries(root, packages) {
  return packages.flatMap((dir) =>
    dependenciesOf(join(root, dir))
      .filter((name) => !name.startsWith('@inbox/'))
      .map((name) => readLibrary(resolveLibrary(name, join(root, dir)))),
  );
}

/**
 * Libraries that are not bundled, with all that they need at run time, as Node finds them in one folder.
 * @param {readonly { name: string, from: string }[]} wanted `from`: the folder of the package that depends on it
 * @returns {Map<string, string>} the folder of each, by where it goes, such as 'node_modules/tslib'
 */
export function layOut(wanted) {
  /** @type {Map<string, string>} */
  const placed = new Map();
  /** @param {string} name @param {string} from @param {string} parent */
  const place = (name, from, parent) => {
    const dir = resolveLibrary(name, from);
    const top = `node_modules/${name}`;
    if (placed.get(top) === dir) return;
    // A second version lies below the one library that wants it.
    const path = placed.has(top) ? `${parent}/${top}` : top;
    placed.set(path, dir);
    for (const each of dependenciesOf(dir)) place(each, dir, path);
  };
  for (const { name, from } of wanted) place(name, from, '');
  return placed;
}

/**
 * Each once, by name and version.
 * @param {readonly Library[]} libraries
 */
export function eachOnce(libraries) {
  const byName = new Map(libraries.map((library) => [`${library.name}@${library.version}`, library]));
  return [...byName].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, library]) => library);
}

/**
 * @param {string} name
 * @param {string} from a package's folder
 */
export function resolveLibrary(name, from) {
  for (let dir = realpathSync(from); ; dir = dirname(dir)) {
    const at = join(dir, 'node_modules', name);
    if (existsSync(at)) return realpathSync(at);
    if (dir === dirname(dir)) throw new Error(`${name} is not installed for ${from}.`);
  }
}

/**
 * @typedef {object} Manifest what is read of a package.json
 * @property {string} name
 * @property {string} version
 * @property {unknown} [license]
 * @property {string | { name: string }} [author]
 * @property {string | { url: string }} [repository]
 * @property {Record<string, string>} [dependencies]
 */

/** @param {string} dir @returns {Manifest} */
function readManifest(dir) {
  /** @type {Manifest} */
  const manifest = JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8'));
  return manifest;
}

/** @param {string} dir @returns {string[]} */
const dependenciesOf = (dir) => Object.keys(readManifest(dir).dependencies ?? {});

/** @param {string} dir @returns {Library} */
export function readLibrary(dir) {
  const { name, version, license, author, repository } = readManifest(dir);
  const address = typeof repository === 'string' ? repository : repository?.url;
  const writer = typeof author === 'string' ? author : author?.name;
  return {
    name,
    version,
    licence: typeof license === 'string' ? license : 'NONE',
    dir,
    ...(writer && { author: writer.replace(/\s*<.*/, '') }),
    ...(address && { repository: address }),
  };
}
