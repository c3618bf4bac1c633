/** @jest-environment jsdom */
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { aMessage, anEmail } from '@inbox/panel/testing';
import { act, renderHook } from '@testing-library/react';
import { rememberHeight } from './frame-heights';
import { useSettling } from './settling';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

it('waits until each mail that it opens with has its height', () => {
  const { result } = renderHook(() => useSettling([anEmail({ id: 1, html: '<p>x</p>' })], true));
  const [first, second] = [result.current.hold(), result.current.hold()];
  act(first);
  act(first);
  expect(result.current.isSettling).toBe(true);
  act(second);
  expect(result.current.isSettling).toBe(false);
});

it('waits for a mail that never shows for ten seconds only', () => {
  const { result } = renderHook(() => useSettling([anEmail({ id: 2, html: '<p>x</p>' })], true));
  result.current.hold();
  act(() => {
    jest.advanceTimersByTime(10_000);
  });
  expect(result.current.isSettling).toBe(false);
});

it('does not wait where no height is missing', () => {
  rememberHeight(anEmail({ id: 3 }).id, 200, Infinity);
  const items = [aMessage(), anEmail({ id: 3, html: '<p>x</p>' }), anEmail({ id: 4, html: null })];
  expect(renderHook(() => useSettling(items, true)).result.current.isSettling).toBe(false);
});

it('waits for what was measured in a panel of another width', () => {
  rememberHeight(anEmail({ id: 5 }).id, 200, 640);
  expect(renderHook(() => useSettling([anEmail({ id: 5, html: '<p>x</p>' })], true)).result.current.isSettling).toBe(
    true,
  );
});

it('waits for the reply box below the mails as well', () => {
  const items = [anEmail({ id: 6, html: '<p>x</p>' })];
  const { result, rerender } = renderHook(({ isShown }) => useSettling(items, isShown), {
    initialProps: { isShown: false },
  });
  const release = result.current.hold();
  act(release);
  expect(result.current.isSettling).toBe(true);
  rerender({ isShown: true });
  expect(result.current.isSettling).toBe(false);
});
