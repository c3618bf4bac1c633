import { isoTime, type Money } from '@inbox/domain';
import * as z from 'zod/mini';
import type { CountryCode } from '../phone-numbers/read-number';
import { contactsOf, phoneOfAddress } from './contacts';
import { MOST_FULFILLMENTS, orderMilestones } from './rank';
import {
  isCashOnDelivery,
  lineOf,
  linkOf,
  numberOf,
  shipmentOf,
  statusOf,
  textOf,
  type ShopRecord,
} from './shop-record';
import { amountSchema, currencySchema, firstPrice, orderPrices } from './shop-money';

/** Reads what the GraphQL API answers. What is newer than these fields is left out; a thing that does not fit is null. */

const text = z.optional(z.nullable(z.string()));
const side = z.optional(z.nullable(z.object({ amount: amountSchema, currencyCode: currencySchema })));
const money = z.optional(z.nullable(z.object({ presentmentMoney: side, shopMoney: side })));
const nodes = <T extends z.ZodMiniType>(node: T) => z.optional(z.nullable(z.object({ nodes: z.array(node) })));
const address = z.optional(z.nullable(z.object({ phone: text, countryCodeV2: text })));
const emailAddress = z.optional(z.nullable(z.object({ emailAddress: text })));
const phoneNumber = z.optional(z.nullable(z.object({ phoneNumber: text })));

const customerSchema = z.object({
  id: z.string(),
  createdAt: z.optional(isoTime),
  updatedAt: z.optional(isoTime),
  defaultEmailAddress: emailAddress,
  defaultPhoneNumber: phoneNumber,
});
const owner = z.optional(z.nullable(customerSchema));

const line = z.object({ name: text, title: text, sku: text, originalUnitPriceSet: money });

const orderSchema = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: isoTime,
  updatedAt: isoTime,
  cancelledAt: text,
  statusPageUrl: text,
  email: text,
  phone: text,
  displayFulfillmentStatus: text,
  displayFinancialStatus: text,
  paymentGatewayNames: z.optional(z.nullable(z.array(z.string()))),
  totalPriceSet: money,
  totalDiscountsSet: money,
  customer: owner,
  shippingAddress: address,
  billingAddress: address,
  lineItems: nodes(line),
  fulfillments: z.optional(
    z.nullable(
      z.array(
        z.object({
          displayStatus: text,
          trackingInfo: z.optional(z.nullable(z.array(z.object({ company: text, number: text, url: text })))),
        }),
      ),
    ),
  ),
});

const checkoutSchema = z.object({
  id: z.string(),
  createdAt: isoTime,
  updatedAt: isoTime,
  completedAt: text,
  abandonedCheckoutUrl: text,
  totalPriceSet: money,
  totalDiscountSet: money,
  customer: owner,
  shippingAddress: address,
  billingAddress: address,
  lineItems: nodes(line),
});

/** The fields that the schemas above read. */
const CUSTOMER_FIELDS =
  'id createdAt updatedAt defaultEmailAddress { emailAddress } defaultPhoneNumber { phoneNumber }';
/** The customer's money alone: the shop's own as well would make every query cost more points. */
const MONEY_FIELDS = '{ presentmentMoney { amount currencyCode } }';
const AROUND_FIELDS = `customer { ${CUSTOMER_FIELDS} } shippingAddress { phone countryCodeV2 } billingAddress { phone countryCodeV2 }`;

export const FIELDS = {
  customers: CUSTOMER_FIELDS,
  orders: `id name createdAt updatedAt cancelledAt statusPageUrl email phone displayFulfillmentStatus displayFinancialStatus
    paymentGatewayNames totalPriceSet ${MONEY_FIELDS} totalDiscountsSet ${MONEY_FIELDS} ${AROUND_FIELDS}
    lineItems(first: 20) { nodes { name sku originalUnitPriceSet ${MONEY_FIELDS} } }
    fulfillments(first: ${MOST_FULFILLMENTS}) { displayStatus trackingInfo(first: 1) { company number url } }`,
  abandonedCheckouts: `id createdAt updatedAt completedAt abandonedCheckoutUrl totalPriceSet ${MONEY_FIELDS}
    totalDiscountSet ${MONEY_FIELDS} ${AROUND_FIELDS}
    lineItems(first: 20) { nodes { title sku originalUnitPriceSet ${MONEY_FIELDS} } }`,
} as const;

type MoneySet = z.infer<typeof money>;
const priceOf = (set: MoneySet): Money => {
  const { presentmentMoney: paid, shopMoney: own } = set ?? {};
  return firstPrice(
    paid && { amount: paid.amount, currency: paid.currencyCode },
    own && { amount: own.amount, currency: own.currencyCode },
  );
};

