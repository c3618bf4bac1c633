/** Milliseconds that 5,000 tickets may take on a busy server. */
export const BULK_TIMEOUT_MS = 180_000;
