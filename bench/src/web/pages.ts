/** The pages that are compared. */
export const PAGES = {
  federated: 'as it is',
  bundle: 'one bundle',
  static: 'static page',
} as const;
export type PageName = keyof typeof PAGES;

/** When a page shows what it was opened for; `panels` when it has also loaded all that it loads by itself. */
export type Goal = 'list' | 'conversation' | 'panels';

/** With nothing in the browser, with what an earlier page has stored there, or with that and without a network. */
export type Start = 'cold' | 'warm' | 'offline';

export interface Sight {
  /** Elements that count once they are drawn in the window. */
  selector: string;
  /** So many of them at least. */
  least: number;
  /** Milliseconds without a request that count as well. */
  quietMs?: number;
}

/** What shows that a page has what it was opened for; when it is quiet is for the measurement to say. */
export const SIGHTS: Record<Exclude<Goal, 'panels'>, Sight> = {
  list: { selector: '[data-ticket-id]', least: 5 },
  conversation: { selector: '[data-message-id]', least: 3 },
};

export interface Load {
  page: PageName;
  goal: Goal;
  start: Start;
  path: string;
}
