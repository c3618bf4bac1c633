import type { Customer } from '../customers/customer';
import { formatMoney } from '../text/money';
import type { Order } from '../customers/order';

/** What a placeholder becomes when there is no value for it (spec section 3). */
export const NOT_FOUND = 'NOT_FOUND';

/** What placeholders are resolved from. */
export interface Known {
  customer: Customer | null;
  /** The newest order comes first. */
  orders: readonly Order[];
}

/** Spec section 3: from the customer and the first order. */
const PLACEHOLDERS: Readonly<Record<string, (known: Known) => string | null | undefined>> = {
  userFirstName: ({ customer }) => customer?.first_name,
  userName: ({ customer }) => customer?.full_name,
  userEmail: ({ customer }) => customer?.email,
  userPhone: ({ customer }) => customer?.phone,
  userAddress: ({ customer }) => customer?.address,
  userAddressCity: ({ customer }) => customer?.city,
  userAddressPinCode: ({ customer }) => customer?.pin,
  lastOrderNumber: ({ orders }) => orders[0]?.order_number,
  lastOrderPrice: ({ orders }) => orders[0] && formatMoney(orders[0].total_order_price, orders[0].currency),
  lastOrderTrackingUrl: ({ orders }) => orders[0]?.shipment_details?.shipment_tracking_url,
  lastOrderAWB: ({ orders }) => orders[0]?.shipment_details?.shipment_tracking_id,
  lastOrderShippingCompany: ({ orders }) => orders[0]?.shipment_details?.shipment_company,
  lastOrderShipmentStatus: ({ orders }) => orders[0]?.shipment_details?.fulfillment_status,
  lastOrderProducts: ({ orders }) => orders[0]?.line_items.map(({ name }) => name).join(', '),
};

export const PLACEHOLDER_NAMES: readonly string[] = Object.keys(PLACEHOLDERS);

/** What is known of the customer and the first order, by the placeholders' names; what is not known is left out. */
export function knownValues(known: Known): { name: string; value: string }[] {
  return Object.entries(PLACEHOLDERS).flatMap(([name, read]) => {
    const value = read(known)?.trim() ?? '';
    return value === '' ? [] : [{ name, value }];
  });
}

const PLACEHOLDER = /\{\{\s*(\w+)\s*\}\}/g;

/** Does the text hold a placeholder that can be resolved? Other text in double braces is only text. */
export function hasPlaceholders(text: string): boolean {
  return [...text.matchAll(PLACEHOLDER)].some(([, name = '']) => Object.hasOwn(PLACEHOLDERS, name));
}

/**
 * Placeholders of a text that no value can fill, as they are written: a misspelt name, or a parameter of a template. A
 * customer would read the braces, so nothing sends them unseen.
 */
export function unknownPlaceholders(text: string): string[] {
  const written = [...text.matchAll(/\{\{([^{}]{1,100})\}\}/g)];
  return written.flatMap(([all, name = '']) => (Object.hasOwn(PLACEHOLDERS, name.trim()) ? [] : [all]));
}

/** Which of the text's placeholders have no value, each once: with `resolvePlaceholders` they become `NOT_FOUND`. */
export function missingPlaceholders(text: string, known: Known): string[] {
  const names = [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name);
  const isMissing = (name: string) => Object.hasOwn(PLACEHOLDERS, name) && !PLACEHOLDERS[name]?.(known)?.trim();
  return [...new Set(names)].filter(isMissing);
}

/** Puts the values in. What a value holds is never resolved again; what has none becomes `NOT_FOUND`. */
export function resolvePlaceholders(text: string, known: Known): string {
  return text.replace(PLACEHOLDER, (all, name: string) => {
    if (!Object.hasOwn(PLACEHOLDERS, name)) return all;
    return PLACEHOLDERS[name]?.(known)?.trim() || NOT_FOUND;
  });
}
