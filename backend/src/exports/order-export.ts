import { dateRangeProblem, type ListFilters } from '@inbox/domain';
import { findReportMailbox, insertExport } from './export-queries';
import { setOrigin } from '../platform/db/set-origin';
import { inTransaction } from '../platform/db/transaction';
import type { WorkContext } from '../platform/db/unit-of-work';
import { WorkError } from '../platform/errors/errors';
import { messages } from '../platform/errors/messages';
import type { SignedIn } from '../agents/sessions/session';

/**
 * Takes an agent's order for a report of the tickets under these filters; it is made and e-mailed afterwards.
 * @throws WorkError when nothing can be mailed, or a report of this agent is under way
 */
export async function orderExport(
  { db, now }: Pick<WorkContext, 'db' | 'now'>,
  { merchantId, agent }: SignedIn,
  filters: ListFilters,
): Promise<void> {
  const at = now();
  const problem = dateRangeProblem(filters.date_filter_start, filters.date_filter_end, at.getTime());
  if (problem !== null) {
    const message = messages.exportDates[problem];
    throw new WorkError(400, message, 'bad_dates', { filters: [message] });
  }
  if ((await findReportMailbox(db, merchantId)) === undefined) {
    throw new WorkError(409, messages.exportNoMailbox, 'no_mailbox');
  }
  const isOrdered = await inTransaction(db, async (tx) => {
    await setOrigin(tx, agent.id);
    return insertExport(tx, { merchantId, agentId: agent.id, filters, at });
  });
  if (!isOrdered) {
    throw new WorkError(409, messages.exportRunning, 'export_running');
  }
}
