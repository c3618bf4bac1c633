import type { Cell } from './cells';

/** What a directory counts while it leads on. Nothing of it names a merchant, an agent or a customer. */
export interface DirectoryCounts {
  /**
   * A call came to its end.
   * @param cell null: none was found for it, or several had their part of it
   * @param call `none` is the status of who went away before the answer
   */
  led(cell: Cell | null, call: { status: number | 'none'; ms: number }): void;
  /** A page's socket is open to this cell (1), or is not any more (-1). */
  socket(cell: Cell, change: 1 | -1): void;
  /** A cell's part of a delivery of Meta's was answered. */
  delivered(cell: Cell, status: number): void;
  /** What the sender of a mail was answered: taken, refused, or later. */
  mail(answer: 'taken' | 'refused' | 'later'): void;
  /** A cell was asked whom it has, and said so or did not. */
  asked(cell: Cell, hasAnswered: boolean): void;
}

/** Of who collects no figures. */
export const NO_COUNTS: DirectoryCounts = {
  led: () => undefined,
  socket: () => undefined,
  delivered: () => undefined,
  mail: () => undefined,
  asked: () => undefined,
};
