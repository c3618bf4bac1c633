import { median, percentile } from '../statistics';
import { against, markdownTable, milliseconds } from '../table';
import type { QuickReplyFigures } from './measure-quick-replies';

/** What is aimed at, in milliseconds. */
const AIMS = { opening: 300, key: 50 };

/** The quick replies' figures as Markdown, each beside its aim. */
export function quickRepliesReport(figures: readonly QuickReplyFigures[]): string {
  const row = (name: string, value: number, aim: number) => [
    name,
    milliseconds(value),
    against(`≤ ${milliseconds(aim)}`, value <= aim),
  ];
  return markdownTable(
    ['quick replies', 'measured', 'aim'],
    figures.flatMap(({ replies, opening, keys }) => [
      row(`${replies.toLocaleString('en')}: until the first row is painted`, median(opening), AIMS.opening),
      row(`${replies.toLocaleString('en')}: key in the search to paint, p98`, percentile(keys, 98), AIMS.key),
    ]),
  );
}
