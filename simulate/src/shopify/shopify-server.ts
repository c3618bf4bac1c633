import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createShopify, GRAPHQL_PATH, type Shopify, type ShopifyOptions } from './shopify';

export interface ShopifyServer extends Shopify {
  /** Where its GraphQL is answered. */
  url: string;
  close(): Promise<void>;
}

/** A shop on a port of its own. @param options.port 0 takes any free port */
export async function startShopifyServer({
  port,
  ...options
}: ShopifyOptions & { port: number }): Promise<ShopifyServer> {
  const shopify = createShopify(options);
  const server = createServer(shopify.answer);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    ...shopify,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${GRAPHQL_PATH}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
