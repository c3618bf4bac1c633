import type { AgentId, MerchantId } from '@inbox/domain';
import { createCallLimits, type CallBounds, type CallLimits, type CountStore } from '../http/call-limits';
import { TooManyCalls } from '../http/failures';

type Caller = Parameters<CallLimits['take']>[0];

const agentOf = (id: number) => ({ id: id as AgentId }) as Caller['agent'];

/** Seconds. */
export const HOUR = 3_600;

/** Limits over an hour: however long a test takes, its calls are counted together. */
export const limitsOf = (bounds: CallBounds, store?: CountStore): CallLimits => createCallLimits(bounds, store, HOUR);

/** A caller with a token of its own session. */
export const who = (sessionId: string, merchant = 1): Caller => ({
  sessionId,
  merchantId: merchant as MerchantId,
  agent: agentOf(1),
});

/** A caller with a narrow token, signed by the secret `kid`. */
export const narrow = (kid: string, agent: number): Caller => ({
  sessionId: '',
  merchantId: 1 as MerchantId,
  agent: agentOf(agent),
  narrowed: { kid, scope: {} as never },
});

/**
 * How many of so many calls are answered.
 * @throws what a call was refused with, where that is not that there were too many
 */
export async function answered(limits: CallLimits, calls: readonly Caller[]): Promise<number> {
  const results = await Promise.allSettled(calls.map((call) => limits.take(call)));
  for (const result of results) {
    if (result.status === 'rejected' && !(result.reason instanceof TooManyCalls)) throw result.reason;
  }
  return results.filter(({ status }) => status === 'fulfilled').length;
}

/** So many of what is made of their numbers, from 0 on. */
export const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, n) => make(n));
