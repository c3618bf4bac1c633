import { RUPEES, type CustomerAnalytics } from '@inbox/domain';
import { formatMoney } from '@inbox/domain/conversation';
import { messages } from '../../messages';

/** Returns the money spent in words, each currency by itself: amounts of several currencies have no common sum. */
export function spentText({ spent, total_spent }: CustomerAnalytics): string {
  // An older server sends rupees alone.
  const sums = spent ?? [{ amount: total_spent, currency: RUPEES }];
  const [first] = sums;
  if (first === undefined) return messages.nothingSpent;
  const paid = sums.filter(({ amount }) => amount !== 0);
  return messages.spent(
    (paid.length > 0 ? paid : [first]).map(({ amount, currency }) => formatMoney(amount, currency)),
  );
}
