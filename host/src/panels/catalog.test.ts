/** @jest-environment jsdom */
import { afterEach, expect, it, jest } from '@jest/globals';
import type { PanelEntry } from '@inbox/federation/registry';
import { describedPanels, withOwn } from './catalog';
import { describeOwnBuilds } from './own-builds';
import { aPanel } from './testing';

const entry = (name: string, change: Partial<PanelEntry> = {}): PanelEntry => ({
  name,
  version: '1.0.0-a',
  contract: '1',
  consumes: [],
  produces: [],
  description: aPanel(name).description,
  entry: `/panels/${name}/1.0.0-a/mf-manifest.json`,
  integrity: {},
  published_at: '2026-01-02T03:04:05.000Z',
  enabled: true,
  ...change,
});

const originalFetch = globalThis.fetch;
afterEach(() => void (globalThis.fetch = originalFetch));

it('the panels of the registry come in their order, with the description of the release that the agent gets', () => {
  const canary = {
    ...entry('b'),
    version: '2.0.0-b',
    description: aPanel('b', { order: -1, title: 'New' }).description,
  };
  const panels = {
    a: entry('a', { enabled: false }),
    b: entry('b', { canary: { release: canary, version: canary.version, percent: 100, seed: 's' } }),
  };
  const found = describedPanels({ revision: 1, panels }, '7', jest.fn());
  expect(found.map(({ name, enabled, description: { title } }) => [name, title, enabled])).toEqual([
    ['b', 'New', true],
    ['a', 'a', false],
  ]);
});

it('a release of before panels described themselves is not placed, and reported', () => {
  const report = jest.fn();
  const { description: _none, ...old } = entry('old');
  expect(describedPanels({ revision: 1, panels: { old } }, '7', report)).toEqual([]);
  expect(report).toHaveBeenCalledWith(new Error('Panel old 1.0.0-a describes no slot. Publish it again.'));
});

it('a panel that is served from source needs no registry, and keeps its published description when it has none', async () => {
  const warn = jest.spyOn(console, 'warn').mockImplementation(() => {});
  globalThis.fetch = jest.fn<typeof fetch>(async (input) => {
    if (!(input instanceof URL) || input.port !== '3005') throw new TypeError('refused');
    return { json: async () => ({ ...entry('fresh'), description: aPanel('fresh').description }) } as Response;
  });
  const published = [aPanel('known')];
  const overrides = { fresh: 'http://localhost:3005', known: 'http://localhost:3006' };
  const panels = withOwn(published, await describeOwnBuilds({ origins: overrides, releases: {} }));
  expect(panels.map(({ name }) => name)).toEqual(['fresh', 'known']);
  expect(warn).toHaveBeenCalledTimes(1);
  warn.mockRestore();
});
