import type { CurrencyCode, IsoTime } from '../ids';

/** Spec section 3, Order. Null is what the shop does not say. */
export interface Order {
  order_number: string;
  order_url: string | null;
  order_created_at: IsoTime;
  is_cod: boolean;
  is_cancelled: boolean;
  fulfillment_status: string | null;
  /** The currency of the amounts below: the one that the customer paid in, where the shop says it. */
  currency: CurrencyCode | null;
  /** In whole units of `currency`. */
  total_order_price: number;
  total_discounts: number;
  user_email: string | null;
  user_phone_number: string | null;
  line_items: OrderLine[];
  shipment_details: Shipment | null;
}

/** What the customer left in the basket (spec section 3). */
export interface AbandonedCheckout extends Omit<Order, 'order_number' | 'order_created_at'> {
  checkout_id: string;
  created_at: IsoTime;
  /** It became an order after all. */
  is_converted: boolean;
}

export interface OrderLine {
  name: string;
  sku: string | null;
  price: number;
  /** Only where it is not that of the order. */
  currency?: CurrencyCode | null | undefined;
}

export interface Shipment {
  fulfillment_status: string | null;
  shipment_company: string | null;
  shipment_tracking_id: string | null;
  shipment_tracking_url: string | null;
}

/** How old what is shown of the merchant's shop is. */
export interface ShopState {
  /** When the shop last said all of this customer; null when it has not yet. */
  as_of: IsoTime | null;
  /** It should be newer, and the shop did not answer. */
  is_stale: boolean;
}
