import type { auditCalls } from '@inbox/api/audit';
import { searchAudit } from './audit-queries';
import { readContent } from './read-content';
import { WorkError } from '../platform/errors/errors';
import type { HttpDeps } from '../http/deps';
import { messages } from '../http/messages';
import type { Handlers } from '../http/serve-calls';

/** Who did what in the shop; for its admins. */
export function auditHandlers({ context }: Pick<HttpDeps, 'context'>): Pick<Handlers, keyof typeof auditCalls> {
  return {
    auditRecords: async ({ merchantId, agent }, { query: { since, until, page_size, ...search } }) => {
      if (!agent.is_store_admin) throw new WorkError(403, messages.auditForAdmins, 'admins_only');
      const limit = page_size + 1;
      const times = { ...(since && { since: new Date(since) }), ...(until && { until: new Date(until) }) };
      const found = await searchAudit(context.db, merchantId, { ...search, ...times }, limit);
      const records = found.slice(0, page_size).map(({ seq, content }) => ({ seq, ...readContent(content) }));
      return { records, next: found.length === limit ? (records.at(-1)?.seq ?? null) : null };
    },
  };
}
