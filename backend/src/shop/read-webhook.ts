import { isoTime, type Money } from '@inbox/domain';
import * as z from 'zod/mini';
import type { ShopRecordKind } from './tables';
import type { CountryCode } from '../phone-numbers/read-number';
import { contactsOf, phoneOfAddress } from './contacts';
import { orderMilestones } from './rank';
import {
  isCashOnDelivery,
  lineOf,
  linkOf,
  MOST_LINES,
  numberOf,
  shipmentOf,
  statusOf,
  textOf,
  type ShopDeletion,
  type ShopRecord,
} from './shop-record';
import { amountSchema, currencySchema, firstPrice, orderPrices } from './shop-money';
import { readJson } from '../platform/net/read-json';

/** Reads what webhooks say: their shape is that of the REST API. */

const text = z.optional(z.nullable(z.string()));
const id = z.union([z.int(), z.string().check(z.minLength(1))]);
const side = z.optional(z.nullable(z.object({ amount: amountSchema, currency_code: currencySchema })));
const moneySet = z.optional(z.nullable(z.object({ shop_money: side, presentment_money: side })));
const address = z.optional(z.nullable(z.object({ phone: text, country_code: text })));
const owner = z.optional(z.nullable(z.object({ id, email: text, phone: text })));
const lines = z.optional(
  z.nullable(z.array(z.object({ name: text, title: text, sku: text, price: amountSchema, price_set: moneySet }))),
);
const prices = {
  currency: currencySchema,
  presentment_currency: currencySchema,
  total_price: amountSchema,
  total_price_set: moneySet,
  total_discounts: amountSchema,
  total_discounts_set: moneySet,
};

const common = {
  id,
  created_at: isoTime,
  updated_at: z.optional(z.nullable(isoTime)),
  email: text,
  phone: text,
};

const orderSchema = z.object({
  ...common,
  name: z.string(),
  contact_email: text,
  cancelled_at: text,
  order_status_url: text,
  fulfillment_status: text,
  financial_status: text,
  ...prices,
  payment_gateway_names: z.optional(z.nullable(z.array(z.string()))),
  customer: owner,
  shipping_address: address,
  billing_address: address,
  line_items: lines,
  fulfillments: z.optional(
    z.nullable(
      z.array(
        z.object({
          status: text,
          shipment_status: text,
          tracking_company: text,
          tracking_number: text,
          tracking_url: text,
        }),
      ),
    ),
  ),
});

const checkoutSchema = z.object({
  ...common,
  completed_at: text,
  abandoned_checkout_url: text,
  ...prices,
  customer: owner,
  shipping_address: address,
  billing_address: address,
  line_items: lines,
});

const customerSchema = z.object(common);

type Priced = Pick<z.infer<typeof orderSchema>, keyof typeof prices | 'line_items'>;

/** Reads a price: what the customer paid if the shop says it, else the amount beside it, which is in the shop's currency. */
function priceOf(of: Priced, plain: z.infer<typeof amountSchema>, set: z.infer<typeof moneySet>): Money {
  const { presentment_money: paid, shop_money: own } = set ?? {};
  return firstPrice(
    paid && { amount: paid.amount, currency: paid.currency_code ?? of.presentment_currency },
    own && { amount: own.amount, currency: own.currency_code ?? of.currency },
    { amount: plain, currency: of.currency },
  );
}

function pricesOf(of: Priced) {
  const total = priceOf(of, of.total_price, of.total_price_set);
  const line_items = (of.line_items ?? []).slice(0, MOST_LINES).map(({ name, title, sku, price, price_set }) => {
    const paid = priceOf(of, price, price_set);
    return lineOf({ name: name ?? title ?? null, sku: sku ?? null, price: paid }, total.currency);
  });
  return {
    ...orderPrices(total, priceOf(of, of.total_discounts, of.total_discounts_set)),
    line_items,
  };
}

/** Lists the phones of an order or checkout; those of addresses are read with the country of the address. */
function phonesOf(
  of: Pick<z.infer<typeof orderSchema>, 'phone' | 'customer' | 'shipping_address' | 'billing_address'>,
  home: CountryCode,
) {
  const inAddress = (given: z.infer<typeof address>) =>
    phoneOfAddress(given && { phone: given.phone, country: given.country_code }, home);
  return [of.phone, of.customer?.phone, inAddress(of.shipping_address), inAddress(of.billing_address)];
}

interface Reading {
  home: CountryCode;
  triggeredAt: string | null;
}
/** Answers null for a body that is not understood. */
type Reader = (body: unknown, reading: Reading) => ShopRecord | ShopDeletion | null;

/** Returns the time of the version. Without `updated_at`, the shop triggered the webhook right after the change. */
const versionTime = (
  { updated_at, created_at }: { updated_at?: string | null | undefined; created_at: string },
  triggeredAt: string | null,
): Date => new Date(updated_at ?? triggeredAt ?? created_at);

