import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { createRefresher, REFRESHED_MS } from './refresh';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

it('the Refresh button goes through Refresh, Refreshing, Refreshed for a second, and Refresh', async () => {
  let finish = () => {};
  const refresher = createRefresher(() => new Promise<void>((resolve) => (finish = resolve)));
  expect(refresher.state.get()).toBe('idle');
  const pressed = refresher.press();
  expect(refresher.state.get()).toBe('refreshing');
  finish();
  await pressed;
  expect(refresher.state.get()).toBe('refreshed');
  jest.advanceTimersByTime(REFRESHED_MS - 1);
  expect(refresher.state.get()).toBe('refreshed');
  jest.advanceTimersByTime(1);
  expect(refresher.state.get()).toBe('idle');
});

it('a second press while it refreshes does nothing', async () => {
  const refresh = jest.fn(() => new Promise<void>(() => {}));
  const refresher = createRefresher(refresh);
  void refresher.press();
  await refresher.press();
  expect(refresh).toHaveBeenCalledTimes(1);
});

it('what could not be refreshed is not called refreshed', async () => {
  const refresher = createRefresher(() => Promise.reject(new Error('offline')));
  await refresher.press();
  expect(refresher.state.get()).toBe('idle');
});

it('a press during Refreshed is not cut short by the end of that second', async () => {
  let finish = () => {};
  const refresher = createRefresher(() => new Promise<void>((resolve) => (finish = resolve)));
  const first = refresher.press();
  finish();
  await first;
  jest.advanceTimersByTime(500);
  void refresher.press();
  jest.advanceTimersByTime(600);
  expect(refresher.state.get()).toBe('refreshing');
});
