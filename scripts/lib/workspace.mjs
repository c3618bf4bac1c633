import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @typedef {object} Package
 * @property {string} name as in package.json
 * @property {string} dir relative to the root, with forward slashes
 * @property {string[]} uses names of the workspace packages it depends on, directly
 */

/**
 * The packages of the workspace, as pnpm-workspace.yaml lists them. Reads the file by hand, since it runs before
 * anything is installed; the list knows plain folders and `folder/*`.
 * @param {string} root
 * @returns {Package[]}
 */
export function readWorkspace(root) {
  const dirs = packagePatterns(readFileSync(join(root, 'pnpm-workspace.yaml'), 'utf8')).flatMap((pattern) => {
    if (!pattern.endsWith('/*')) return [pattern];
    const parent = pattern.slice(0, -2);
    return readdirSync(join(root, parent)).map((name) => `${parent}/${name}`);
  });
  return dirs
    .filter((dir) => existsSync(join(root, dir, 'package.json')))
    .map((dir) => {
      const { name, dependencies, devDependencies } = JSON.parse(readFileSync(join(root, dir, 'package.json'), 'utf8'));
      const all = Object.entries({ ...dependencies, ...devDependencies });
      return {
        name,
        dir,
        uses: all.filter(([, version]) => String(version).startsWith('workspace:')).map(([used]) => used),
      };
    });
}

/** @param {string} yaml */
function packagePatterns(yaml) {
  const lines = yaml.split('\n');
  const rest = lines.slice(lines.indexOf('packages:') + 1);
  const end = rest.findIndex((line) => /^\S/.test(line));
  return rest
    .slice(0, end === -1 ? undefined : end)
    .map((line) => /^\s+-\s+['"]?([^'"\s]+)/.exec(line)?.[1])
    .filter((pattern) => pattern !== undefined);
}

/**
 * The package and all that it is built from, each once.
 * @param {string} name
 * @param {readonly Package[]} packages
 * @returns {Package[]}
 */
export function withDependencies(name, packages) {
  /** @type {Map<string, Package>} */
  const found = new Map();
  /** @param {string} wanted */
  const visit = (wanted) => {
    const each = packages.find((candidate) => candidate.name === wanted);
    if (!each) throw new Error(`No package ${wanted} in the workspace.`);
    if (found.has(wanted)) return;
    found.set(wanted, each);
    each.uses.forEach(visit);
  };
  visit(name);
  return [...found.values()];
}
