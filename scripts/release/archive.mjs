import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { pack } from 'tar-stream';

/**
 * @typedef {object} Entry
 * @property {string} name with forward slashes
 * @property {string} [file] where its content is, or
 * @property {string} [content]
 * @property {boolean} [isProgram]
 */

const SUMS = 'SHA256SUMS';

/**
 * Writes entries into a .tar.gz below one folder, with the sums of all. The same entries give the same bytes: their order,
 * owner, mode and time depend on nothing of this machine.
 * @param {string} target
 * @param {{ folder: string, time: Date, entries: readonly Entry[] }} what
 * @returns {Promise<{ bytes: number, sha256: string }>}
 */
export async function writeArchive(target, { folder, time, entries }) {
  const tar = pack();
  const sum = createHash('sha256');
  let bytes = 0;
  const zipped = createGzip({ level: 6 });
  zipped.on('data', (/** @type {Buffer} */ chunk) => {
    sum.update(chunk);
    bytes += chunk.length;
  });
  const written = pipeline(tar, zipped, createWriteStream(target));
  const add = (/** @type {string} */ name, /** @type {Buffer} */ content, mode = 0o644) =>
    new Promise((resolve, reject) => {
      const header = { name: `${folder}/${name}`, mode, mtime: time, uid: 0, gid: 0, uname: 'root', gname: 'root' };
      tar.entry(header, content, (error) => (error ? reject(error) : resolve(undefined)));
    });
  /** @type {string[]} */
  const sums = [];
  for (const { name, file, content = '', isProgram } of entries.toSorted((one, other) =>
    one.name < other.name ? -1 : 1,
  )) {
    const all = file === undefined ? Buffer.from(content) : await readFile(file);
    sums.push(`${createHash('sha256').update(all).digest('hex')}  ${name}\n`);
    await add(name, all, isProgram ? 0o755 : 0o644);
  }
  await add(SUMS, Buffer.from(sums.join('')));
  tar.finalize();
  await written;
  return { bytes, sha256: sum.digest('hex') };
}
