import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { withoutServices } from './services.mjs';

let dir: string;
let file: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'inbox-services-'));
  file = join(dir, 'policy-rc.d');
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

/** What Debian reads out of its exit: 101 where no service may be started. */
const answer = () => {
  try {
    execFileSync(file, ['redis-server', 'start']);
    return 0;
  } catch (error) {
    return (error as { status: number }).status;
  }
};

describe('while packages are installed', () => {
  it('no service may be started, and afterwards nothing is left of it', async () => {
    expect(await withoutServices(() => Promise.resolve(answer()), file)).toBe(101);
    expect(existsSync(file)).toBe(false);
  });

  it('what the machine says of services itself stands again, also after a failure', async () => {
    writeFileSync(file, '#!/bin/sh\nexit 104\n', { mode: 0o755 });
    await expect(
      withoutServices(() => {
        expect(answer()).toBe(101);
        return Promise.reject(new Error('no network'));
      }, file),
    ).rejects.toThrow('no network');
    expect(readFileSync(file, 'utf8')).toBe('#!/bin/sh\nexit 104\n');
    expect(statSync(file).mode & 0o777).toBe(0o755);
  });

  it('what a killed run has left is not taken for the machine’s own', async () => {
    let left = '';
    await withoutServices(() => Promise.resolve((left = readFileSync(file, 'utf8'))), file);
    writeFileSync(file, left, { mode: 0o755 });
    await withoutServices(() => Promise.resolve(), file);
    expect(existsSync(file)).toBe(false);
  });
});
