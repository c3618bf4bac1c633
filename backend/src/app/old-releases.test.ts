import { expect, it } from '@jest/globals';
import { mkdir, mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startReleaseSweep } from './old-releases';

it('removes old files as the inbox starts, but not what its open pages run', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'release-sweep-'));
  const panel = join(dataDir, 'panels/weather');
  const long = new Date('2020-01-01T00:00:00Z');
  for (const version of ['0.1.0', '0.1.1']) {
    await mkdir(join(panel, version), { recursive: true });
    await utimes(join(panel, version), long, long);
  }
  let stop = () => {};
  const said = await new Promise<string>((log, report) => {
    const running = () => new Set(['weather@0.1.0']);
    stop = startReleaseSweep({ settings: { dataDir, releaseDays: 30 }, running, log, report });
  });
  stop();
  expect(said).toBe('Files of old releases were removed: weather 0.1.1.');
  expect(await readdir(panel)).toEqual(['0.1.0']);
  await rm(dataDir, { recursive: true });
});
