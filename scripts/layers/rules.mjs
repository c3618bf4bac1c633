import { BUILD, FOLDERS, LAYERS, TESTS } from './table.mjs';

/** @typedef {import('dependency-cruiser').IRegularForbiddenRuleType} Rule */

/** A folder of the table, as a regular expression; each `*` is a group. @param {string} folder */
const pattern = (folder) => folder.replaceAll('.', String.raw`\.`).replaceAll('*', '([^/]+)');

/**
 * The same folder with `$1`, `$2` … for its `*`, where dependency-cruiser fills in what the importer's path has there.
 * @param {string} folder
 */
const sameAsImporter = (folder) => {
  let group = 0;
  return folder.replaceAll('.', String.raw`\.`).replaceAll('*', () => `$${(group += 1)}`);
};

/** A file itself, or all in a folder. @param {string} place */
const within = (place) => (/\\\.[a-z]+$/.test(place) ? `^${place}$` : `^${place}/`);

/** A library, resolved, its types, or not resolved as it is not installed for that package. @param {readonly string[]} names */
const libraries = (names) =>
  names.flatMap((name) => [`^${name}(?:/|$)`, `/node_modules/${name}/`, `/node_modules/@types/${name}/`]);

const PACKAGES = LAYERS.map((layer) => pattern(layer.package).replaceAll('(', '(?:'));

/** @param {import('./table.mjs').Layer} layer @returns {Rule[]} */
function rulesOf({ package: name, imports, only, never, browser, inside, tests = [] }) {
  const from = within(pattern(name));
  /** @param {string} what @param {string} comment @param {Rule['to']} to @param {Partial<Rule['from']>} [origin] @returns {Rule} */
  const rule = (what, comment, to, origin = {}) => ({
    name: `${name}: ${what}`,
    severity: 'error',
    comment,
    from: { path: from, pathNot: BUILD, ...origin },
    to,
  });
  /** @param {readonly string[]} allowed */
  const others = (allowed) => ({
    path: PACKAGES.map((other) => `^${other}/`),
    pathNot: [within(sameAsImporter(name)), ...allowed.map((other) => within(pattern(other).replaceAll('(', '(?:')))],
  });
  const why = 'The package may not import this one: see scripts/layers/table.mjs.';
  const rules = [
    rule('packages', why, others([...imports, ...tests])),
    ...(tests.length > 0 ? [rule('packages of tests', why, others(imports), { pathNot: [BUILD, ...TESTS] })] : []),
  ];
  if (!inside) {
    rules.push(
      rule('entered by name', 'A package is entered through its name, never by a path into its sources.', {
        path: PACKAGES.map((other) => `^${other}/`),
        pathNot: within(sameAsImporter(name)),
        dependencyTypes: ['local'],
        dynamic: false,
      }),
    );
  }
  if (only) {
    rules.push(
      rule('libraries', `It may use ${only.join(', ')}, and nothing else.`, {
        path: '/node_modules/|^[^./]',
        pathNot: [...libraries([...only, '@jest/globals', 'fast-check']), ...PACKAGES.map((other) => `^${other}/`)],
      }),
    );
  }
  if (never)
    rules.push(rule('libraries', 'What it needs of this comes through another package.', { path: libraries(never) }));
  if (browser) {
    rules.push(
      rule('zod', "In the browser schemas come from 'zod/mini', which is a fraction of zod.", {
        path: String.raw`/node_modules/zod/(?:index|v4/classic)|^zod$`,
      }),
      rule('node', 'It runs in a browser.', { dependencyTypes: ['core'] }, { pathNot: [BUILD, ...TESTS] }),
    );
  }
  return rules;
}

/** Number of folders and files in the path of a place. @param {string} place */
const depth = (place) => place.split('/').length;

/** @param {string} base @param {readonly (readonly string[])[]} rows @returns {Rule[]} */
function folderRules(base, rows) {
  /** Pattern of a place without groups, as the groups of the importer's place have no meaning for it. @param {string} place */
  const other = (place) => within(`${sameAsImporter(base)}/${pattern(place).replaceAll('(', '(?:')}`);
  return rows.flatMap((row, index) => {
    const higher = rows.slice(0, index + 1).flat();
    const lower = rows.slice(index + 1).flat();
    const comment = 'It may import from lower rows of its package only: see scripts/layers/table.mjs.';
    return row.flatMap((place) => {
      /** @type {Rule} */
      const below = {
        name: `${base}: ${place}`,
        severity: 'error',
        comment,
        from: {
          path: within(pattern(`${base}/${place}`)),
          // A place in a row above its own folder has to keep that row's rule alone.
          pathNot: [...TESTS, ...higher.filter((above) => depth(above) > depth(place)).map(other)],
        },
        to: {
          path: within(sameAsImporter(base)),
          pathNot: [within(sameAsImporter(`${base}/${place}`)), ...lower.map(other)],
        },
      };
      // Importing a folder does not permit a part of it that stands in a higher row.
      const isAbove = place.startsWith('*/') ? lower.length > 0 : lower.some((each) => place.startsWith(`${each}/`));
      if (!isAbove) return [below];
      const from = { path: lower.map(other), pathNot: [...TESTS, ...higher.map(other)] };
      return [below, { name: `${base}: to ${place}`, severity: 'error', comment, from, to: { path: other(place) } }];
    });
  });
}

/** What dependency-cruiser refuses. @type {Rule[]} */
export const RULES = [
  {
    name: 'no cycle',
    severity: 'error',
    comment: 'Files that import each other are read, and changed, as one.',
    from: { pathNot: TESTS },
    to: { circular: true },
  },
  {
    name: 'installed',
    severity: 'error',
    comment: 'It is not there, or its package does not declare it.',
    // Pages of other products: built with the React package as it is packed then.
    from: { pathNot: '^e2e/pages/' },
    to: { couldNotResolve: true },
  },
  ...LAYERS.flatMap(rulesOf),
  ...Object.entries(FOLDERS).flatMap(([base, rows]) => folderRules(base, rows)),
];
