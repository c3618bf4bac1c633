/** What the page with the quick replies can do for whoever measures it; what is to be measured it marks as spans. */
export interface QuickRepliesPage {
  /**
   * Mounts the panel: a span until its first row is painted.
   * @param from the server alone, or the copy that an earlier opening left in the browser
   */
  open(from: 'server' | 'copy'): Promise<void>;
  /** Types each of the words into the search: a span for each key, until it is painted. */
  type(words: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

declare global {
  interface Window {
    quickRepliesPage: QuickRepliesPage;
  }
}
