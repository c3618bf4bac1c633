/**
 * What the first list may take of an agent's browser. They are exact: a journey reads them off a page, and fails when one is
 * passed. Times depend on the machine and stand in the bench.
 */
export const FIRST_LIST = {
  /** Bytes of scripts as they come over the wire (brotli): the shell, the list's entry and its first chunk. */
  scriptBytes: 187_400,
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
