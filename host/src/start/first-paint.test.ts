/** @jest-environment jsdom */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type LoadedPanel, type LoadPanel, PanelLoadError } from '@inbox/shell/panels';
import { createFirstPaint } from './first-paint';

describe('the first paint', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  const panel = (name: string): LoadedPanel => ({
    contract: '1',
    name,
    version: '1.0.0',
    consumes: [],
    produces: [],
    mount: () => ({ ready: Promise.resolve(), update: () => {}, unmount: () => Promise.resolve() }),
  });

  function begin(first: readonly string[], load: LoadPanel = (name) => Promise.resolve(panel(name))) {
    const requested: string[] = [];
    const paint = createFirstPaint(Promise.resolve(first));
    const inTurn = paint.inTurn((name, attempt) => {
      requested.push(name);
      return load(name, attempt);
    });
    return { paint, requested, load: (name: string) => void inTurn(name, 1).catch(() => undefined) };
  }

  it('comes before every other panel is asked for', async () => {
    const { paint, requested, load } = begin(['ticket-list']);
    load('conversation');
    load('ticket-list');
    await jest.advanceTimersByTimeAsync(1_000);
    expect(requested).toEqual(['ticket-list']);
    paint.complete('ticket-list');
    await jest.advanceTimersByTimeAsync(1_000);
    expect(requested).toEqual(['ticket-list', 'conversation']);
  });

  it('is complete when all of the first panels show, and the page has painted them', async () => {
    const { paint } = begin(['ticket-list', 'conversation']);
    const painted = jest.fn();
    void paint.done.then(painted);
    paint.complete('ticket-list');
    await jest.advanceTimersByTimeAsync(1_000);
    paint.complete('conversation');
    await Promise.resolve();
    expect(painted).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(250);
    expect(painted).toHaveBeenCalledTimes(1);
  });

  it('is not waited for when a first panel fails to load', async () => {
    const failing: LoadPanel = (name) => Promise.reject(new PanelLoadError(name, { kind: 'disabled' }));
    const { paint, load } = begin(['ticket-list'], failing);
    load('ticket-list');
    await jest.advanceTimersByTimeAsync(250);
    await expect(paint.done).resolves.toBeUndefined();
  });

  it('is waited for three seconds when a loaded panel shows nothing', async () => {
    const { paint, load } = begin(['ticket-list']);
    const painted = jest.fn();
    void paint.done.then(painted);
    load('ticket-list');
    await jest.advanceTimersByTimeAsync(2_900);
    expect(painted).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(400);
    expect(painted).toHaveBeenCalledTimes(1);
  });

  it('is not waited for when there is no panel to wait for', async () => {
    const { paint } = begin([]);
    await jest.advanceTimersByTimeAsync(250);
    await expect(paint.done).resolves.toBeUndefined();
  });
});
