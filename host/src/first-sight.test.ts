/** @jest-environment jsdom */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { PanelName } from '@inbox/panel/contract';
import { createFirstSight, firstPanelsOf } from './first-sight';
import { PanelLoadError } from './panels/failure';
import type { LoadedPanel, LoadPanel } from './panels/panel-store';

it.each([
  ['/inbox/tickets', ['ticket-list']],
  ['/inbox/tickets/', ['ticket-list']],
  ['/inbox/tickets/None', ['ticket-list']],
  ['/inbox/tickets/27', ['ticket-list', 'conversation']],
  ['/inbox/tickets/27/', ['ticket-list', 'conversation']],
])('%s asks for %j', (path, panels) => {
  expect(firstPanelsOf(path)).toEqual(panels);
});

describe('the first sight', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  const panel = (name: PanelName): LoadedPanel => ({
    contract: '1',
    name,
    version: '1.0.0',
    consumes: [],
    produces: [],
    mount: () => ({ ready: Promise.resolve(), update: () => {}, unmount: () => Promise.resolve() }),
  });

  function begin(first: readonly PanelName[], load: LoadPanel = (name) => Promise.resolve(panel(name))) {
    const asked: PanelName[] = [];
    const sight = createFirstSight(first);
    const inTurn = sight.inTurn((name, attempt) => {
      asked.push(name);
      return load(name, attempt);
    });
    return { sight, asked, load: (name: PanelName) => void inTurn(name, 1).catch(() => undefined) };
  }

  it('comes before every other panel is asked for', async () => {
    const { sight, asked, load } = begin(['ticket-list']);
    load('conversation');
    load('ticket-list');
    await jest.advanceTimersByTimeAsync(1_000);
    expect(asked).toEqual(['ticket-list']);
    sight.settle('ticket-list');
    await jest.advanceTimersByTimeAsync(1_000);
    expect(asked).toEqual(['ticket-list', 'conversation']);
  });

  it('is complete when all of the first panels show, and the page has painted them', async () => {
    const { sight } = begin(['ticket-list', 'conversation']);
    const seen = jest.fn();
    void sight.seen.then(seen);
    sight.settle('ticket-list');
    await jest.advanceTimersByTimeAsync(1_000);
    sight.settle('conversation');
    await Promise.resolve();
    expect(seen).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(250);
    expect(seen).toHaveBeenCalledTimes(1);
  });

  it('is not waited for when a first panel fails to load', async () => {
    const failing: LoadPanel = (name) => Promise.reject(new PanelLoadError(name, { kind: 'disabled' }));
    const { sight, load } = begin(['ticket-list'], failing);
    load('ticket-list');
    await jest.advanceTimersByTimeAsync(250);
    await expect(sight.seen).resolves.toBeUndefined();
  });

  it('is waited for three seconds when a loaded panel shows nothing', async () => {
    const { sight, load } = begin(['ticket-list']);
    const seen = jest.fn();
    void sight.seen.then(seen);
    load('ticket-list');
    await jest.advanceTimersByTimeAsync(2_900);
    expect(seen).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(400);
    expect(seen).toHaveBeenCalledTimes(1);
  });
});
