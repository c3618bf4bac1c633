import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { operate } from './operate';
import { publish, startCanary, type Registry, type Release } from '../registry/registry';
import { changeRegistry, livedReleases, readHistory, readRegistry, releaseRuns } from '../registry/store';

const panel = 'conversation';
const asha = { by: 'Asha' };

const release = (version: string): Release => ({
  name: panel,
  version,
  contract: '1',
  consumes: [],
  produces: [],
  entry: `https://panels.test/${panel}/${version}/mf-manifest.json`,
  integrity: {},
  published_at: '2026-01-02T03:04:05.000Z',
});

let dataDir: string;

const change = (action: string, work: (registry: Registry) => Registry) =>
  changeRegistry(dataDir, { action, panel, by: 'team' }, work);
const publishVersion = (version: string) => change('publish', (now) => publish(now, release(version)));
const canaryOf = (version: string) => change('canary', (now) => startCanary(now, release(version), 10, 'seed'));
const entry = async () => (await readRegistry(dataDir)).panels[panel];

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'operate-'));
  await publishVersion('1.0.0');
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

describe('operating a panel', () => {
  it('gives a canary to another share of the same agents, ends it, and notes who and why', async () => {
    await canaryOf('2.0.0');
    await operate(
      dataDir,
      { action: 'canary', panel, version: '2.0.0', percent: 50 },
      { by: 'Asha', why: 'Looks good' },
    );
    expect((await entry())?.canary).toMatchObject({ version: '2.0.0', percent: 50, seed: 'seed' });
    await operate(dataDir, { action: 'canary', panel, version: '2.0.0', percent: 0 }, asha);
    expect((await entry())?.canary).toBeUndefined();
    expect(await readHistory(dataDir, panel)).toMatchObject([
      { action: 'end canary', version: '2.0.0', by: 'Asha' },
      { action: 'canary', version: '2.0.0', by: 'Asha', why: 'Looks good' },
      { action: 'canary', by: 'team' },
      { action: 'publish', by: 'team' },
    ]);
  });

  it('promotes, rolls back, and switches off and on', async () => {
    await canaryOf('2.0.0');
    await operate(dataDir, { action: 'promote', panel, version: '2.0.0' }, asha);
    expect(await entry()).toMatchObject({ version: '2.0.0' });
    await operate(dataDir, { action: 'rollback', panel, version: '2.0.0' }, asha);
    expect(await entry()).toMatchObject({ version: '1.0.0', taken_back: ['2.0.0'] });
    await operate(dataDir, { action: 'disable', panel }, asha);
    expect(await entry()).toMatchObject({ enabled: false });
    await operate(dataDir, { action: 'enable', panel }, asha);
    expect(await entry()).toMatchObject({ enabled: true });
  });

  it('goes back to a version that is named', async () => {
    await publishVersion('2.0.0');
    await publishVersion('3.0.0');
    await operate(dataDir, { action: 'rollback', panel, to: '1.0.0' }, asha);
    expect(await entry()).toMatchObject({ version: '1.0.0', taken_back: ['3.0.0'] });
  });

  it('refuses what was decided of another version than the one that is there by now', async () => {
    await canaryOf('2.0.0');
    await canaryOf('3.0.0');
    const before = await readRegistry(dataDir);
    await expect(operate(dataDir, { action: 'promote', panel, version: '2.0.0' }, asha)).rejects.toThrow(
      'conversation 2.0.0 is not given out any more, 3.0.0 is. Look again before you change it.',
    );
    await expect(operate(dataDir, { action: 'rollback', panel, version: '1.0.0' }, asha)).rejects.toThrow('3.0.0 is');
    expect(await readRegistry(dataDir)).toEqual(before);
  });

  it('refuses a share or a promotion where there is no canary', async () => {
    await expect(operate(dataDir, { action: 'promote', panel }, asha)).rejects.toThrow('has no canary to promote');
    await expect(operate(dataDir, { action: 'canary', panel, percent: 5 }, asha)).rejects.toThrow('has no canary.');
  });

  it('gives a panel that nobody has to a share of the agents, to more, to all, or to nobody again', async () => {
    const loyalty = { ...release('0.1.0'), name: 'loyalty' };
    const first = { panel: 'loyalty', version: '0.1.0' };
    const now = async () => (await readRegistry(dataDir)).panels['loyalty'];
    await change('canary', (registry) => startCanary(registry, loyalty, 10, 'seed'));
    expect(await now()).toMatchObject({ version: '0.1.0', first_share: { percent: 10, seed: 'seed' } });
    await operate(dataDir, { action: 'canary', ...first, percent: 30 }, asha);
    expect(await now()).toMatchObject({ first_share: { percent: 30, seed: 'seed' } });
    await operate(dataDir, { action: 'rollback', ...first }, asha);
    expect(await now()).toMatchObject({ enabled: false, taken_back: ['0.1.0'] });
    expect(await livedReleases(dataDir, 'loyalty')).toEqual([]);
    await change('canary', (registry) => startCanary(registry, loyalty, 10, 'seed'));
    await operate(dataDir, { action: 'promote', ...first }, asha);
    expect(await now()).toMatchObject({ version: '0.1.0', enabled: true });
    expect((await now())?.first_share).toBeUndefined();
  });

  it('takes a version back once, however many ask for it at the same time', async () => {
    await canaryOf('2.0.0');
    const asked = [1, 2, 3].map(() => operate(dataDir, { action: 'rollback', panel, version: '2.0.0' }, asha));
    const done = await Promise.allSettled(asked);
    expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const history = await readHistory(dataDir, panel);
    expect(history.filter(({ action }) => action === 'rollback')).toHaveLength(1);
    expect(await entry()).toMatchObject({ version: '1.0.0', taken_back: ['2.0.0'] });
  });
});

it('a run of a version lasts while it is given out, as a canary and live, and begins anew when it comes back', async () => {
  const since = async (version: string) => (await releaseRuns(dataDir)).get(`${panel}@${version}`)?.since;
  await canaryOf('2.0.0');
  expect([await since('1.0.0'), await since('2.0.0')]).toEqual([1, 2]);
  await operate(dataDir, { action: 'canary', panel, percent: 50 }, asha);
  await operate(dataDir, { action: 'promote', panel }, asha);
  expect(await since('2.0.0')).toBe(2);
  await operate(dataDir, { action: 'rollback', panel }, asha);
  expect(await since('1.0.0')).toBe(5);
  await canaryOf('2.0.0');
  expect([await since('1.0.0'), await since('2.0.0'), await since('9.0.0')]).toEqual([5, 6, undefined]);
});
