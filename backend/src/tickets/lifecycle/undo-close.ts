import { BULK_LIMIT } from '@inbox/domain';
import type { ChangeAnswer } from '@inbox/api/wire';
import { findClosedBy } from './bulk-tickets';
import type { StatusContext } from './surveys';
import { changeMany } from './change-many';
import { reopenTickets } from './reopen';
import type { SignedIn } from '../../agents/sessions/session';

/**
 * Takes back a close: what the request of this ref has closed, and nobody has opened since, is as it was before. Asked
 * again it does the rest, and changes nothing twice.
 */
export async function undoClose(
  context: StatusContext,
  who: SignedIn,
  { closed_ref, ref }: { closed_ref: string; ref?: string | undefined },
): Promise<ChangeAnswer> {
  const ticket_ids = await findClosedBy(context.db, who.merchantId, closed_ref, BULK_LIMIT);
  return changeMany(context, who, { ticket_ids, ref }, (work, ids) =>
    reopenTickets(context.surveys, work, who, ids, { restores: true }),
  );
}
