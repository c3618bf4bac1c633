import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { closeAll, closes, killAll, openNow } from './opened';

afterEach(async () => {
  jest.useRealTimers();
  await closeAll();
});

describe('what was opened', () => {
  it('is closed at the end, the newest first, though one of it cannot be', async () => {
    const closed: string[] = [];
    closes(() => Promise.resolve(closed.push('database')));
    closes(
      () => Promise.reject(new Error('gone')),
      () => closed.push('killed'),
    );
    closes(() => Promise.resolve(closed.push('browser')));
    await closeAll();
    expect(closed).toEqual(['browser', 'killed', 'database']);
  });

  it('stays open as far as it was open before', async () => {
    const closed: string[] = [];
    closes(() => Promise.resolve(closed.push('database')));
    const before = openNow();
    closes(() => Promise.resolve(closed.push('browser')));
    await closeAll(before);
    expect(closed).toEqual(['browser']);
    expect(openNow()).toBe(before);
  });

  it('is closed once, by whoever is first', async () => {
    const close = jest.fn(() => Promise.resolve());
    const own = closes(close);
    await Promise.all([own(), closeAll()]);
    killAll();
    expect(close).toHaveBeenCalledTimes(1);
  });

  it('is killed when it does not close in time', async () => {
    jest.useFakeTimers();
    const kill = jest.fn();
    const closing = closes(() => new Promise(() => undefined), kill)();
    await jest.advanceTimersByTimeAsync(60_000);
    await closing;
    expect(kill).toHaveBeenCalledTimes(1);
  });
});
