/** What a simulated shop has, and how its two APIs say it. */

export interface SimulatedCustomer {
  id: number;
  email: string | null;
  phone: string | null;
  updated_at: string;
}

export interface SimulatedLine {
  name: string;
  sku: string | null;
  price: string;
}

export interface SimulatedOrder {
  id: number;
  name: string;
  email: string | null;
  phone: string | null;
  customer: SimulatedCustomer | null;
  created_at: string;
  updated_at: string;
  cancelled_at: string | null;
  order_status_url: string;
  gateway: string;
  total_price: string;
  total_discounts: string;
  line_items: SimulatedLine[];
  shipment: { status: string; company: string; number: string; url: string } | null;
}

export interface SimulatedCheckout {
  id: number;
  email: string | null;
  customer: SimulatedCustomer | null;
  created_at: string;
  updated_at: string;
  completed_at: string | null;
  url: string;
  total_price: string;
  line_items: SimulatedLine[];
}

const gid = (kind: string, id: number) => `gid://shopify/${kind}/${id}`;
const money = (amount: string) => ({ shopMoney: { amount, currencyCode: 'INR' } });
const linesNode = (lines: readonly SimulatedLine[]) => ({
  nodes: lines.map(({ name, sku, price }) => ({ name, title: name, sku, originalUnitPriceSet: money(price) })),
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
  displayFulfillmentStatus: order.shipment === null ? 'UNFULFILLED' : 'FULFILLED',
  paymentGatewayNames: [order.gateway],
  totalPriceSet: money(order.total_price),
  totalDiscountsSet: money(order.total_discounts),
  customer: order.customer && customerNode(order.customer),
  shippingAddress: null,
  billingAddress: null,
  lineItems: linesNode(order.line_items),
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
  totalPriceSet: money(checkout.total_price),
  totalDiscountSet: money('0.0'),
  customer: checkout.customer && customerNode(checkout.customer),
  shippingAddress: null,
  billingAddress: null,
  lineItems: linesNode(checkout.line_items),
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

export const orderBody = ({ shipment, gateway, customer, ...order }: SimulatedOrder) => ({
  ...order,
  admin_graphql_api_id: gid('Order', order.id),
  contact_email: order.email,
  fulfillment_status: shipment === null ? null : 'fulfilled',
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
});

export const checkoutBody = ({ url, customer, line_items, ...checkout }: SimulatedCheckout) => ({
  ...checkout,
  phone: null,
  abandoned_checkout_url: url,
  total_discounts: '0.0',
  customer: customer && customerBody(customer),
  line_items: line_items.map(({ name, ...line }) => ({ ...line, title: name })),
});
