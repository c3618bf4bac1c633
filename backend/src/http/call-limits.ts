import type { MerchantId } from '@inbox/domain';
import { RateLimiterMemory, RateLimiterRedis, type RateLimiterAbstract } from 'rate-limiter-flexible';
import type { SignedIn } from '../agents/sessions/session';
import { TooManyCalls } from './failures';
import { messages } from './messages';

/** Seconds over which calls are counted. */
export const WINDOW_SECONDS = 10;

/** How many calls are answered in the ten seconds that begin with the first. */
export interface CallBounds {
  /** Of one token: a session, or an embedding page's agent. */
  token: number;
  /** Of all agents of a merchant together. */
  merchant: number;
}

export interface CallLimits {
  /** Counts one more call. @throws TooManyCalls beyond the bound of the token, or of its merchant */
  take(who: Pick<SignedIn, 'sessionId' | 'merchantId' | 'agent' | 'narrowed'>): Promise<void>;
}

/** A client of Redis, connected: nodes that share one count together. */
export type CountStore = object;

/**
 * Keeps one program, or one shop, from taking the inbox away from all others. Without Redis, or while it is gone, each node counts
 * for itself. What a token was refused is not counted against its merchant.
 * @param seconds over which calls are counted
 */
export function createCallLimits(bounds: CallBounds, store?: CountStore, seconds = WINDOW_SECONDS): CallLimits {
  const limiterOf = (keyPrefix: keyof CallBounds): RateLimiterAbstract => {
    const options = { keyPrefix: `inbox:calls:${keyPrefix}`, points: bounds[keyPrefix], duration: seconds };
    const alone = new RateLimiterMemory(options);
    if (store === undefined) return alone;
    const shared = { storeClient: store, useRedisPackage: true, rejectIfRedisNotReady: true };
    return new RateLimiterRedis({ ...options, ...shared, insuranceLimiter: alone });
  };
  const limiters = { token: limiterOf('token'), merchant: limiterOf('merchant') };
  return {
    async take(who) {
      await take(limiters.token, tokenOf(who), messages.tokenTooOften);
      await take(limiters.merchant, who.merchantId, messages.merchantTooOften);
    },
  };
}

const tokenOf = ({ sessionId, agent, narrowed }: Parameters<CallLimits['take']>[0]): string =>
  narrowed === undefined ? sessionId : `${narrowed.kid}:${agent.id}`;

async function take(limiter: RateLimiterAbstract, key: string | MerchantId, words: (seconds: number) => string) {
  try {
    await limiter.consume(key);
  } catch (refused) {
    if (typeof refused !== 'object' || refused === null || !('msBeforeNext' in refused)) throw refused;
    const seconds = Math.max(1, Math.ceil(Number(refused.msBeforeNext) / 1_000));
    throw new TooManyCalls(words(seconds), seconds);
  }
}