const readOrder: Reader = (body, { home, triggeredAt }) => {
  const order = orderSchema.safeParse(body).data;
  if (order === undefined) return null;
  const { customer, fulfillments } = order;
  const last = fulfillments?.at(-1);
  const email = order.email ?? order.contact_email ?? customer?.email;
  const phones = phonesOf(order, home);
  const shipped = last?.shipment_status ?? last?.status;
  return {
    kind: 'order',
    external_id: numberOf(order.id),
    updated_at: versionTime(order, triggeredAt),
    made_at: new Date(order.created_at),
    contacts: contactsOf([order.email, order.contact_email, customer?.email], phones, home),
    shop_customer_id: customer ? numberOf(customer.id) : null,
    milestones: orderMilestones({
      isCancelled: (order.cancelled_at ?? null) !== null,
      financialStatus: order.financial_status,
      fulfillments: fulfillments?.length ?? 0,
    }),
    details: {
      order_number: textOf(order.name, 100) ?? numberOf(order.id),
      order_url: linkOf(order.order_status_url),
      order_created_at: new Date(order.created_at).toISOString(),
      is_cod: isCashOnDelivery(order.payment_gateway_names ?? []),
      is_cancelled: (order.cancelled_at ?? null) !== null,
      // A webhook says null of what the API calls unfulfilled.
      fulfillment_status: statusOf(shipped ?? order.fulfillment_status ?? 'unfulfilled'),
      ...pricesOf(order),
      user_email: textOf(email),
      user_phone_number: textOf(
        phones.find((phone) => phone != null),
        50,
      ),
      shipment_details:
        last === undefined
          ? null
          : shipmentOf({
              fulfillment_status: shipped,
              shipment_company: last.tracking_company,
              shipment_tracking_id: last.tracking_number,
              shipment_tracking_url: last.tracking_url,
            }),
    },
  };
};

const readCheckout: Reader = (body, { home, triggeredAt }) => {
  const checkout = checkoutSchema.safeParse(body).data;
  if (checkout === undefined) return null;
  const { customer } = checkout;
  const phones = phonesOf(checkout, home);
  return {
    kind: 'checkout',
    external_id: numberOf(checkout.id),
    updated_at: versionTime(checkout, triggeredAt),
    made_at: new Date(checkout.created_at),
    contacts: contactsOf([checkout.email, customer?.email], phones, home),
    shop_customer_id: customer ? numberOf(customer.id) : null,
    milestones: (checkout.completed_at ?? null) === null ? '0' : '1',
    details: {
      checkout_id: numberOf(checkout.id),
      created_at: new Date(checkout.created_at).toISOString(),
      order_url: linkOf(checkout.abandoned_checkout_url),
      is_cod: false,
      is_cancelled: false,
      is_converted: (checkout.completed_at ?? null) !== null,
      fulfillment_status: null,
      ...pricesOf(checkout),
      user_email: textOf(checkout.email ?? customer?.email),
      user_phone_number: textOf(
        phones.find((phone) => phone != null),
        50,
      ),
      shipment_details: null,
    },
  };
};

const readCustomer: Reader = (body, { home, triggeredAt }) => {
  const customer = customerSchema.safeParse(body).data;
  if (customer === undefined) return null;
  return {
    kind: 'customer',
    external_id: numberOf(customer.id),
    updated_at: versionTime(customer, triggeredAt),
    made_at: new Date(customer.created_at),
    contacts: contactsOf([customer.email], [customer.phone], home),
    shop_customer_id: numberOf(customer.id),
    details: {},
  };
};

/** Deleted things are known by their number alone. */
const deletion =
  (kind: ShopRecordKind): Reader =>
  (body) => {
    const deleted = z.object({ id }).safeParse(body).data;
    return deleted === undefined ? null : { kind, external_id: numberOf(deleted.id), isDeleted: true };
  };

const READERS: ReadonlyMap<string, Reader> = new Map([
  ...['create', 'updated', 'paid', 'partially_fulfilled', 'fulfilled', 'cancelled'].map((event): [string, Reader] => [
    `orders/${event}`,
    readOrder,
  ]),
  ['orders/delete', deletion('order')],
  ['checkouts/create', readCheckout],
  ['checkouts/update', readCheckout],
  ['checkouts/delete', deletion('checkout')],
  ['customers/create', readCustomer],
  ['customers/update', readCustomer],
  ['customers/delete', deletion('customer')],
]);

/**
 * Reads a webhook of this topic. If it is not understood, `problem` says why in words.
 * @param home the country of phone numbers that have none
 * @param triggeredAt the header X-Shopify-Triggered-At, as `readTriggeredAt` reads it
 */
export function readWebhook(
  topic: string,
  body: Buffer,
  home: CountryCode,
  triggeredAt: string | null = null,
): ShopRecord | ShopDeletion | { problem: string } {
  const read = READERS.get(topic);
  if (read === undefined) return { problem: `Nothing here reads the topic '${topic.slice(0, 100)}'.` };
  const known = read(readJson(body.toString()), { home, triggeredAt });
  return known ?? { problem: `A webhook '${topic}' that is not understood.` };
}
