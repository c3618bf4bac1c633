import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Folders that hold results, not sources. */
const RESULTS = new Set(['node_modules', 'dist', '.data', '.cache', 'test-results', 'playwright-report']);
/** What is in the tree but in no build: a changed test needs no new bundle. */
const NOT_BUILT = /\.test\.[cm]?tsx?$|\.md$/;

/**
 * One hash over the names and contents of files. Contents, not times: a clone, a checkout back and forth, or an editor
 * that saves unchanged text all leave it as it was.
 * @param {string} root
 * @param {readonly string[]} paths files and folders relative to the root
 */
export function fingerprint(root, paths) {
  const hash = createHash('sha256');
  for (const file of paths.flatMap((path) => sourceFiles(root, path)).sort()) {
    const content = readFileSync(join(root, file));
    // Lengths keep two files apart from one file with the text of both.
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

/**
 * @param {string} root
 * @param {string} path
 * @returns {string[]}
 */
function sourceFiles(root, path) {
  if (!statSync(join(root, path)).isDirectory()) return [path];
  return readdirSync(join(root, path), { withFileTypes: true }).flatMap((entry) => {
    if (entry.isDirectory()) return RESULTS.has(entry.name) ? [] : sourceFiles(root, `${path}/${entry.name}`);
    return entry.isFile() && !NOT_BUILT.test(entry.name) ? [`${path}/${entry.name}`] : [];
  });
}

/**
 * Whether the stamp says that the work with this fingerprint was done.
 * @param {string} file
 * @param {string} expected
 */
export function isStamped(file, expected) {
  try {
    return readFileSync(file, 'utf8') === expected;
  } catch {
    return false;
  }
}

/**
 * Says that the work with this fingerprint was done. Written last, so that work cut short is done again.
 * @param {string} file
 * @param {string} value
 */
export function writeStamp(file, value) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, value);
}
