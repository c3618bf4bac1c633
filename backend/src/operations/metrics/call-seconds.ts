/** Bounds by which the times of calls are counted, the same for inboxes and for directories before them, so that both compare. */
export const CALL_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
