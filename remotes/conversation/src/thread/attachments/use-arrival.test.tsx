/** @jest-environment jsdom */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, renderHook } from '@testing-library/react';
import { useArrival } from './attachments';

describe('a file that its channel still has', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('is on its way, and there when it is told anew with its size', () => {
    const { result, rerender } = renderHook(useArrival, { initialProps: 0 });
    expect(result.current).toBe('on-its-way');
    rerender(184_000);
    expect(result.current).toBe('arrived');
  });

  it('is missing after twenty seconds, and still there when it comes later', () => {
    const { result, rerender } = renderHook(useArrival, { initialProps: 0 });
    act(() => jest.advanceTimersByTime(19_999));
    expect(result.current).toBe('on-its-way');
    act(() => jest.advanceTimersByTime(1));
    expect(result.current).toBe('missing');
    rerender(184_000);
    expect(result.current).toBe('arrived');
  });
});
