import { wordsOf } from '../errors/errors';

/** Work of which a part is left. The message says what is left and why; `errors` has the first failures. */
export class UnfinishedError extends AggregateError {
  override readonly name = 'UnfinishedError';
}

/**
 * Does the work for each item, also after it has failed for others.
 * @param whatIsLeft the beginning of a sentence about so many items that are left
 * @param mostInARow failures in a row after which the rest is left, for items of one store: if it is away, each of them would
 * wait for it
 * @throws UnfinishedError at the end, when items are left
 */
export async function workThrough<T>(
  items: Iterable<T>,
  work: (item: T) => Promise<unknown>,
  whatIsLeft: (count: number) => string,
  mostInARow = Infinity,
): Promise<void> {
  const errors: unknown[] = [];
  let [left, inARow] = [0, 0];
  for (const item of items) {
    if (inARow < mostInARow) {
      try {
        await work(item);
        inARow = 0;
        continue;
      } catch (error) {
        errors.push(error);
        inARow += 1;
      }
    }
    left += 1;
  }
  if (left > 0) throw new UnfinishedError(errors, `${whatIsLeft(left)}: ${wordsOf(errors[0])}`);
}
