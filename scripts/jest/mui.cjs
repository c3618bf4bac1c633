/**
 * Stands in for the index of @mui/material, which loads hundreds of files. Each component is loaded from its own folder of the
 * package at its first use; exports without a folder, such as createTheme, come from the package's styles.
 */
const { existsSync } = require('node:fs');
const { createRequire } = require('node:module');
const { dirname, join } = require('node:path');

// MUI is a dependency of shared/ui, not of the root, and jest maps its bare name to this file.
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
