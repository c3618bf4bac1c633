import { median, ratio } from '../statistics';
import { against, markdownTable, milliseconds, times } from '../table';
import type { OrderFigures } from './measure-orders';

/** What is aimed at, in milliseconds, on a processor so many times slower. */
const AIM = 300;
const SLOWER = 4;

/** The orders' figures as Markdown: what many take beside the aim, and to what the fewest take. */
export function ordersReport(figures: readonly OrderFigures[]): string {
  const [few] = figures;
  const rows = figures.flatMap((one) => {
    const row = (what: string, of: (each: OrderFigures) => readonly number[], aim?: number) => {
      const slow = median(of(one)) * SLOWER;
      return [
        `${one.orders.toLocaleString('en')}: ${what}`,
        milliseconds(slow),
        aim === undefined ? '' : against(`≤ ${milliseconds(aim)}`, slow <= aim),
        few === undefined || few === one ? '' : times(ratio(median(of(one)), median(of(few)))),
      ];
    };
    return [
      row('from opening the section to the first order', ({ opening }) => opening, AIM),
      row('from opening one to its details, all shown', ({ details }) => details),
    ];
  });
  const toFew = few ? `to ${few.orders.toLocaleString('en')}` : '';
  return markdownTable(['orders of a customer', 'CPU, 4 times slower', 'aim', toFew], rows);
}
