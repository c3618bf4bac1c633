/** @jest-environment jsdom */
import { expect, it, jest } from '@jest/globals';
import { wakeWithPage } from './wake';

it('tells the line of the network and of the agent’s return, until it is stopped', () => {
  const live = { wake: jest.fn(), networkLost: jest.fn() };
  const stop = wakeWithPage(live);
  window.dispatchEvent(new Event('offline'));
  expect(live.networkLost).toHaveBeenCalledTimes(1);
  window.dispatchEvent(new Event('online'));
  document.dispatchEvent(new Event('visibilitychange'));
  expect(live.wake).toHaveBeenCalledTimes(2);
  stop();
  for (const name of ['offline', 'online']) window.dispatchEvent(new Event(name));
  document.dispatchEvent(new Event('visibilitychange'));
  expect(live.networkLost).toHaveBeenCalledTimes(1);
  expect(live.wake).toHaveBeenCalledTimes(2);
});
