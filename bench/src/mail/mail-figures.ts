/** What the page's main thread worked, in milliseconds of its own clock. */
export interface Work {
  sum: number;
  longest: number;
}

export interface MailFigures {
  name: string;
  /** UTF-16 units of HTML. */
  size: number;
  /** Until what the ticket shows at first is there; less what one with a mail of a line takes. */
  open: Work;
  /** From 'Show whole mail' to its last words; null where all of it was shown at once. */
  whole: Work | null;
}

/** Of each mail what it took least, in all rounds. */
export function leastOf(rounds: readonly (readonly MailFigures[])[]): MailFigures[] {
  const [first = [], ...others] = rounds;
  const least = (a: Work, b: Work): Work => ({ sum: Math.min(a.sum, b.sum), longest: Math.min(a.longest, b.longest) });
  return others.reduce<MailFigures[]>(
    (known, round) =>
      known.map((each, n) => {
        const other = round[n];
        if (other === undefined) return each;
        const whole = each.whole && other.whole ? least(each.whole, other.whole) : each.whole;
        return { ...each, open: least(each.open, other.open), whole };
      }),
    [...first],
  );
}
