/**
 * lucide-react whose icons are loaded one by one, when they are first asked for: making all of its thousands takes longer
 * than many a test file. They are the package's own, from the files that its index names.
 */
const { readFileSync } = require('node:fs');
const { createRequire } = require('node:module');
const { dirname, join } = require('node:path');

// The packages of the page have it, the root has not; its bare name is this file.
const ofPage = createRequire(require.resolve('../../shared/ui/package.json'));
const folder = join(dirname(ofPage.resolve('lucide-react/icons')), '../esm');
const index = readFileSync(join(folder, 'lucide-react.mjs'), 'utf8');

/** @type {Map<string, unknown>} */
const loaded = new Map();

/** @param {string} name */
function load(name) {
  const file = new RegExp(`default as ${name}[, ][^']*'([^']+)'`).exec(index)?.[1];
  if (file === undefined) return undefined;
  const icon = /** @type {(path: string) => { default: unknown }} */ (require)(join(folder, file)).default;
  loaded.set(name, icon);
  return icon;
}

module.exports = new Proxy(
  {},
  {
    get: (_, name) =>
      typeof name === 'symbol' || name === '__esModule' ? undefined : (loaded.get(name) ?? load(name)),
  },
);
