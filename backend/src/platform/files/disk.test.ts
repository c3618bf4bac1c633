import { tmpdir } from 'node:os';
import { expect, it } from '@jest/globals';
import { until } from '../../testing/fake-graph';
import { judge, readDiskSpace, watchDisk } from './disk';

it.each([
  ['a large disk with 3 GB left', 3e9, 1e12, false],
  ['a large disk with less than 2 GB left', 1.9e9, 1e12, true],
  ['a small disk with a fifth left', 1e9, 5e9, false],
  ['a small disk with less than a tenth left', 0.4e9, 5e9, true],
])('%s', (_what, free, total, isLow) => {
  expect(judge(free, total).isLow).toBe(isLow);
});

it('is read from the system', async () => {
  const { free, total } = await readDiskSpace(tmpdir());
  expect(free).toBeGreaterThan(0);
  expect(total).toBeGreaterThanOrEqual(free);
});

it('is told of once while it is nearly full, and once when there is room again', async () => {
  const told: string[] = [];
  let [free, looks] = [1e9, 0];
  const read = async () => {
    looks += 1;
    return judge(free, 1e12);
  };
  const report = (error: unknown) => told.push(String(error));
  const stop = watchDisk({ dataDir: '/srv/inbox', tell: (line) => told.push(line), report, read, everyMs: 1 });
  await until(() => looks > 3);
  expect(told).toEqual([expect.stringContaining('nearly full: 1.0 GB of 1000.0 GB are free')]);
  free = 1e11;
  await until(() => told.length > 1);
  expect(told[1]).toContain('has room again: 100.0 GB');
  stop();
});
