/** What the page with the list can do for whoever measures it. */
export interface ListPage {
  /** Scrolls to the end again and again until all rows are loaded. */
  loadAll(): Promise<void>;
  /** Scrolls up and down for so many seconds; answers how many milliseconds lay between frames. */
  scroll(seconds: number): Promise<number[]>;
  /** Makes live events, which is not the list's work. */
  prepare(events: number): void;
  /** Tells the prepared events, so many a second, while it scrolls for so many seconds; answers how many frames. */
  tell(perSecond: number, scrolled: number): Promise<number>;
  /** So many live events as fast as they can be taken. */
  flood(events: number): Promise<void>;
}

declare global {
  interface Window {
    listPage: ListPage;
  }
}
