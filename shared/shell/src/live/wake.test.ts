/** @jest-environment jsdom */
import { expect, it, jest } from '@jest/globals';
import { TestClock } from './testing';
import { wakeWithPage } from './wake';

it('tells the connection of the network, of a sleep and of the agent’s return, until it is stopped', () => {
  const live = { wake: jest.fn(), networkBack: jest.fn(), networkLost: jest.fn() };
  const clock = new TestClock();
  const stop = wakeWithPage(live, clock);
  function happens(): number[] {
    for (const name of ['offline', 'online', 'focus']) window.dispatchEvent(new Event(name));
    document.dispatchEvent(new Event('visibilitychange'));
    clock.sleep(3_600_000);
    clock.pass(10_000);
    return [live.networkLost, live.networkBack, live.wake].map(({ mock }) => mock.calls.length);
  }
  expect(happens()).toEqual([1, 1, 3]);
  stop();
  expect(happens()).toEqual([1, 1, 3]);
  expect(clock.pending).toBe(0);
});
