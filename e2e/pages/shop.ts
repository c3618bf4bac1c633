/** What a journey hands to a page of another product, and what that page is told. */
export interface Shop {
  tickets: readonly number[];
  token: string;
  /** Origin of the inbox for pages. */
  inboxUrl: string;
  /** The merchant's short name. */
  merchant: string;
}

export interface Told {
  ready: string[];
  errors: string[];
  events: { type: string; ticketId: number }[];
  /** `forceRefresh` of each call of getToken. */
  asked: boolean[];
}

declare global {
  interface Window {
    shop: Shop & { told: Told; handle?: { update(props: { ticketId?: number }): void; unmount(): Promise<void> } };
  }
}
