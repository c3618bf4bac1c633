import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { connectBus, createBus, type Connection } from '@inbox/events';
import { createListeners, createStore } from '@inbox/panel/store';
import type { KnownPanel, LoadedPanel } from '@inbox/shell/panels';
import { testPanels } from '@inbox/shell/testing';
import { TELL_AFTER_MS, reportRunningReleases } from './running';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const LIVE: Connection = { state: 'live' };
const OFFLINE: Connection = { state: 'offline', since: 0, attempt: 1 };

function begin(hostVersion?: string) {
  const connection = createStore<Connection>(LIVE);
  const { notify, subscribe } = createListeners();
  const known = new Map<string, KnownPanel>();
  const told: unknown[] = [];
  const bus = connectBus(
    createBus((fault) => {
      throw fault.error;
    }).join('host'),
  );
  bus.handle('socket.send', async (message) => void told.push(message));
  const stop = reportRunningReleases({
    hostVersion,
    catalog: Promise.resolve({ panels: testPanels }),
    panels: { known: (name) => known.get(name) ?? null, subscribe },
    connection,
    bus,
  });
  const become = (name: string, state: KnownPanel['state']) => {
    known.set(name, { state, isCrashed: false });
    notify();
  };
  return {
    connection,
    told,
    stop,
    become,
    load: (name: string, version: string) =>
      become(name, { status: 'ready', module: { name, version } as LoadedPanel, attempt: 1 }),
    wait: () => jest.advanceTimersByTimeAsync(TELL_AFTER_MS),
  };
}

const saying = (...releases: string[]) => ({ type: 'page.releases', data: { releases } });

it('tells of the shell and of the panels that it has loaded, in one message', async () => {
  const { told, become, load, wait } = begin('1.0.0-a');
  load('ticket-list', '2.0.0');
  become('customer-panel', { status: 'loading' });
  load('conversation', '3.0.0');
  await wait();
  expect(told).toEqual([saying('host@1.0.0-a', 'conversation@3.0.0', 'ticket-list@2.0.0')]);
});

it('tells again when another version is loaded, and not when nothing is', async () => {
  const { told, load, wait } = begin();
  load('conversation', '3.0.0');
  await wait();
  load('conversation', '3.0.0');
  await wait();
  load('conversation', '4.0.0');
  await wait();
  expect(told).toEqual([saying('conversation@3.0.0'), saying('conversation@4.0.0')]);
});

it('tells each connection, and none that is down', async () => {
  const { told, connection, load, wait } = begin('1.0.0-a');
  await wait();
  connection.set(OFFLINE);
  load('conversation', '3.0.0');
  await wait();
  expect(told).toEqual([saying('host@1.0.0-a')]);
  connection.set(LIVE);
  await wait();
  expect(told).toEqual([saying('host@1.0.0-a'), saying('host@1.0.0-a', 'conversation@3.0.0')]);
});

it('tells nobody once it is stopped', async () => {
  const { told, stop, load, wait } = begin('1.0.0-a');
  await jest.advanceTimersByTimeAsync(1);
  stop();
  load('conversation', '3.0.0');
  await wait();
  expect(told).toEqual([]);
});
