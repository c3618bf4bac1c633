import type { LiveEvent } from '@inbox/domain';

/** A number of the sequence. */
export interface Numbered {
  seq: number;
  /** Null: it is another agent's, or of a kind that only a later shell knows. */
  event: LiveEvent | null;
  /** Something of it was not understood: what is shown may be old. */
  isLost: boolean;
}

/**
 * Keeps the order of one merchant's events: each is handed out once, in rising order, whatever is dropped, repeated or
 * overtaken on the way. Live, the numbers have no holes, so a jump means that something is missing and what comes after
 * it waits. While missed events are sent again the server alone knows which numbers there are; their end closes the gap.
 */
export class Sequence {
  #last: number | null = null;
  #replaying = false;
  readonly #held = new Map<number, Numbered>();

  /** The last event handed out; null before the first greeting. */
  get last(): number | null {
    return this.#last;
  }

  /** Is something missing that must be asked for? */
  get hasGap(): boolean {
    return !this.#replaying && this.#held.size > 0;
  }

  /** Goes on from `seq`; all before it counts as handed out, all that waited from before is dropped. */
  startAt(seq: number): void {
    this.#last = seq;
    this.#replaying = false;
    this.#held.clear();
  }

  beginReplay(): void {
    this.#replaying = true;
    this.#held.clear();
  }

  /** The replay is complete up to `seq`. Returns what is due now. */
  endReplay(seq: number): Numbered[] {
    const due = [...this.#held.values()].sort((a, b) => a.seq - b.seq);
    const upTo = due.filter((event) => event.seq <= seq);
    this.#replaying = false;
    this.#last = Math.max(this.#last ?? seq, seq);
    for (const event of upTo) this.#held.delete(event.seq);
    return [...upTo, ...this.#release()];
  }

  /** Takes an event as it comes from the connection. Returns what is due now, in order: nothing, this one, or more. */
  take(event: Numbered): Numbered[] {
    if (this.#last === null || event.seq <= this.#last) return [];
    this.#held.set(event.seq, event);
    return this.#release();
  }

  /** The server says that `seq` is its newest. True when we do not have all up to it. */
  isBehind(seq: number): boolean {
    return this.#last !== null && !this.#replaying && seq > this.#last;
  }

  #release(): Numbered[] {
    const due: Numbered[] = [];
    for (;;) {
      const next: Numbered | undefined = this.#last === null ? undefined : this.#held.get(this.#last + 1);
      if (next === undefined) return due;
      this.#held.delete(next.seq);
      this.#last = next.seq;
      due.push(next);
    }
  }
}
