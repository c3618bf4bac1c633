/** Whose customer is asked for: by a ticket, by a conversation or by the customer itself. */
export const CUSTOMER_SUBJECTS = ['ticket', 'conversation', 'customer'] as const;
export interface CustomerSubject {
  of: (typeof CUSTOMER_SUBJECTS)[number];
  id: number;
}

/** Spec section 3, Customer. Null is what the server does not know. */
export interface Customer {
  first_name: string | null;
  last_name: string | null;
  full_name: string | null;
  email: string | null;
  phone: string | null;
  city: string | null;
  pin: string | null;
  address: string | null;
  analytics: CustomerAnalytics | null;
}

/** Who has this phone or e-mail, as far as it is known (spec section 3, Customer info). */
export interface CustomerInfo {
  phone: string | null;
  email: string | null;
  first_name: string | null;
  last_name: string | null;
}

export interface CustomerAnalytics {
  /** Rupees. */
  total_spent: number;
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
