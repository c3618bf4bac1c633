import type { analyticsCalls } from '@inbox/api/analytics';
import { analyticsRangeProblem, type DayRange } from '@inbox/domain/analytics';
import { listAnalyticsCustomers } from './customers';
import { readAnalytics } from './figures';
import type { SignedIn } from '../agents/sessions/session';
import { WorkError } from '../platform/errors/errors';
import { cursorOf } from '../http/cursor-of';
import type { HttpDeps } from '../http/deps';
import { BadRequest } from '../http/failures';
import { messages } from '../http/messages';
import type { Handlers } from '../http/serve-calls';

/** Figures of the whole shop. */
export function analyticsHandlers({ context }: Pick<HttpDeps, 'context'>): Pick<Handlers, keyof typeof analyticsCalls> {
  const { db, now } = context;

  /** @throws WorkError 403, BadRequest */
  function check({ agent }: SignedIn, { from, to }: DayRange): void {
    if (!agent.is_store_admin) throw new WorkError(403, messages.analyticsForAdmins, 'admins_only');
    const problem = analyticsRangeProblem({ from, to }, now().getTime());
    if (problem === null) return;
    const message = messages.badRange[problem];
    throw new BadRequest(message, { [problem === 'end_before_start' ? 'from' : 'to']: [message] });
  }

  return {
    analytics: async (who, { query: { from, to } }) => {
      check(who, { from, to });
      return readAnalytics(db, { merchantId: who.merchantId, from, to });
    },
    analyticsCustomers: async (who, { query: { from, to, page_size, fetch_since } }) => {
      check(who, { from, to });
      const since = cursorOf(fetch_since ?? null);
      return listAnalyticsCustomers(db, { merchantId: who.merchantId, from, to, pageSize: page_size, since });
    },
  };
}
