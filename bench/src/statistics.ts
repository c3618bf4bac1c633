function sorted(values: readonly number[]): number[] {
  if (values.length === 0) throw new RangeError('There is nothing to take a figure from.');
  return [...values].sort((a, b) => a - b);
}

/** The middle one; of an even number of values the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const ordered = sorted(values);
  const upper = ordered.length >> 1;
  const [below = 0, above = 0] = [ordered[upper - 1], ordered[upper]];
  return ordered.length % 2 === 1 ? above : (below + above) / 2;
}

/** The smallest value that at least `share` of a hundred are not above (nearest rank). */
export function percentile(values: readonly number[], share: number): number {
  const ordered = sorted(values);
  const rank = Math.ceil((share / 100) * ordered.length);
  return ordered[Math.min(Math.max(rank, 1), ordered.length) - 1] ?? 0;
}

/** How many times `base` the value is. */
export function ratio(value: number, base: number): number {
  if (base <= 0) throw new RangeError('A ratio needs something to compare with.');
  return value / base;
}

export interface Spread {
  median: number;
  min: number;
  max: number;
}

export function spreadOf(values: readonly number[]): Spread {
  return { median: median(values), min: Math.min(...values), max: Math.max(...values) };
}
