/** @jest-environment jsdom */
import { beforeEach, expect, it, jest } from '@jest/globals';
import { agentIdSchema } from '@inbox/domain';
import * as z from 'zod/mini';
import { createPanelStorage } from './storage';
import { createStoredList } from './stored-list';

const report = jest.fn();

/** The list as one tab has it. */
function aTab({ most = 3 } = {}) {
  const agentId = agentIdSchema.parse(3);
  const storage = createPanelStorage({ area: 'inbox', panel: 'probe', agentId, memory: new Map(), report });
  return createStoredList({ storage, key: 'recent', schema: z.array(z.string()), most });
}

/** What the browser tells all tabs but the one that wrote. */
const tellTabs = () => window.dispatchEvent(new StorageEvent('storage', { key: 'inbox.probe.3.recent' }));

beforeEach(() => {
  localStorage.clear();
  report.mockClear();
});

it('is there after a reload, the newest last and each once', () => {
  const list = aTab();
  for (const item of ['a', 'b', 'a']) list.add(item);
  expect(list.get()).toEqual(['b', 'a']);
  list.remove('b');
  expect(aTab().get()).toEqual(['a']);
});

it('forgets the oldest beyond its bound', () => {
  const list = aTab();
  for (const item of ['a', 'b', 'c', 'd']) list.add(item);
  expect(list.get()).toEqual(['b', 'c', 'd']);
});

it('adds to what another tab has added meanwhile', () => {
  const [here, there] = [aTab(), aTab()];
  here.add('a');
  there.add('b');
  expect(aTab().get()).toEqual(['a', 'b']);
});

it('follows other tabs from its start to its stop, and notifies of it', () => {
  const [here, there] = [aTab(), aTab()];
  there.add('a');
  const notified = jest.fn();
  here.subscribe(notified);
  const stop = here.start();
  expect(here.get()).toEqual(['a']);
  there.remove('a');
  tellTabs();
  expect(here.get()).toEqual([]);
  expect(notified).toHaveBeenCalledTimes(2);
  stop();
  there.add('b');
  tellTabs();
  expect(here.get()).toEqual([]);
});

it('is empty where what is stored does not fit, and reports it', () => {
  localStorage.setItem('inbox.probe.3.recent', '{"old":true}');
  expect(aTab().get()).toEqual([]);
  expect(report).toHaveBeenCalledWith(expect.objectContaining({ level: 'warning' }));
});
