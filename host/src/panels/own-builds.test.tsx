/** @jest-environment jsdom */
import { afterEach, expect, it, jest } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Suspense } from 'react';
import { withOwn } from '@inbox/shell/panels';
import { aPanel } from '@inbox/shell/testing';
import { OverrideBadge } from './override-badge';
import { describeOwnBuilds, findOwnBuilds } from './own-builds';

const release = {
  name: 'weather',
  version: '0.1.0-b',
  contract: '1',
  consumes: [],
  produces: [],
  description: aPanel('weather').description,
  entry: '/panels/weather/0.1.0-b/mf-manifest.json',
  integrity: {},
  published_at: '2026-01-02T03:04:05.000Z',
};

const originalFetch = globalThis.fetch;
afterEach(() => void (globalThis.fetch = originalFetch));

/** The inbox answers by address: `undefined` is no answer. */
function serve(answers: Record<string, unknown>) {
  const asked = jest.fn<typeof fetch>(async (input) => {
    const answer = answers[input as string];
    if (answer === undefined) throw new TypeError('no connection');
    return { json: async () => answer } as Response;
  });
  globalThis.fetch = asked;
  return asked;
}

const inbox = { apiBaseUrl: '', token: 'jwt x' };
const words = { success: false, error: { message: 'traffic 0.2.0 was taken back.' } };

it('each version is asked for as the agent; what cannot be shown is said', async () => {
  const warn = jest.spyOn(console, 'warn').mockImplementation(() => {});
  const asked = serve({
    '/api/inbox/panels/weather/releases/0.1.0-b/': { success: true, data: { release } },
    '/api/inbox/panels/traffic/releases/0.2.0/': words,
  });
  const versions = { weather: '0.1.0-b', traffic: '0.2.0', news: '1.0.0' };
  const builds = await findOwnBuilds({ origins: {}, versions }, inbox);
  expect(builds).toEqual({
    origins: {},
    releases: { weather: release },
    refused: ['traffic 0.2.0 was taken back.', 'The inbox did not answer for news 1.0.0.'],
  });
  expect(asked.mock.calls[0]?.[1]).toMatchObject({ headers: { authorization: 'jwt x' } });
  expect(warn).toHaveBeenCalledTimes(1);
  warn.mockRestore();
});

it('a panel that is live for nobody yet is placed as its release describes it', async () => {
  const panels = withOwn([aPanel('known')], await describeOwnBuilds({ origins: {}, releases: { weather: release } }));
  expect(panels.map(({ name }) => name).toSorted()).toEqual(['known', 'weather']);
});

it('the badge names what is shown, says what is not, and goes back', async () => {
  const onReset = jest.fn();
  const builds = Promise.resolve({
    origins: { conversation: 'http://localhost:3003' },
    releases: { weather: release },
    refused: ['traffic 0.2.0 was taken back.'],
  });
  await act(async () =>
    render(
      <Suspense fallback={null}>
        <OverrideBadge builds={builds} onReset={onReset} />
      </Suspense>,
    ),
  );
  const badge = screen.getByRole('status');
  expect([...badge.querySelectorAll('span')].map((line) => line.textContent)).toEqual(
    expect.arrayContaining([
      'Developer build: conversation from http://localhost:3003',
      'Preview: weather 0.1.0-b',
      'No preview. traffic 0.2.0 was taken back.',
    ]),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Reset' }));
  expect(onReset).toHaveBeenCalledTimes(1);
});

it('a panel that is served from source needs no registry, and keeps its published description when it has none', async () => {
  const warn = jest.spyOn(console, 'warn').mockImplementation(() => {});
  globalThis.fetch = jest.fn<typeof fetch>(async (input) => {
    if (!(input instanceof URL) || input.port !== '3005') throw new TypeError('refused');
    return { json: async () => ({ ...release, name: 'fresh', description: aPanel('fresh').description }) } as Response;
  });
  const published = [aPanel('known')];
  const overrides = { fresh: 'http://localhost:3005', known: 'http://localhost:3006' };
  const panels = withOwn(published, await describeOwnBuilds({ origins: overrides, releases: {} }));
  expect(panels.map(({ name }) => name)).toEqual(['fresh', 'known']);
  expect(warn).toHaveBeenCalledTimes(1);
  warn.mockRestore();
});
