import * as z from 'zod/mini';
import { createShopClient } from './shop-client';
import { ShopError } from './shop-error';
import type { Shop } from './shops';
import { createThrottle, systemClock } from './throttle';

const answer = z.object({ shop: z.object({ name: z.string(), myshopifyDomain: z.string() }) });

/**
 * What the shop calls itself: its address, its credentials and its scopes are right when it answers for orders too.
 * @throws ShopError with what is wrong
 */
export async function readShopName(
  shop: Shop,
  { timeoutMs, mayReachPrivate }: { timeoutMs: number; mayReachPrivate: boolean },
): Promise<string> {
  const clock = systemClock;
  const deadline = { at: clock.now() + timeoutMs, signal: AbortSignal.timeout(timeoutMs) };
  const runQuery = createShopClient({ shop, clock, throttle: createThrottle(clock), deadline, mayReachPrivate });
  const data = await runQuery(
    'query { shop { name myshopifyDomain } orders(first: 1) { nodes { id } } customers(first: 1) { nodes { id } } }',
    {},
  );
  const read = answer.safeParse(data).data?.shop;
  if (read === undefined) throw new ShopError('The answer of the shop cannot be read.');
  if (read.myshopifyDomain.toLowerCase() !== shop.domain) {
    throw new ShopError(`The access token is for ${read.myshopifyDomain.slice(0, 255)}, not for ${shop.domain}.`);
  }
  return read.name.slice(0, 200);
}
