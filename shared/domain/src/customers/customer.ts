import type { ConversationId, CustomerId } from '../ids';
import type { Money } from '../text/money';

/** Whose customer is asked for: by a ticket, by a conversation or by the customer itself. */
export const CUSTOMER_SUBJECTS = ['ticket', 'conversation', 'customer'] as const;
export interface CustomerSubject {
  of: (typeof CUSTOMER_SUBJECTS)[number];
  id: number;
}

/** Spec section 3, Customer. Null is what the server does not know. */
export interface Customer {
  id?: CustomerId | undefined;
  first_name: string | null;
  last_name: string | null;
  full_name: string | null;
  email: string | null;
  phone: string | null;
  city: string | null;
  pin: string | null;
  address: string | null;
  analytics: CustomerAnalytics | null;
  /** The shop has yet to say all of this customer: `analytics` are of what happens to be known, and mean nothing. */
  analytics_pending?: boolean | undefined;
}

/** What the orders and checkouts of a customer sum up to, once the shop was asked. */
export interface CustomerFigures {
  analytics: CustomerAnalytics | null;
  /** False: the shop has never said all of them, and does not answer now. */
  is_known: boolean;
}

/** Who has this phone or e-mail, as far as it is known (spec section 3, Customer info). */
export interface CustomerInfo {
  phone: string | null;
  email: string | null;
  first_name: string | null;
  last_name: string | null;
  /** Their newest conversation, by which the rest of what is known of them is had. */
  conversation_id?: ConversationId | null | undefined;
}

export interface CustomerAnalytics {
  /** Rupees alone: amounts of other currencies are not in it. */
  total_spent: number;
  /** One sum for each currency; missing in answers of older servers. */
  spent?: Money[] | undefined;
  total_orders: number;
  orders_cancelled: number;
  orders_delivered: number;
  orders_rtod: number;
  total_abandoned_checkouts: number;
  abandoned_checkouts_converted: number;
}

/** Rounded percentage (spec section 9); 0 when there is nothing to divide by. */
export function percentage(part: number, whole: number): number {
  return whole <= 0 ? 0 : Math.round((part / whole) * 100);
}
