import { expect, it, jest } from '@jest/globals';
import { createStore } from '@inbox/panel/store';
import { followRevisions } from './revisions';

const settled = () => new Promise((resolve) => setTimeout(resolve));

function begin({ known = 3, others = ['conversation'] }: { known?: number | undefined; others?: string[] } = {}) {
  const announced = createStore<number | null>(null);
  const revised = jest.fn(async () => others);
  const onOthers = jest.fn();
  const builds = Promise.resolve(known < 0 ? undefined : { revision: () => known });
  const stop = followRevisions({ announced, builds, panels: { revised }, onOthers });
  const calls = () => [revised.mock.calls.length, onOthers.mock.calls.length];
  return { announced, stop, calls };
}

it.each([
  ['the one that the page has', 3, [0, 0]],
  ['an older one', 2, [0, 0]],
  ['a newer one', 4, [1, 1]],
])('follows %s: revision %d', async (_, revision, expected) => {
  const { announced, calls } = begin();
  announced.set(revision);
  await settled();
  expect(calls()).toEqual(expected);
});

it('follows the one that was announced before, each once, and none after it was stopped', async () => {
  const { announced, stop, calls } = begin();
  announced.set(4);
  announced.set(3);
  announced.set(4);
  await settled();
  expect(calls()).toEqual([1, 1]);
  stop();
  announced.set(5);
  await settled();
  expect(calls()).toEqual([1, 1]);
});

it('tells nobody where every panel that works stays', async () => {
  const { announced, calls } = begin({ others: [] });
  announced.set(4);
  await settled();
  expect(calls()).toEqual([1, 0]);
});

it('has nothing to follow where panels are bundled with the shell', async () => {
  const { announced, calls } = begin({ known: -1 });
  announced.set(4);
  await settled();
  expect(calls()).toEqual([0, 0]);
});
