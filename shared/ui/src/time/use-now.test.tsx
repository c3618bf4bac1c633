/** @jest-environment jsdom */
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { act, renderHook } from '@testing-library/react';
import { useNow } from './use-now';

/** Each test has a period of its own, and with it a clock that nobody has read yet. */
let period = 10_000;

beforeEach(() => {
  jest.useFakeTimers({ now: 1_000_000 });
  period += 1_000;
});
afterEach(() => {
  show('visible');
  jest.useRealTimers();
});

function show(state: DocumentVisibilityState) {
  Object.defineProperty(document, 'visibilityState', { configurable: true, value: state });
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
}
const pass = (ms: number) => act(() => jest.advanceTimersByTime(ms));

function reader() {
  let drawn = 0;
  const { result, unmount } = renderHook(() => {
    drawn += 1;
    return useNow(period);
  });
  return { now: () => result.current, drawn: () => drawn, unmount };
}

it('tells the time anew each period', () => {
  const { now } = reader();
  expect(now()).toBe(1_000_000);
  pass(period - 1);
  expect(now()).toBe(1_000_000);
  pass(1);
  expect(now()).toBe(1_000_000 + period);
  pass(2 * period);
  expect(now()).toBe(1_000_000 + 3 * period);
});

it('draws whoever comes within the period once, and again when the period is over', () => {
  reader().unmount();
  pass(1_000);
  const { now, drawn } = reader();
  expect([now(), drawn()]).toEqual([1_000_000, 1]);
  pass(period - 1_000);
  expect([now(), drawn()]).toEqual([1_000_000 + period, 2]);
});

it('is right at once for whoever comes later', () => {
  reader().unmount();
  pass(5 * period);
  expect(reader().now()).toBe(1_000_000 + 5 * period);
});

it('stands still in a hidden tab and catches up when that is shown', () => {
  const { now } = reader();
  show('hidden');
  pass(3 * period);
  expect(now()).toBe(1_000_000);
  show('visible');
  expect(now()).toBe(1_000_000 + 3 * period);
});

it('is right at once when the clock was set back', () => {
  const { unmount } = reader();
  unmount();
  jest.setSystemTime(500_000);
  expect(reader().now()).toBe(500_000);
});

it('renders again only what changes of it', () => {
  let drawn = 0;
  const { result } = renderHook(() => {
    drawn += 1;
    return useNow(period, (now) => now >= 1_000_000 + 2 * period);
  });
  pass(period);
  expect([result.current, drawn]).toEqual([false, 1]);
  pass(period);
  expect([result.current, drawn]).toEqual([true, 2]);
  pass(3 * period);
  expect([result.current, drawn]).toEqual([true, 2]);
});
