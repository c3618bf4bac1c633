/**
 * @mui/material whose components are loaded one by one, when they are first asked for: a page shows a handful of them, and
 * its index loads hundreds of files. They are the package's own, each from the folder that has its name; what has none is
 * of its theme.
 */
const { existsSync } = require('node:fs');
const { createRequire } = require('node:module');
const { dirname, join } = require('node:path');

// The packages of the page have it, the root has not; its bare name is this file.
const ofPage = createRequire(require.resolve('../../shared/ui/package.json'));
const folder = dirname(ofPage.resolve('@mui/material/package.json'));
/** @type {(path: string) => Record<string, unknown>} */
const load = require;

module.exports = new Proxy(
  {},
  {
    get(_, name) {
      if (typeof name === 'symbol' || name === '__esModule') return undefined;
      return existsSync(join(folder, name)) ? load(join(folder, name))['default'] : load(join(folder, 'styles'))[name];
    },
  },
);
