import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** @typedef {import('./libraries.mjs').Library} Library */

/**
 * What code that is given away with the inbox may be under. All of them let it be used and passed on for any purpose with
 * its notice; MPL-2.0 asks besides that changes to its own files are shown, and the inbox changes none.
 */
export const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ICU',
  'ISC',
  'libpng-2.0',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OpenSSL',
  'PostgreSQL',
  'Zlib',
]);

/**
 * Whether a licence is allowed: of 'A OR B' one, of 'A AND B' both.
 * @param {string} expression SPDX, as in a package.json
 * @returns {boolean}
 */
export function isAllowed(expression) {
  const text = unwrap(expression.trim());
  for (const [word, every] of /** @type {const} */ ([
    [' OR ', false],
    [' AND ', true],
  ])) {
    const parts = splitOutside(text, word);
    if (parts.length > 1) return every ? parts.every(isAllowed) : parts.some(isAllowed);
  }
  return ALLOWED.has(text);
}

/**
 * Takes away brackets around the whole, and around no part of it.
 * @param {string} text
 * @returns {string}
 */
function unwrap(text) {
  if (!text.startsWith('(') || !text.endsWith(')')) return text;
  let depth = 0;
  for (let at = 0; at < text.length - 1; at += 1) {
    depth += text[at] === '(' ? 1 : text[at] === ')' ? -1 : 0;
    if (depth === 0) return text;
  }
  return unwrap(text.slice(1, -1).trim());
}

/** @param {string} text @param {string} word */
function splitOutside(text, word) {
  /** @type {string[]} */
  const parts = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    depth += text[at] === '(' ? 1 : text[at] === ')' ? -1 : 0;
    if (depth === 0 && text.startsWith(word, at)) {
      parts.push(text.slice(from, at));
      from = at + word.length;
    }
  }
  return [...parts, text.slice(from)];
}

const LICENCE_FILE = /^(?:licen[cs]e|copying|notice)/i;

/**
 * The text of a library's licence: its own files, or the licence's common text where the package brings none.
 * @param {Library} library
 * @returns {string | undefined} undefined: neither is there
 */
export function licenceText({ dir, licence, author, name }) {
  const files = readdirSync(dir, { withFileTypes: true })
    .filter((entry) => entry.isFile() && LICENCE_FILE.test(entry.name))
    .map((entry) => entry.name)
    .sort();
  if (files.length > 0) return files.map((file) => readFileSync(join(dir, file), 'utf8').trim()).join('\n\n');
  return licence === 'MIT' ? `Copyright (c) ${author ?? `the contributors of ${name}`}\n\n${MIT}` : undefined;
}

const MIT = `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit
persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;

/**
 * The notices file: every library with the text of its licence, and the programs that come compiled.
 * @param {readonly Library[]} libraries
 * @param {readonly import('./programs.mjs').Program[]} programs
 */
export function noticesOf(libraries, programs) {
  const parts = libraries.map((library) => {
    const { name, version, licence } = library;
    return `${name} ${version}\nLicence: ${licence}\n\n${licenceText(library) ?? ''}`;
  });
  const compiled = programs.map(
    ({ name, version, licence, home, text }) =>
      `${name} ${version}\nLicence: ${licence}, ${home}${text ? `\n\n${text}` : ''}`,
  );
  const rule = `\n\n${'-'.repeat(80)}\n\n`;
  return `The inbox contains code of these projects.${rule}${[...parts, ...compiled].join(rule)}\n`;
}
