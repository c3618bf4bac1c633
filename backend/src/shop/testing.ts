import { shopifySignature, type SimulatedCheckout, type SimulatedOrder } from '@inbox/simulate';
import type { TestInbox } from '../testing/inbox';

export const shopCredentials = { access_token: 'shpat_secret', app_secret: 'app-secret' };

/** Posts a webhook of the shop with this domain, signed. @returns the status of the answer */
export async function postWebhook(
  { app }: TestInbox,
  domain: string,
  topic: string,
  body: unknown,
  given: Record<string, string> = {},
): Promise<number> {
  const payload = typeof body === 'string' ? body : JSON.stringify(body);
  const response = await app.inject({
    method: 'POST',
    url: '/channels/shopify',
    payload,
    headers: {
      'content-type': 'application/json',
      'x-shopify-topic': topic,
      'x-shopify-shop-domain': domain,
      'x-shopify-hmac-sha256': shopifySignature(shopCredentials.app_secret, payload),
      ...given,
    },
  });
  return response.statusCode;
}

const at = '2026-11-20T06:00:00Z';

/** An order of Rohit's, on its way. */
export const simulatedOrder = (given: Partial<SimulatedOrder> = {}): SimulatedOrder => ({
  id: 1001,
  name: '#1001',
  email: 'rohit@mail.example',
  phone: null,
  customer: null,
  created_at: at,
  updated_at: at,
  cancelled_at: null,
  order_status_url: 'https://shop.example/orders/1001',
  gateway: 'Cash on Delivery (COD)',
  total_price: '1249.00',
  total_discounts: '50.00',
  line_items: [{ name: 'Silk kurta', sku: 'KUR-7', price: '1299.00' }],
  shipment: { status: 'in_transit', company: 'Delhivery', number: 'AWB77', url: 'https://track.example/AWB77' },
  ...given,
});

export const simulatedCheckout = (given: Partial<SimulatedCheckout> = {}): SimulatedCheckout => ({
  id: 900,
  email: 'rohit@mail.example',
  customer: { id: 5, email: 'rohit@mail.example', phone: null, updated_at: at },
  created_at: at,
  updated_at: at,
  completed_at: null,
  url: 'https://shop.example/checkouts/900',
  total_price: '799.00',
  line_items: [{ name: 'Khadi stole', sku: null, price: '799.00' }],
  ...given,
});
