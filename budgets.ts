/**
 * What the inbox may take of an agent's browser, as far as it can be counted exactly: `npm test` fails when a budget is
 * passed. Times depend on the machine and are measured by the bench.
 */

/** The first list. A journey reads these off a page. */
export const FIRST_LIST = {
  /**
   * Bytes of scripts as they come over the wire (brotli): the shell, the list's entry and its first chunk. Two hundred from
   * what was measured, as hashes compress better or worse.
   */
  scriptBytes: 186_560,
  /** Bytes of the largest of the panels' entries. */
  entryBytes: 4_700,
  /** Requests of any kind before the first row, the page itself included. */
  requests: 8,
  /** Those of them that call the inbox. */
  calls: 3,
  /** Elements in the list, of any number of tickets. */
  listNodes: 1_500,
} as const;

/**
 * Panels in a page of another product, from its begin until their content shows, without preflights and the socket. A
 * journey reads these off a page. Bytes are those of scripts as they come over the wire (brotli): embed.js, the shell, and the
 * panel with all that it begins with. What is aimed at stands in the bench. A release's version and hashes stand in the files,
 * and compress by some sixty bytes better or worse: a budget is two hundred from what was measured.
 */
export const EMBEDDED = {
  'quick-replies': { bytes: 173_400, requests: 8, second: 'customer-panel', secondBytes: 14_360 },
  'customer-panel': { bytes: 172_380, requests: 10, second: 'quick-replies', secondBytes: 15_330 },
  // The customer panel brings what calls are remembered by, 10 KB, which the conversation has no use for.
  conversation: { bytes: 231_700, requests: 8, second: 'customer-panel', secondBytes: 24_380 },
} as const;

/**
 * The browser's score of what moves in such a page without anybody's doing: a tenth of what still counts as good. A customer
 * takes more room than the lines that stand for them, and moves what is below.
 */
export const EMBEDDED_SHIFT = 0.01;

/**
 * Bytes, over the wire (brotli), of the file in which a panel brings the rich-text editor: draft-js and what is around it.
 * Two hundred from what was measured. 2.7 KB of them are graphemes and shadow roots, without which the first keys would be
 * wrong, so they cannot load later.
 */
export const EDITOR_BYTES = 80_860;

/** Callbacks of timers in ten seconds of a page in which nothing happens. */
export const TIMERS_AT_REST = {
  /** Where seconds are shown: one a second for all of them. */
  seconds: 10,
  /** Elsewhere, and in a hidden page. */
  none: 0,
} as const;

/** Animations that run in a page in which nothing happens, in sight or not. */
export const MOVING_AT_REST = 0;

/** How often an open conversation renders its header, its thread and its composer for one action. */
export const RENDERS = {
  /** A second, or five minutes, that pass. */
  time: { header: 0, thread: 0, composer: 0 },
  /** A message that comes live, with its ticket. */
  message: { header: 1, thread: 1, composer: 1 },
  /** A message becomes delivered or read. */
  tick: { header: 0, thread: 1, composer: 0 },
  /** A reply that leaves: the box is emptied, and its draft is forgotten. */
  reply: { header: 0, thread: 1, composer: 2 },
  /** The same reply when the server has it. */
  stored: { header: 1, thread: 1, composer: 1 },
  /** A ticket that was loaded before it is opened. The thread's second render draws nothing: its place was measured. */
  open: { header: 1, thread: 2, composer: 1 },
} as const;
