/** @jest-environment jsdom */
import { describe, expect, it } from '@jest/globals';
import type { HealthNote } from './health-log';
import { entry, fakeRuntime, loader, remoteModule, type Plugin, type TestOptions } from './loader-testing';

describe('what is noted of a release', () => {
  const noted = async (loadRemote: (hooks: Plugin) => Promise<unknown>, options: TestOptions = {}) => {
    const notes: HealthNote[] = [];
    const { runtime } = fakeRuntime(loadRemote);
    await loader(runtime, { ...options, note: (note) => void notes.push(note) })('conversation', 1).catch(
      () => undefined,
    );
    return notes.map(({ version, kind, value }) => [version, kind, typeof value]);
  };

  it('is that it was loaded, and how long that took', async () => {
    expect(await noted(async () => remoteModule())).toEqual([['1.0.0-a', 'load', 'number']]);
  });

  it('is that it could not be', async () => {
    expect(await noted(() => Promise.reject(new Error('gone')))).toEqual([
      ['1.0.0-a', 'load', 'undefined'],
      ['1.0.0-a', 'load_failed', 'undefined'],
    ]);
  });

  it('is of a canary that failed, and of the stable build in its place', async () => {
    const canary = { release: { ...entry(), version: '2.0.0' }, version: '2.0.0', percent: 100, seed: 'x' };
    const registry = { revision: 1, panels: { conversation: entry({ canary }) } };
    let loads = 0;
    const broken = async () => {
      if ((loads += 1) === 1) throw new Error('broken');
      return remoteModule();
    };
    expect(await noted(broken, { registry })).toEqual([
      ['2.0.0', 'load', 'undefined'],
      ['2.0.0', 'load_failed', 'undefined'],
      ['1.0.0-a', 'load', 'number'],
    ]);
  });

  it('is nothing of a developer’s build', async () => {
    const overrides = { conversation: 'http://localhost:3003' };
    expect(await noted(async () => remoteModule(), { overrides })).toEqual([]);
  });
});
