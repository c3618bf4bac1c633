import type { Profile, Schema } from '@inbox/domain';
import * as z from 'zod/mini';
import { readStored, writeStored } from '../storage';
import { agentKey, KEPT_CALLS, type CachedRequests } from './early-request';
import type { FirstCall } from './first-call';

const LIST_PATH = '/inbox/tickets';

const cachedRequestsSchema: Schema<CachedRequests> = z.object({
  agent: z.string(),
  calls: z.array(z.object({ at: z.string(), url: z.string(), body: z.nullable(z.string()) })),
});

/**
 * Keeps, whenever the page is left, what pages of this agent ask first.
 *
 * The filters of the last list stand in the address, beside a conversation too. What a page without any in its address
 * begins with may have changed with them: of that is kept only what is still asked.
 *
 * @returns stops it
 */
export function keepFirstCalls(user: () => Profile, firstCall: Pick<FirstCall, 'begun'>): () => void {
  function keep(): void {
    const begun = firstCall.begun();
    if (!begun) return;
    const { first, lists, thread } = begun;
    const agent = agentKey(user());
    const last = lists && { at: LIST_PATH + location.search, ...lists };
    const began = first?.body === lists?.body ? first : null;
    const fresh = [last, began, thread].filter((call) => call !== null);
    const stored = readStored(KEPT_CALLS, cachedRequestsSchema);
    const older = stored?.agent === agent ? stored.calls.filter(({ body }) => lists === null || body === null) : [];
    const calls = [...new Map([...older, ...fresh].map((call) => [call.at, call])).values()];
    if (calls.length > 0) writeStored(KEPT_CALLS, { agent, calls } satisfies CachedRequests);
  }
  addEventListener('pagehide', keep);
  return () => removeEventListener('pagehide', keep);
}
