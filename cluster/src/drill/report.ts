import { markdownTable } from '../../../bench/src/table';
import type { Outcome } from './outcome';

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

/** The outcomes of faults by what was broken. */
export function drillReport(outcomes: ReadonlyMap<string, Outcome>): string {
  return markdownTable(
    [
      'broken under load',
      'taken',
      'failed tries',
      'nothing taken for',
      'slowest',
      'lost',
      'twice',
      'out of order',
      'unknown',
      'events missed',
    ],
    [...outcomes].map(([what, outcome]) => [
      what,
      outcome.taken.toLocaleString('en'),
      outcome.failed.toLocaleString('en'),
      seconds(outcome.pauseMs),
      seconds(outcome.slowestMs),
      ...[outcome.lost, outcome.twice, outcome.outOfOrder, outcome.unknown, outcome.missed].map(String),
    ]),
  );
}

/** Whether nothing was lost, sent twice, sent out of order or missed. */
export const isWhole = ({ lost, twice, outOfOrder, missed }: Outcome): boolean =>
  lost + twice + outOfOrder + missed === 0;
