import { expect, it, jest } from '@jest/globals';
import { aBrowser } from '../../testing/a-browser';
import { createTrustedSenders } from './trusted-senders';

it('remembers a sender through a reload, however the address is written', () => {
  const { storage } = aBrowser();
  createTrustedSenders(storage).set('News@Shop.example', true);
  const later = createTrustedSenders(storage);
  expect([later.has('news@shop.example'), later.has('other@shop.example')]).toEqual([true, false]);
});

it('forgets a sender again, and says so', () => {
  const { storage } = aBrowser();
  const senders = createTrustedSenders(storage);
  const told = jest.fn();
  senders.subscribe(told);
  senders.set('news@shop.example', true);
  senders.set('NEWS@shop.example', false);
  expect(createTrustedSenders(storage).has('news@shop.example')).toBe(false);
  expect(told).toHaveBeenCalledTimes(2);
});
