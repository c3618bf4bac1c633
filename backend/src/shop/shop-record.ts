import type { AbandonedCheckout, CurrencyCode, Money, Order, OrderLine, Shipment } from '@inbox/domain';
import { storable } from '../platform/db/storable-text';
import type { ShopRecordKind } from './tables';
import type { Contacts } from './contacts';
import { linePrice } from './shop-money';

interface RecordOf<K extends ShopRecordKind, D> {
  kind: K;
  /** The number at the end of the shop's id. */
  external_id: string;
  updated_at: Date;
  made_at: Date;
  contacts: Contacts;
  shop_customer_id: string | null;
  /** Facts that never become untrue, such as a cancellation, as a text that sorts; see `rankOf`. */
  milestones?: string;
  details: D;
}

/** One thing that a shop says, by its API or a webhook. */
export type ShopRecord =
  | RecordOf<'order', Order>
  | RecordOf<'checkout', AbandonedCheckout>
  | RecordOf<'customer', Record<string, never>>;

/** The shop has deleted it: nothing of it is stored any more, and no late webhook brings it back. */
export interface ShopDeletion {
  kind: ShopRecordKind;
  external_id: string;
  isDeleted: true;
}

const TEXT = 300;
const ADDRESS = 2_000;
/** A basket with more is cut there. */
export const MOST_LINES = 100;

/** A text of the shop, as long as it is shown at most; null for none. */
export function textOf(text: string | null | undefined, most = TEXT): string | null {
  const clean = storable((text ?? '').trim().slice(0, most));
  return clean === '' ? null : clean;
}

/** An address that a browser may be led to; null for any other. */
export function linkOf(text: string | null | undefined): string | null {
  const address = text?.trim() ?? '';
  if (address.length > ADDRESS || !URL.canParse(address)) return null;
  const { protocol, href } = new URL(address);
  return protocol === 'https:' || protocol === 'http:' ? href : null;
}

/** `gid://shopify/Order/1001` and `1001` are the same. */
export const numberOf = (id: string | number): string => storable(String(id).split('/').pop() ?? '').slice(0, 100);

export const isCashOnDelivery = (gateways: readonly string[]): boolean =>
  gateways.some((gateway) => /cash[ _-]*on[ _-]*delivery|\bcod\b/i.test(gateway.replaceAll('_', ' ')));

/** As the inbox writes a status: `in_transit`. */
export const statusOf = (status: string | null | undefined): string | null =>
  textOf(status, 60)?.toLowerCase().replace(/\s+/g, '_') ?? null;

export const lineOf = (
  line: { name: string | null; sku: string | null; price: Money },
  ofOrder: CurrencyCode | null,
): OrderLine => ({
  name: textOf(line.name) ?? '–',
  sku: textOf(line.sku, 100),
  ...linePrice(line.price, ofOrder),
});

export const shipmentOf = (shipment: { [K in keyof Shipment]: Shipment[K] | undefined }): Shipment => ({
  fulfillment_status: statusOf(shipment.fulfillment_status),
  shipment_company: textOf(shipment.shipment_company),
  shipment_tracking_id: textOf(shipment.shipment_tracking_id),
  shipment_tracking_url: linkOf(shipment.shipment_tracking_url),
});