function pricesOf(total: MoneySet, discounts: MoneySet, lines: z.infer<typeof orderSchema>['lineItems']) {
  const prices = orderPrices(priceOf(total), priceOf(discounts));
  const line_items = (lines?.nodes ?? []).map(({ name, title, sku, originalUnitPriceSet }) => {
    const price = priceOf(originalUnitPriceSet);
    return lineOf({ name: name ?? title ?? null, sku: sku ?? null, price }, prices.currency);
  });
  return { ...prices, line_items };
}

const emailOf = (customer: z.infer<typeof owner>) => customer?.defaultEmailAddress?.emailAddress;
const phoneOf = (customer: z.infer<typeof owner>) => customer?.defaultPhoneNumber?.phoneNumber;

export function readCustomer(node: unknown, home: CountryCode): Extract<ShopRecord, { kind: 'customer' }> | null {
  const customer = customerSchema.safeParse(node).data;
  if (customer === undefined) return null;
  const { id, createdAt, updatedAt } = customer;
  return {
    kind: 'customer',
    external_id: numberOf(id),
    updated_at: new Date(updatedAt ?? createdAt ?? 0),
    made_at: new Date(createdAt ?? updatedAt ?? 0),
    contacts: contactsOf([emailOf(customer)], [phoneOf(customer)], home),
    shop_customer_id: numberOf(id),
    details: {},
  };
}

export function readOrder(node: unknown, home: CountryCode): Extract<ShopRecord, { kind: 'order' }> | null {
  const order = orderSchema.safeParse(node).data;
  if (order === undefined) return null;
  const { customer, fulfillments } = order;
  const last = fulfillments?.at(-1);
  const tracking = last?.trackingInfo?.[0];
  const email = order.email ?? emailOf(customer);
  const phones = phonesOf(order, home);
  return {
    kind: 'order',
    external_id: numberOf(order.id),
    updated_at: new Date(order.updatedAt),
    made_at: new Date(order.createdAt),
    contacts: contactsOf([order.email, emailOf(customer)], phones, home),
    shop_customer_id: customer ? numberOf(customer.id) : null,
    milestones: orderMilestones({
      isCancelled: (order.cancelledAt ?? null) !== null,
      financialStatus: order.displayFinancialStatus,
      fulfillments: fulfillments?.length ?? 0,
    }),
    details: {
      order_number: textOf(order.name, 100) ?? numberOf(order.id),
      order_url: linkOf(order.statusPageUrl),
      order_created_at: new Date(order.createdAt).toISOString(),
      is_cod: isCashOnDelivery(order.paymentGatewayNames ?? []),
      is_cancelled: (order.cancelledAt ?? null) !== null,
      fulfillment_status: statusOf(last?.displayStatus ?? order.displayFulfillmentStatus),
      ...pricesOf(order.totalPriceSet, order.totalDiscountsSet, order.lineItems),
      user_email: textOf(email),
      user_phone_number: textOf(
        phones.find((phone) => phone != null),
        50,
      ),
      shipment_details:
        last === undefined
          ? null
          : shipmentOf({
              fulfillment_status: last.displayStatus,
              shipment_company: tracking?.company,
              shipment_tracking_id: tracking?.number,
              shipment_tracking_url: tracking?.url,
            }),
    },
  };
}

export function readCheckout(node: unknown, home: CountryCode): Extract<ShopRecord, { kind: 'checkout' }> | null {
  const checkout = checkoutSchema.safeParse(node).data;
  if (checkout === undefined) return null;
  const { customer } = checkout;
  const phones = phonesOf(checkout, home);
  return {
    kind: 'checkout',
    external_id: numberOf(checkout.id),
    updated_at: new Date(checkout.updatedAt),
    made_at: new Date(checkout.createdAt),
    contacts: contactsOf([emailOf(customer)], phones, home),
    shop_customer_id: customer ? numberOf(customer.id) : null,
    milestones: (checkout.completedAt ?? null) === null ? '0' : '1',
    details: {
      checkout_id: numberOf(checkout.id),
      created_at: new Date(checkout.createdAt).toISOString(),
      order_url: linkOf(checkout.abandonedCheckoutUrl),
      is_cod: false,
      is_cancelled: false,
      is_converted: (checkout.completedAt ?? null) !== null,
      fulfillment_status: null,
      ...pricesOf(checkout.totalPriceSet, checkout.totalDiscountSet, checkout.lineItems),
      user_email: textOf(emailOf(customer)),
      user_phone_number: textOf(
        phones.find((phone) => phone != null),
        50,
      ),
      shipment_details: null,
    },
  };
}

function phonesOf(
  {
    phone,
    customer,
    shippingAddress,
    billingAddress,
  }: Pick<z.infer<typeof checkoutSchema>, 'customer' | 'shippingAddress' | 'billingAddress'> & {
    phone?: string | null | undefined;
  },
  home: CountryCode,
) {
  const inAddress = (given: z.infer<typeof address>) =>
    phoneOfAddress(given && { phone: given.phone, country: given.countryCodeV2 }, home);
  return [phone, phoneOf(customer), inAddress(shippingAddress), inAddress(billingAddress)];
}
