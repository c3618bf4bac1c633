/** @jest-environment jsdom */
import { expect, it, jest } from '@jest/globals';
import type { PanelEntry } from '@inbox/federation/registry';
import { describedPanels } from './catalog';
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

it('a panel that only a share of the agents has is none to the others', () => {
  const first = entry('first', { first_share: { percent: 50, seed: 's' } });
  const having = Array.from({ length: 20 }, (_, id) =>
    describedPanels({ revision: 1, panels: { first } }, String(id), jest.fn()).map(({ name }) => name),
  );
  expect(having).toEqual(expect.arrayContaining([[], ['first']]));
});

it('a release of before panels described themselves is not placed, and reported', () => {
  const report = jest.fn();
  const { description: _none, ...old } = entry('old');
  expect(describedPanels({ revision: 1, panels: { old } }, '7', report)).toEqual([]);
  expect(report).toHaveBeenCalledWith(new Error('Panel old 1.0.0-a describes no slot. Publish it again.'));
});
