import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from '@jest/globals';

/**
 * A folder of one test file, which comes and goes with its tests. To be called at the top of the file or of a `describe`,
 * above what closes the things that use it.
 * @returns its path; the folder is there from the first `beforeAll` on
 */
export function temporaryFolder(): string {
  const dir = join(tmpdir(), `inbox-test-${randomUUID()}`);
  beforeAll(async () => mkdir(dir));
  // Hooks run from the top: what is still open here may write once more while it is removed.
  afterAll(async () => rm(dir, { recursive: true, force: true, maxRetries: 5 }));
  return dir;
}
