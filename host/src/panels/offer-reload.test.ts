/** @jest-environment jsdom */
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { connectBus, createBus, type Toast } from '@inbox/events';
import { createReloadOffer, IDLE_MS } from './offer-reload';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

function begin() {
  const bus = createBus((fault) => {
    throw fault.error;
  });
  const draft = connectBus(bus.join('conversation')).own('draft.present');
  const shown: Toast[] = [];
  let act = (_id: string) => {};
  const reload = jest.fn();
  const offer = createReloadOffer({
    bus: connectBus(bus.join('host')),
    toasts: { show: (toast) => void shown.push(toast), onActed: (listener) => ((act = listener), () => undefined) },
    reload,
  });
  return { draft, shown, reload, offer, act: (id: string) => act(id) };
}

const pass = (ms: number) => jest.advanceTimersByTime(ms);

it('offers to load anew once the agent rests, and does so when it is taken', () => {
  const { offer, shown, reload, act } = begin();
  pass(IDLE_MS);
  expect(shown).toEqual([]);
  offer.wanted();
  pass(IDLE_MS - 1);
  window.dispatchEvent(new KeyboardEvent('keydown', { key: 'a' }));
  pass(IDLE_MS - 1);
  expect(shown).toEqual([]);
  pass(1);
  expect(shown).toMatchObject([{ text: 'A newer version of the inbox is ready.', action: { label: 'Reload' } }]);
  act('ticket-list.undo');
  expect(reload).not.toHaveBeenCalled();
  act(shown[0]?.action?.id ?? '');
  expect(reload).toHaveBeenCalledTimes(1);
});

it('waits while something is unsent', () => {
  const { offer, draft, shown } = begin();
  draft.set({ present: true });
  offer.wanted();
  pass(IDLE_MS * 10);
  expect(shown).toEqual([]);
  draft.set({ present: false });
  pass(IDLE_MS);
  expect(shown).toHaveLength(1);
});

it('offers once, and nothing after it was stopped', () => {
  const { offer, shown } = begin();
  offer.wanted();
  pass(IDLE_MS * 3);
  expect(shown).toHaveLength(1);
  offer.wanted();
  offer.stop();
  pass(IDLE_MS);
  expect(shown).toHaveLength(1);
});
