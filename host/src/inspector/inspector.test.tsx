/** @jest-environment jsdom */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { connectBus, createBus } from '@inbox/events';
import type { PanelReport } from '@inbox/panel/contract';
import { createListeners, createStore } from '@inbox/panel/store';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  type CatalogPanel,
  createHealthLog,
  createPanelStore,
  type LoadedPanel,
  PanelLoadError,
} from '@inbox/shell/panels';
import { aPanel } from '@inbox/shell/testing';
import { createBusLog, MAX_CHARACTERS, MAX_ENTRIES, MAX_PAYLOAD } from './bus-log';
import { createInspector, type Inspector } from './inspector';

const loaded: LoadedPanel = {
  contract: '1',
  name: 'conversation',
  version: '1.2.3-abc',
  consumes: [],
  produces: [],
  mount: () => ({ ready: Promise.resolve(), update: () => {}, unmount: async () => {} }),
};

let inspector: Inspector;
beforeEach(() => {
  localStorage.clear();
});
afterEach(() => act(() => inspector.stop()));

async function world() {
  const bus = createBus(() => undefined);
  const watch = jest.fn(bus.watch);
  const reports = createListeners<[PanelReport]>();
  const loads = jest.fn(async (name: string) => {
    if (name === 'broken') throw new PanelLoadError(name, { kind: 'contract', wanted: '2' });
    return loaded;
  });
  const panels = createPanelStore(loads);
  const placed = [
    aPanel('conversation', { slot: 'main' }),
    aPanel('broken'),
    aPanel('later'),
    { ...aPanel('off'), enabled: false },
  ];
  await panels.preload(['conversation', 'broken']);
  const health = createHealthLog();
  health.note({ panel: 'conversation', version: loaded.version, kind: 'load', value: 80.4 });
  health.note({ panel: 'conversation', version: 'an-older-one', kind: 'load', value: 900 });
  inspector = createInspector({
    bus: { watch },
    panels,
    health,
    slots: { panels: createStore<readonly CatalogPanel[] | null>(placed) },
    onReport: reports.subscribe,
    theme: { mode: createStore<'light' | 'dark'>('light') },
    nonce: undefined,
    onFailed: jest.fn(),
  });
  return { bus, watch, reports, panels, loads };
}

const region = () => screen.findByRole('region', { name: 'Inspector' });
async function open() {
  await act(async () => inspector.toggle());
  return within(await region());
}
const rowTexts = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map((cell) => cell.textContent).join(' | '));
/** Each entry as it is read, without its time. */
const entries = () =>
  screen.queryAllByRole('listitem').map((item) =>
    [...item.querySelectorAll('summary > span')]
      .slice(1)
      .map((part) => part.textContent)
      .join(' '),
  );

