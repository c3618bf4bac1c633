import * as z from 'zod/mini';

/** What a simulated shop has, and how its two APIs say it. */

const text = z.nullable(z.string());

const customerSchema = z.object({ id: z.int(), email: text, phone: text, updated_at: z.string() });
export type SimulatedCustomer = z.infer<typeof customerSchema>;

const lineSchema = z.object({ name: z.string(), sku: text, price: z.string() });
export type SimulatedLine = z.infer<typeof lineSchema>;

const shipmentSchema = z.object({ status: z.string(), company: z.string(), number: z.string(), url: z.string() });

const orderSchema = z.object({
  id: z.int(),
  name: z.string(),
  email: text,
  phone: text,
  customer: z.nullable(customerSchema),
  created_at: z.string(),
  updated_at: z.string(),
  cancelled_at: text,
  /** The money went back, and what was not sent is in stock again. */
  is_refunded: z.optional(z.boolean()),
  order_status_url: z.string(),
  gateway: z.string(),
  total_price: z.string(),
  total_discounts: z.string(),
  /** Currency of all amounts (default: rupees). */
  currency: z.optional(z.string()),
  line_items: z.array(lineSchema),
  shipment: z.nullable(shipmentSchema),
});
export type SimulatedOrder = z.infer<typeof orderSchema>;

const checkoutSchema = z.object({
  id: z.int(),
  email: text,
  customer: z.nullable(customerSchema),
  created_at: z.string(),
  updated_at: z.string(),
  completed_at: text,
  url: z.string(),
  total_price: z.string(),
  currency: z.optional(z.string()),
  line_items: z.array(lineSchema),
});
export type SimulatedCheckout = z.infer<typeof checkoutSchema>;

export const stockSchema = z.object({
  customers: z.array(customerSchema),
  orders: z.array(orderSchema),
  checkouts: z.array(checkoutSchema),
});
/** All that a simulated shop has. */
export type ShopStock = z.infer<typeof stockSchema>;

/** The gateway of what is paid at the door. */
export const COD = 'Cash on Delivery (COD)';

const gid = (kind: string, id: number) => `gid://shopify/${kind}/${id}`;
const money = (amount: string, currencyCode = 'INR') => ({
  shopMoney: { amount, currencyCode },
  presentmentMoney: { amount, currencyCode },
});
const linesNode = (lines: readonly SimulatedLine[], currency?: string) => ({
  nodes: lines.map(({ name, sku, price }) => ({
    name,
    title: name,
    sku,
    originalUnitPriceSet: money(price, currency),
  })),
});

/** Whether it is paid, and whether it was sent, in the words of the webhooks; those of GraphQL are the same in capitals. */
const standingOf = ({ shipment, is_refunded, gateway }: SimulatedOrder) => ({
  financial:
    is_refunded === true ? 'refunded' : gateway === COD && shipment?.status !== 'delivered' ? 'pending' : 'paid',
  fulfillment: shipment !== null ? 'fulfilled' : is_refunded === true ? 'restocked' : null,
});

export const customerNode = ({ id, email, phone, updated_at }: SimulatedCustomer) => ({
  id: gid('Customer', id),
  createdAt: updated_at,
  updatedAt: updated_at,
  defaultEmailAddress: email === null ? null : { emailAddress: email, marketingState: 'NOT_SUBSCRIBED' },
  defaultPhoneNumber: phone === null ? null : { phoneNumber: phone },
});

export const orderNode = (order: SimulatedOrder) => ({
  id: gid('Order', order.id),
  name: order.name,
  createdAt: order.created_at,
  updatedAt: order.updated_at,
  cancelledAt: order.cancelled_at,
  statusPageUrl: order.order_status_url,
  email: order.email,
  phone: order.phone,
  displayFinancialStatus: standingOf(order).financial.toUpperCase(),
  displayFulfillmentStatus: (standingOf(order).fulfillment ?? 'unfulfilled').toUpperCase(),
  paymentGatewayNames: [order.gateway],
  totalPriceSet: money(order.total_price, order.currency),
  totalDiscountsSet: money(order.total_discounts, order.currency),
  customer: order.customer && customerNode(order.customer),
  shippingAddress: null,
  billingAddress: null,
  lineItems: linesNode(order.line_items, order.currency),
  fulfillments: order.shipment
    ? [
        {
          displayStatus: order.shipment.status.toUpperCase(),
          trackingInfo: [{ company: order.shipment.company, number: order.shipment.number, url: order.shipment.url }],
        },
      ]
    : [],
});

export const checkoutNode = (checkout: SimulatedCheckout) => ({
  id: gid('AbandonedCheckout', checkout.id),
  createdAt: checkout.created_at,
  updatedAt: checkout.updated_at,
  completedAt: checkout.completed_at,
  abandonedCheckoutUrl: checkout.url,
  totalPriceSet: money(checkout.total_price, checkout.currency),
  totalDiscountSet: money('0.0', checkout.currency),
  customer: checkout.customer && customerNode(checkout.customer),
  shippingAddress: null,
  billingAddress: null,
  lineItems: linesNode(checkout.line_items, checkout.currency),
});

/** As webhooks have them. */
export const customerBody = ({ id, email, phone, updated_at }: SimulatedCustomer) => ({
  id,
  admin_graphql_api_id: gid('Customer', id),
  email,
  phone,
  created_at: updated_at,
  updated_at,
});

export function orderBody(order: SimulatedOrder) {
  const { shipment, gateway, customer, currency = 'INR', is_refunded: _isRefunded, ...rest } = order;
  const { financial, fulfillment } = standingOf(order);
  return {
    ...rest,
    currency,
    presentment_currency: currency,
    admin_graphql_api_id: gid('Order', order.id),
    contact_email: order.email,
    financial_status: financial,
    fulfillment_status: fulfillment,
    payment_gateway_names: [gateway],
    customer: customer && customerBody(customer),
    fulfillments: shipment
      ? [
          {
            status: 'success',
            shipment_status: shipment.status,
            tracking_company: shipment.company,
            tracking_number: shipment.number,
            tracking_url: shipment.url,
          },
        ]
      : [],
  };
}

export const checkoutBody = ({ url, customer, line_items, currency = 'INR', ...checkout }: SimulatedCheckout) => ({
  ...checkout,
  currency,
  presentment_currency: currency,
  phone: null,
  abandoned_checkout_url: url,
  total_discounts: '0.0',
  customer: customer && customerBody(customer),
  line_items: line_items.map(({ name, ...line }) => ({ ...line, title: name })),
});
