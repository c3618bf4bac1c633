/** @jest-environment jsdom */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { aTicket } from '@inbox/panel/testing';
import { renderHook } from '@testing-library/react';
import { NEXT_MS, REST_MS, useLikely } from './use-likely';

const emit = jest.fn();
const bus = { emit };

const [one, two] = [aTicket({ id: 1 }).id, aTicket({ id: 2 }).id];
const told = () => emit.mock.calls.map(([, payload]) => payload);

describe('which ticket may be opened next', () => {
  beforeEach(() => {
    jest.useFakeTimers();
    emit.mockClear();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('is the one on which the pointer rests, not those that it passes', () => {
    const { result } = renderHook(() => useLikely(bus, undefined, undefined));
    result.current(one);
    jest.advanceTimersByTime(REST_MS - 1);
    result.current(two);
    jest.advanceTimersByTime(REST_MS);
    result.current(two);
    jest.advanceTimersByTime(REST_MS);
    expect(told()).toEqual([{ id: 2 }]);
  });

  it('is the one with the focus', () => {
    const { rerender } = renderHook(({ focused }) => useLikely(bus, focused, undefined), {
      initialProps: { focused: one },
    });
    rerender({ focused: two });
    jest.advanceTimersByTime(REST_MS);
    expect(told()).toEqual([{ id: 2 }]);
  });

  it('is the one below the open one, a while later', () => {
    renderHook(() => useLikely(bus, undefined, two));
    jest.advanceTimersByTime(NEXT_MS - 1);
    expect(told()).toEqual([]);
    jest.advanceTimersByTime(1);
    expect(told()).toEqual([{ id: 2 }]);
  });

  it('is none any more when the list is gone', () => {
    const { result, unmount } = renderHook(() => useLikely(bus, one, two));
    result.current(one);
    unmount();
    jest.advanceTimersByTime(NEXT_MS);
    expect(told()).toEqual([]);
  });
});
