/**
 * What the inbox may take of an agent's browser, as far as it can be counted exactly: `npm test` fails when a budget is
 * passed. Times depend on the machine and are measured by the bench.
 */

/** The first list. A journey reads these off a page. */
export const FIRST_LIST = {
  /** Bytes of scripts as they come over the wire (brotli): the shell, the list's entry and its first chunk. */
  scriptBytes: 187_500,
  /** Bytes of the largest of the panels' entries. */
  entryBytes: 4_600,
  /** Requests of any kind before the first row, the page itself included. */
  requests: 8,
  /** Those of them that call the inbox. */
  calls: 3,
  /** Elements in the list, of any number of tickets. */
  listNodes: 1_500,
} as const;

/** Bytes, over the wire (brotli), of the file in which a panel brings the rich-text editor: draft-js and what stands around it. */
export const EDITOR_BYTES = 80_000;

/** Callbacks of timers in ten seconds of a page in which nothing happens. */
export const TIMERS_AT_REST = {
  /** Where seconds are shown: one a second for all of them. */
  seconds: 10,
  /** Elsewhere, and in a hidden page. */
  none: 0,
} as const;

/** Animations that run in a page in which nothing happens, in sight or not. */
export const MOVING_AT_REST = 0;
