/**
 * The rules that jsdom has for every page, read as jsdom reads them. Loaded outside of the sandbox of a test file, so that a
 * worker reads them once.
 */
const { createRequire } = require('node:module');

const ofJsdom = createRequire(createRequire(require.resolve('jest-environment-jsdom')).resolve('jsdom'));
const { parse } = /** @type {{ parse: (text: string) => { cssRules: import('./shown.cjs').Rule[] } }} */ (
  ofJsdom('rrweb-cssom')
);
const sheet = /** @type {string} */ (ofJsdom('jsdom/lib/jsdom/browser/default-stylesheet.js'));

module.exports = { rules: parse(sheet).cssRules };
