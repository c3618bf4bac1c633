/** What the page with the orders can do for whoever measures it; what is to be measured it marks as spans. */
export interface OrdersPage {
  /** Mounts the panel and opens its section: a span from the click until the first order is painted. */
  open(): Promise<void>;
  /** Has all orders shown, and then opens some: a span for each, until its details are painted. */
  openEach(): Promise<void>;
  close(): Promise<void>;
}

declare global {
  interface Window {
    ordersPage: OrdersPage;
  }
}
