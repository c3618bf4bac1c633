import { format } from 'oxfmt';
import { FOLDERS, LAYERS } from './table.mjs';

/** What begins and ends the part of docs/developers/architecture.md that is made from the table. */
export const MARKS = ['<!-- layers: made from scripts/layers/table.mjs -->', '<!-- end of layers -->'];

/** @param {string} name */
const code = (name) => `\`${name}\``;

/** The table of layers as a part of a Markdown page, marks included. @returns {Promise<string>} */
export async function layersMarkdown() {
  const rows = LAYERS.map(({ layer, package: name, what, imports }) =>
    [layer ?? '–', code(name), what, imports.map(code).join(', ') || '–'].join(' | '),
  );
  const folders = Object.entries(FOLDERS).map(
    ([base, lines]) => `${code(base)} | ${lines.map((line) => line.map(code).join(', ')).join(' → ')}`,
  );
  const text = [
    MARKS[0],
    '',
    'layer | package | what it is | may import',
    '--- | --- | --- | ---',
    ...rows,
    '',
    'folder | from top to bottom',
    '--- | ---',
    ...folders,
    '',
    MARKS[1],
  ].join('\n');
  return (await format('layers.md', text, { printWidth: 120 })).code.trim();
}

/**
 * The page with the part between the marks made anew.
 * @param {string} page
 * @throws {Error} when the page has no marks
 */
export async function withLayers(page) {
  const [begin, end] = MARKS.map((mark) => page.indexOf(mark));
  if (begin === undefined || end === undefined || begin < 0 || end < begin) throw new Error('The page has no marks.');
  return page.slice(0, begin) + (await layersMarkdown()) + page.slice(end + (MARKS[1]?.length ?? 0));
}
