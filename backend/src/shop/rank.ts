import { createHash } from 'node:crypto';
import type { ShopRecord } from './shop-record';

/**
 * Decides between two versions of a record with the same `updated_at`: Shopify counts whole seconds there, and its webhooks
 * come in any order. A rank is a text; the greater one is the newer version. Its parts, the strongest first:
 *
 * 1. A read of the shop's API long after that second, which says how the second ended.
 * 2. Facts that never become untrue, such as a cancellation (`Milestones`).
 * 3. A webhook of a creation says nothing newer than another one, and a webhook nothing newer than a read.
 * 4. When the shop triggered the webhook, or when it was read.
 * 5. How far the parcel is.
 * 6. A digest, so that two versions end as the same one in either order where nothing else decides.
 */

/** Where a version comes from. */
export type Source =
  | { by: 'webhook'; isCreation: boolean; triggeredAt: string | null }
  /** `asOf` is a moment before the request. */
  | { by: 'read'; asOf: Date };

/** Facts of an order that only ever grow. */
export interface Milestones {
  isCancelled: boolean;
  /** As the shop calls the state of the payment: `partially_refunded`, or in capitals. */
  financialStatus: string | null | undefined;
  /** Cancelled ones stay in the list. */
  fulfillments: number;
}

/** Fulfilments that a query of the API answers, so more cannot be compared. */
export const MOST_FULFILLMENTS = 5;

const REFUNDED: Readonly<Record<string, number>> = { partially_refunded: 1, refunded: 2, voided: 2 };

/** Writes the milestones of an order so that a text with more of them is greater. */
export function orderMilestones({ isCancelled, financialStatus, fulfillments }: Milestones): string {
  const refunded = REFUNDED[financialStatus?.toLowerCase() ?? ''] ?? 0;
  return `${Number(isCancelled)}${refunded}${Math.min(fulfillments, MOST_FULFILLMENTS)}`;
}

/** Milliseconds by which clocks of this machine and of the shop may differ, so that a read this late is surely later. */
const SURELY_LATER_MS = 60_000;

/** How the rank of such a read begins. */
export const FINAL = '1';

/** States of a parcel in the order in which they come, of webhooks and of the API. */
const STEPS: readonly (string | null)[] = `unfulfilled partial partially_fulfilled fulfilled success label_purchased
  label_printed confirmed ready_for_pickup in_transit out_for_delivery attempted_delivery delivered picked_up
  rto_in_transit rto_delivered`.split(/\s+/);

/** Length of the digest at the end of a rank. Versions with the same digest have the same content. */
export const DIGEST = 32;

/** Makes the rank of a version. */
export function rankOf(record: ShopRecord, source: Source): string {
  const isFinal = source.by === 'read' && source.asOf.getTime() - record.updated_at.getTime() > SURELY_LATER_MS;
  const [kind, at] =
    source.by === 'read' ? [2, source.asOf.toISOString()] : [source.isCreation ? 0 : 1, source.triggeredAt ?? '-'];
  const { fulfillment_status = null, shipment_details: shipment } =
    record.kind === 'customer' ? { shipment_details: null } : record.details;
  const step = String(STEPS.indexOf(fulfillment_status) + 1).padStart(2, '0');
  const isTracked = Number((shipment?.shipment_tracking_id ?? null) !== null);
  return [isFinal ? FINAL : '0', record.milestones ?? '', kind, at, `${step}${isTracked}`, digestOf(record)].join(' ');
}

function digestOf({ contacts, shop_customer_id, details }: ShopRecord): string {
  const content = JSON.stringify([contacts.emails, contacts.phones, shop_customer_id, details]);
  return createHash('sha256').update(content).digest('hex').slice(0, DIGEST);
}

/** Do two ranks belong to versions that say the same? */
export const isSameContent = (one: string, other: string): boolean => one.slice(-DIGEST) === other.slice(-DIGEST);

const INSTANT = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?\d*(Z|[+-]\d\d:\d\d)$/;

/** Reads `X-Shopify-Triggered-At`, with nine decimals of the second, as a text in UTC that sorts by time; null for none. */
export function readTriggeredAt(header: string): string | null {
  const [, second = '', fraction = '', zone = ''] = INSTANT.exec(header.slice(0, 50)) ?? [];
  const time = Date.parse(`${second}${zone}`);
  return Number.isNaN(time) ? null : `${new Date(time).toISOString().slice(0, 19)}.${fraction.padEnd(9, '0')}Z`;
}
