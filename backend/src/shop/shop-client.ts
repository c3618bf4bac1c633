import * as z from 'zod/mini';
import { withoutSecrets } from '../platform/outbox/answer';
import { postJson } from './post-json';
import { ShopError } from './shop-error';
import type { Shop } from './shops';
import { waitWithin, type Clock, type Deadline, type Throttle } from './throttle';

/** Points of a query before the shop has said what it costs. */
const FIRST_COST = 50;

/** Milliseconds after a 429 that names no time. */
const BUSY_MS = 1_000;

const envelope = z.object({
  data: z.optional(z.unknown()),
  errors: z.optional(
    z.array(
      z.object({
        message: z.string(),
        extensions: z.optional(z.object({ code: z.optional(z.string()) })),
      }),
    ),
  ),
  extensions: z.optional(
    z.object({
      cost: z.optional(
        z.object({
          requestedQueryCost: z.optional(z.number()),
          throttleStatus: z.optional(
            z.object({
              maximumAvailable: z.number().check(z.positive()),
              currentlyAvailable: z.number(),
              restoreRate: z.number().check(z.positive()),
            }),
          ),
        }),
      ),
    }),
  ),
});

export interface ShopClientOptions {
  shop: Pick<Shop, 'url' | 'credentials' | 'is_demo'>;
  clock: Clock;
  /** Shared by all who ask this shop. */
  throttle: Throttle;
  deadline: Deadline;
  /** A shop of the demo data may always. */
  mayReachPrivate: boolean;
}

/** Runs one GraphQL query. */
export type RunQuery = (query: string, variables: Readonly<Record<string, unknown>>) => Promise<unknown>;

/**
 * Speaks GraphQL with one shop, within its limits: what it has no room for waits, and is given up when the wait would end
 * after the deadline. Each query throws a ShopError when there is no usable answer.
 */
export function createShopClient({ shop, clock, throttle, deadline, mayReachPrivate }: ShopClientOptions): RunQuery {
  const { access_token, app_secret } = shop.credentials;
  const reach = { mayReachPrivate: mayReachPrivate || shop.is_demo };
  const costs = new Map<string, number>();

  return async (query, variables) => {
    for (;;) {
      const cost = costs.get(query) ?? FIRST_COST;
      await throttle.reserve(cost, deadline);
      const { signal } = deadline;
      const { status, retryAfter, body } = await postJson(shop, { query, variables }, { signal, ...reach });
      if (status === 429) {
        await waitWithin(clock, retryAfter ?? BUSY_MS, deadline);
        continue;
      }
      if (status === 401 || status === 403) throw new ShopError('The shop refuses the access token.');
      if (status !== 200) throw new ShopError(`The shop answered ${status}.`, status >= 500);
      const read = envelope.safeParse(body);
      if (!read.success) throw new ShopError('The answer of the shop cannot be read.');
      const { data, errors = [], extensions } = read.data;
      const { requestedQueryCost = cost, throttleStatus } = extensions?.cost ?? {};
      costs.set(query, requestedQueryCost);
      if (throttleStatus) throttle.update(throttleStatus);
      if (errors.some((error) => error.extensions?.code === 'THROTTLED')) {
        // What the shop has said of its limit makes the next turn wait; without it a moment must do.
        if (throttleStatus === undefined) await waitWithin(clock, BUSY_MS, deadline);
        else if (throttleStatus.currentlyAvailable >= requestedQueryCost) await waitWithin(clock, BUSY_MS, deadline);
        continue;
      }
      const [error] = errors;
      if (error !== undefined) {
        const words = withoutSecrets(error.message, [access_token, app_secret]).slice(0, 300);
        throw new ShopError(`The shop refuses the request: ${words}`);
      }
      return data;
    }
  };
}
