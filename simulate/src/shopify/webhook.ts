import { createHmac } from 'node:crypto';

export interface ShopifyDoor {
  /** Origin of the inbox backend. */
  backend: string;
  domain: string;
  /** Signs the webhooks. */
  appSecret: string;
}

/** As Shopify signs the raw body. */
export const shopifySignature = (appSecret: string, rawBody: string): string =>
  createHmac('sha256', appSecret).update(rawBody).digest('base64');

/** Tells the inbox of a change, signed. @returns the status of its answer */
export async function postShopifyWebhook(door: ShopifyDoor, topic: string, body: unknown): Promise<number> {
  const text = JSON.stringify(body);
  const response = await fetch(`${door.backend}/channels/shopify`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-shopify-topic': topic,
      'x-shopify-shop-domain': door.domain,
      'x-shopify-hmac-sha256': shopifySignature(door.appSecret, text),
    },
    body: text,
  });
  return response.status;
}
