import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @typedef {object} Program what a release brings along compiled
 * @property {string} name
 * @property {string} version as far as its file's name tells it
 * @property {string} licence
 * @property {string} home
 * @property {string} [text] of its licence
 * @property {string} [sha256] of its file
 */

const POSTGRESQL = `Portions Copyright (c) 1996-2026, PostgreSQL Global Development Group

Portions Copyright (c) 1994, The Regents of the University of California

Permission to use, copy, modify, and distribute this software and its documentation for any purpose, without fee, and
without a written agreement is hereby granted, provided that the above copyright notice and this paragraph and the
following two paragraphs appear in all copies.

IN NO EVENT SHALL THE UNIVERSITY OF CALIFORNIA BE LIABLE TO ANY PARTY FOR DIRECT, INDIRECT, SPECIAL, INCIDENTAL, OR
CONSEQUENTIAL DAMAGES, INCLUDING LOST PROFITS, ARISING OUT OF THE USE OF THIS SOFTWARE AND ITS DOCUMENTATION, EVEN IF
THE UNIVERSITY OF CALIFORNIA HAS BEEN ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.

THE UNIVERSITY OF CALIFORNIA SPECIFICALLY DISCLAIMS ANY WARRANTIES, INCLUDING, BUT NOT LIMITED TO, THE IMPLIED
WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE. THE SOFTWARE PROVIDED HEREUNDER IS ON AN "AS IS"
BASIS, AND THE UNIVERSITY OF CALIFORNIA HAS NO OBLIGATIONS TO PROVIDE MAINTENANCE, SUPPORT, UPDATES, ENHANCEMENTS, OR
MODIFICATIONS.`;

/** PostgreSQL's own libraries are part of it. */
const OWN = /^lib(?:ecpg|pg|pq)/;
/** The libraries that are built into the package of PostgreSQL's programs, by the beginnings of their files' names. */
const BESIDE = /** @type {const} */ ([
  [/^lib(?:crypto|ssl)\b/, { name: 'OpenSSL', licence: 'OpenSSL', home: 'https://www.openssl.org' }],
  [/^libicu/, { name: 'ICU', licence: 'ICU', home: 'https://icu.unicode.org' }],
  [/^liblzma\b/, { name: 'XZ Utils, liblzma', licence: '0BSD', home: 'https://tukaani.org/xz' }],
  [/^libossp-uuid\b/, { name: 'OSSP uuid', licence: 'MIT', home: 'http://www.ossp.org/pkg/lib/uuid' }],
  [/^libxml2\b/, { name: 'libxml2', licence: 'MIT', home: 'https://gitlab.gnome.org/GNOME/libxml2' }],
  [/^libxslt\b/, { name: 'libxslt', licence: 'MIT', home: 'https://gitlab.gnome.org/GNOME/libxslt' }],
  [/^libz\b/, { name: 'zlib', licence: 'Zlib', home: 'https://zlib.net' }],
]);

/**
 * PostgreSQL, and each library that its package brings for it.
 * @param {string} packageDir of the platform's package
 * @returns {Program[]}
 * @throws when there is a library that nobody has looked at
 */
export function programsOf(packageDir) {
  /** @type {{ version: string }} */
  const { version } = JSON.parse(readFileSync(join(packageDir, 'package.json'), 'utf8'));
  const lib = join(packageDir, 'native/lib');
  const files = readdirSync(lib, { withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.so\.|\.dylib$/.test(entry.name) && !OWN.test(entry.name))
    .map((entry) => entry.name)
    .sort();
  const beside = files.map((file) => {
    const known = BESIDE.find(([pattern]) => pattern.test(file))?.[1];
    if (known === undefined)
      throw new Error(`${file} comes with PostgreSQL, and programs.mjs does not know its licence.`);
    const sha256 = createHash('sha256')
      .update(readFileSync(join(lib, file)))
      .digest('hex');
    return {
      ...known,
      name: `${known.name} (${file})`,
      version: /\.so\.([\d.]+)$/.exec(file)?.[1] ?? 'unknown',
      sha256,
    };
  });
  return [
    {
      name: 'PostgreSQL',
      version: version.replace(/-.*/, ''),
      licence: 'PostgreSQL',
      home: 'https://www.postgresql.org',
      text: POSTGRESQL,
    },
    ...beside,
  ];
}
