import { median, percentile, ratio } from '../statistics';
import { against, markdownTable, milliseconds, times } from '../table';
import type { QuickReplyFigures } from './measure-quick-replies';

/** What is aimed at, in milliseconds, on a processor so many times slower. */
const AIMS = { opening: 300, key: 50 };
const SLOWER = 4;

/** The quick replies' figures as Markdown, each beside its aim, and what the most take to what the fewest take. */
export function quickRepliesReport(figures: readonly QuickReplyFigures[]): string {
  const [few] = figures;
  const rows = figures.flatMap((one) => {
    const named = (what: string) => `${one.replies.toLocaleString('en')}: ${what}`;
    const row = (what: string, of: (each: QuickReplyFigures) => number, aim: number) => {
      const slow = of(one) * SLOWER;
      const toFew = few === undefined || few === one ? '' : times(ratio(of(one), of(few)));
      return [named(what), milliseconds(slow), against(`≤ ${milliseconds(aim)}`, slow <= aim), toFew];
    };
    return [
      row('until the first row is painted', ({ opening }) => median(opening), AIMS.opening),
      row("the same from the browser's copy", ({ reopening }) => median(reopening), AIMS.opening),
      row('key in the search to paint, p98', ({ keys }) => percentile(keys, 98), AIMS.key),
    ];
  });
  return markdownTable(
    ['quick replies', 'CPU, 4 times slower', 'aim', few ? `to ${few.replies.toLocaleString('en')}` : ''],
    rows,
  );
}
