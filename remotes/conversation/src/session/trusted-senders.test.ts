import { expect, it, jest } from '@jest/globals';
import type { Schema } from '@inbox/domain';
import type { PanelStorage } from '@inbox/panel';
import { createTrustedSenders } from './trusted-senders';

function storage(): Pick<PanelStorage, 'read' | 'write'> {
  const kept = new Map<string, string>();
  return {
    read: <T>(key: string, schema: Schema<T>) => (kept.has(key) ? schema.parse(JSON.parse(kept.get(key) ?? '')) : null),
    write(key, value) {
      kept.set(key, JSON.stringify(value));
      return true;
    },
  };
}

it('remembers a sender through a reload, however the address is written', () => {
  const kept = storage();
  createTrustedSenders(kept).set('News@Shop.example', true);
  const later = createTrustedSenders(kept);
  expect([later.has('news@shop.example'), later.has('other@shop.example')]).toEqual([true, false]);
});

it('forgets a sender again, and says so', () => {
  const kept = storage();
  const senders = createTrustedSenders(kept);
  const told = jest.fn();
  senders.subscribe(told);
  senders.set('news@shop.example', true);
  senders.set('NEWS@shop.example', false);
  expect(createTrustedSenders(kept).has('news@shop.example')).toBe(false);
  expect(told).toHaveBeenCalledTimes(2);
});

it('adds to what another tab has remembered meanwhile', () => {
  const kept = storage();
  const [here, there] = [createTrustedSenders(kept), createTrustedSenders(kept)];
  here.set('a@shop.example', true);
  there.set('b@shop.example', true);
  const later = createTrustedSenders(kept);
  expect([later.has('a@shop.example'), later.has('b@shop.example')]).toEqual([true, true]);
});

it('keeps the newest choices when there are very many', () => {
  const senders = createTrustedSenders(storage());
  for (let n = 0; n < 501; n++) senders.set(`n${n}@shop.example`, true);
  expect([senders.has('n0@shop.example'), senders.has('n500@shop.example')]).toEqual([false, true]);
});
