import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fingerprint, isStamped, writeStamp } from './fingerprint.mjs';

let root: string;

function write(file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'inbox-fingerprint-'));
  write('lock.yaml', 'versions');
  write('pkg/src/a.ts', 'a');
  write('pkg/src/deep/b.ts', 'b');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe('a fingerprint', () => {
  const take = () => fingerprint(root, ['lock.yaml', 'pkg']);

  it.each([
    ['a changed file', () => write('pkg/src/deep/b.ts', 'B')],
    ['a new file', () => write('pkg/src/c.ts', '')],
    ['a file that went', () => rmSync(join(root, 'pkg/src/a.ts'))],
    ['text that moved from one file to the next', () => (write('pkg/src/a.ts', ''), write('pkg/src/deep/b.ts', 'ab'))],
    ['a renamed file', () => (rmSync(join(root, 'pkg/src/a.ts')), write('pkg/src/z.ts', 'a'))],
    ['another version of a library', () => write('lock.yaml', 'newer versions')],
  ])('differs after %s', (_what, change) => {
    const before = take();
    change();
    expect(take()).not.toBe(before);
  });

  it.each([
    ['a test', () => write('pkg/src/a.test.ts', 'x')],
    ['a page of documentation', () => write('pkg/README.md', 'x')],
    ['a build', () => write('pkg/dist/a.js', 'x')],
    ['an install', () => write('pkg/node_modules/x/index.js', 'x')],
    ['a new time stamp alone', () => utimesSync(join(root, 'pkg/src/a.ts'), 1, 1)],
  ])('is the same after %s', (_what, change) => {
    const before = take();
    change();
    expect(take()).toBe(before);
  });
});

describe('a stamp', () => {
  it('says that exactly this work was done', () => {
    const stamp = join(root, 'pkg/dist/.stamp');
    expect(isStamped(stamp, 'one')).toBe(false);
    writeStamp(stamp, 'one');
    expect(isStamped(stamp, 'one')).toBe(true);
    expect(isStamped(stamp, 'two')).toBe(false);
  });

  it('is gone with the results that it speaks of', () => {
    const stamp = join(root, 'pkg/dist/.stamp');
    writeStamp(stamp, 'one');
    rmSync(join(root, 'pkg/dist'), { recursive: true });
    expect(isStamped(stamp, 'one')).toBe(false);
  });
});
