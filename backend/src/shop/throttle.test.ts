import { describe, expect, it } from '@jest/globals';
import { createThrottle, waitWithin, type Clock } from './throttle';

function manualClock() {
  let ms = 0;
  const waits: number[] = [];
  const clock: Clock = {
    now: () => ms,
    async wait(duration) {
      waits.push(duration);
      ms += duration;
    },
  };
  return { clock, waits, pass: (duration: number) => void (ms += duration) };
}

const until = (at: number) => ({ at, signal: new AbortController().signal });
const status = (currentlyAvailable: number) => ({ maximumAvailable: 100, currentlyAvailable, restoreRate: 50 });

describe('the points of a shop', () => {
  it('are not waited for as long as nothing is known of them, or enough are there', async () => {
    const { clock, waits } = manualClock();
    const throttle = createThrottle(clock);
    await throttle.reserve(80, until(0));
    throttle.update(status(80));
    await throttle.reserve(80, until(0));
    expect(waits).toEqual([]);
  });

  it('are waited for as they come back, those of several requests one after the other', async () => {
    const { clock, waits, pass } = manualClock();
    const throttle = createThrottle(clock);
    throttle.update(status(20));
    pass(200);
    await throttle.reserve(80, until(10_000));
    await throttle.reserve(50, until(10_000));
    // 20 + 10 were there: 50 points take a second, the next 50 another.
    expect(waits).toEqual([1000, 1000]);
  });

  it('never are more than the most, so that a query that costs more is sent at the most', async () => {
    const { clock, waits } = manualClock();
    const throttle = createThrottle(clock);
    throttle.update(status(0));
    await throttle.reserve(5_000, until(10_000));
    expect(waits).toEqual([2000]);
  });

  it('that come after the deadline are given up at once, and stay for the next', async () => {
    const { clock, waits, pass } = manualClock();
    const throttle = createThrottle(clock);
    throttle.update(status(0));
    await expect(throttle.reserve(100, until(1_999))).rejects.toThrow('no room for more requests');
    expect(waits).toEqual([]);
    pass(2_000);
    await throttle.reserve(100, until(2_000));
    expect(waits).toEqual([]);
  });
});

it('a wait within the deadline is waited, one of nothing is none', async () => {
  const { clock, waits } = manualClock();
  await waitWithin(clock, 500, until(500));
  await waitWithin(clock, 0, until(0));
  expect(waits).toEqual([500]);
});
