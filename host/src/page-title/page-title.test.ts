/** @jest-environment jsdom */
import { NO_FILTERS, type AgentId, type ListFilters, type TicketCounts } from '@inbox/domain';
import { aLiveEvent } from '@inbox/panel/testing';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { createStore } from '@inbox/panel/store';
import { showInTitle, titleOf } from './page-title';
import { createUnreadCount } from './unread-count';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

it.each([
  [0, 'Inbox'],
  [3, '(3) Inbox'],
  [99, '(99) Inbox'],
  [100, '(99+) Inbox'],
])('%i unread tickets make the title %p', (unread, title) => {
  expect(titleOf(unread)).toBe(title);
});

it('follows the number, and leaves none behind', () => {
  const unread = createStore(2);
  const stop = showInTitle(unread);
  expect(document.title).toBe('(2) Inbox');
  unread.set(0);
  expect(document.title).toBe('Inbox');
  unread.set(4);
  stop();
  expect(document.title).toBe('Inbox');
});

function start(answers: (TicketCounts | Error)[]) {
  const asked: ListFilters[] = [];
  const count = createUnreadCount(
    async (filters) => {
      asked.push(filters);
      const answer = answers.shift() ?? {};
      if (answer instanceof Error) throw answer;
      return answer;
    },
    () => 7 as AgentId,
  );
  return { ...count, asked };
}
const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);

it('counts the unread tickets of the agent and of nobody that ask for an agent', async () => {
  const { touch, count, asked } = start([
    { all: 40, unassigned: 1, assigned: 2, open: 3, follow_up: 4, closed: 20, assigned_to_bot: 10 },
  ]);
  touch();
  await pass(300);
  expect(asked).toEqual([{ ...NO_FILTERS, unread: true, agent_ids: [7] }]);
  expect(count.get()).toBe(10);
});

it('counts what happens together once, and not more often than every five seconds', async () => {
  const { onEvent, asked } = start([]);
  for (let seq = 1; seq <= 500; seq += 1) onEvent(aLiveEvent({ seq }));
  await pass(300);
  expect(asked).toHaveLength(1);
  onEvent(aLiveEvent({ seq: 501 }));
  await pass(4_900);
  expect(asked).toHaveLength(1);
  await pass(100);
  expect(asked).toHaveLength(2);
});

it('does not count for what leaves tickets as read as they were', async () => {
  const { onEvent, asked } = start([]);
  onEvent(aLiveEvent({ type: 'conversations.message_delivered' }));
  onEvent(aLiveEvent({ type: 'tickets.tags_added' }));
  await pass(10_000);
  expect(asked).toEqual([]);
});

it('keeps the last number when it cannot count, and counts at the next event', async () => {
  const { touch, onEvent, count } = start([{ open: 2 }, new Error('503'), { open: 5 }]);
  touch();
  await pass(300);
  touch();
  await pass(5_000);
  expect(count.get()).toBe(2);
  onEvent(aLiveEvent());
  await pass(5_000);
  expect(count.get()).toBe(5);
});

it('counts nothing any more once stopped', async () => {
  const { touch, stop, asked } = start([]);
  touch();
  stop();
  touch();
  await pass(10_000);
  expect(asked).toEqual([]);
});
