import { median, percentile, ratio } from '../statistics';
import { markdownTable, milliseconds, times } from '../table';
import type { ConversationFigures } from './measure-conversation';

/** Each figure beside what it should not be above. */
export function conversationReport(figures: ConversationFigures): string {
  const row = (name: string, value: number, most: number, show: (value: number) => string) => [
    name,
    show(value),
    `≤ ${show(most)}`,
    value <= most ? 'reached' : 'NOT reached',
  ];
  const most = (values: readonly number[]) => Math.max(...values);
  const { short, long } = figures.cpuPerEventMs;
  return markdownTable(
    ['the conversation', 'measured', 'aim', ''],
    [
      row('CPU of an opening, the first of its ticket', median(figures.firstCpuMs), 80, milliseconds),
      row('CPU of an opening, once more', median(figures.againCpuMs), 30, milliseconds),
      row('calls for the thread of an opening, at most', most(figures.calls), 2, String),
      row('calls for it when the pointer was on the row, at most', most(figures.prefetchedCalls), 0, String),
      ['calls of the whole page, median', String(median(figures.pageCalls)), '', ''],
      row('click to paint when kept, p95, 4 times slower', percentile(figures.clickMs, 95), 100, milliseconds),
      row('a thread of 10,000 to one of 25', ratio(median(figures.longMs), median(figures.shortMs)), 1.2, times),
      row('CPU of a key, 10,000 messages loaded', figures.cpuPerKeyMs, 5, milliseconds),
      row('delay of a key, p98, 4 times slower', percentile(figures.keyDelayMs, 98), 50, milliseconds),
      row('CPU of a new message, 10,000 loaded, to 25', ratio(long, short), 1.5, times),
      row('heap after 200 tickets and 10,000 events', 1 + figures.heapGrowth, 1.05, times),
    ],
  );
}
