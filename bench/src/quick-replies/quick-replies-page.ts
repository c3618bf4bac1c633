/** What the page with the quick replies can do for whoever measures it. */
export interface QuickRepliesPage {
  /** Mounts the panel; answers how many milliseconds passed until its first row was painted. */
  open(): Promise<{ took: number; close(): Promise<void> }>;
  /** Types each of the words into the search; answers how many milliseconds passed from each key to its paint. */
  type(words: readonly string[]): Promise<number[]>;
}

declare global {
  interface Window {
    quickRepliesPage: QuickRepliesPage;
  }
}