describe('the inspector', () => {
  it('is off by default; turned on it is remembered, and turned off it closes', async () => {
    await world();
    expect(inspector.on.get()).toBe(false);
    inspector.turn(true);
    await open();
    const again = createInspector({ ...({} as Parameters<typeof createInspector>[0]) });
    expect(again.on.get()).toBe(true);
    await act(async () => inspector.turn(false));
    expect(screen.queryByRole('region', { name: 'Inspector' })).toBeNull();
  });

  it('watches the bus for as long as it is open, and not before', async () => {
    const { bus, watch } = await world();
    expect(watch).not.toHaveBeenCalled();
    await open();
    expect(watch).toHaveBeenCalledTimes(1);
    await act(async () => inspector.toggle());
    const seen = jest.fn();
    bus.watch(seen);
    connectBus(bus.join('host')).emit('live.resync', { seq: 1 });
    expect(seen).toHaveBeenCalledTimes(1);
  });

  it('shows each panel with its version, slot and state, and loads none for that', async () => {
    const { panels, loads } = await world();
    await open();
    expect(rowTexts()).toEqual([
      'conversation | 1.2.3-abc | main | Shown | 80 ms',
      'broken | – | side | Failed: needs contract 2 | –',
      'later | – | side | Not loaded yet | –',
      'off | – | side | Switched off | –',
    ]);
    expect(loads).toHaveBeenCalledTimes(2);
    await act(() => panels.crashed('conversation', '1.2.3-abc'));
    expect(rowTexts()[0]).toBe('conversation | 1.2.3-abc | main | Crashed | 80 ms');
  });

  it('logs who published what, marks faults and reports, filters, pauses and clears', async () => {
    const { bus, reports } = await world();
    const view = await open();
    const host = connectBus(bus.join('host'));
    const rogue = connectBus(bus.join('rogue', { consumes: [], produces: [] }));
    await act(async () => {
      host.emit('live.resync', { seq: 41 });
      expect(() => rogue.emit('ticket.changed', { tickets: [] })).toThrow();
      reports.notify({ level: 'error', panel: 'list', version: '1', message: 'No heart', detail: 'at view.tsx' });
    });
    await waitFor(() =>
      expect(entries()).toEqual(['REPORT list No heart', 'FAULT rogue ticket.changed@1', 'event host live.resync@1']),
    );
    await userEvent.click(view.getByText('live.resync@1'));
    expect(await screen.findByText(/"seq": 41/)).toBeInTheDocument();

    await userEvent.type(view.getByRole('searchbox'), 'ROGUE');
    expect(entries()).toEqual(['FAULT rogue ticket.changed@1']);
    await userEvent.clear(view.getByRole('searchbox'));
    await userEvent.click(view.getByRole('checkbox', { name: 'Faults only' }));
    expect(entries()).toHaveLength(2);
    await userEvent.click(view.getByRole('checkbox', { name: 'Faults only' }));

    await userEvent.click(view.getByRole('button', { name: 'Pause' }));
    act(() => host.emit('live.resync', { seq: 42 }));
    expect(view.getByText('3 of 3 entries, paused')).toBeVisible();
    await userEvent.click(view.getByRole('button', { name: 'Clear' }));
    expect(entries()).toEqual([]);
    await userEvent.click(view.getByRole('button', { name: 'Resume' }));
    act(() => host.emit('live.resync', { seq: 43 }));
    await waitFor(() => expect(entries()).toEqual(['event host live.resync@1']));
  });

  it('takes the focus, and gives it back when it is closed by Escape', async () => {
    await world();
    const button = document.body.appendChild(document.createElement('button'));
    button.focus();
    const view = await open();
    expect(view.getByRole('searchbox')).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('region', { name: 'Inspector' })).toBeNull();
    expect(button).toHaveFocus();
    button.remove();
  });
});

describe('the log of the bus', () => {
  const record = (log: ReturnType<typeof createBusLog>, payload: unknown) =>
    log.record({ kind: 'event', who: 'host', topic: 'live.resync@1', payload });
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('keeps the newest, by number', () => {
    const log = createBusLog();
    for (let seq = 0; seq < MAX_ENTRIES + 10; seq += 1) record(log, { seq });
    jest.runAllTimers();
    expect(log.entries.get()).toHaveLength(MAX_ENTRIES);
    expect(log.entries.get()[0]?.text).toContain(String(MAX_ENTRIES + 9));
  });

  it('and by size, each cut where it is very long', () => {
    const log = createBusLog();
    for (let count = 0; count < 300; count += 1) record(log, { text: 'x'.repeat(10_000) });
    jest.runAllTimers();
    const sizes = log.entries.get().map(({ text }) => text.length);
    expect(Math.max(...sizes)).toBeLessThan(MAX_PAYLOAD + 5);
    expect(sizes.reduce((all, size) => all + size, 0)).toBeLessThanOrEqual(MAX_CHARACTERS);
  });

  it('says what it can of a payload that is no JSON', () => {
    const log = createBusLog();
    const round: Record<string, unknown> = {};
    round['self'] = round;
    for (const payload of [round, undefined, 7n, new Error('no heart')]) record(log, payload);
    jest.runAllTimers();
    expect(log.entries.get().map(({ text }) => text)).toEqual(['Error: no heart', '7', 'undefined', '[object Object]']);
    log.stop();
  });
});
