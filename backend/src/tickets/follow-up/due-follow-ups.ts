import type { MerchantId, TicketId } from '@inbox/domain';
import type { Queryable } from '../../platform/db/connection';
import type { TicketRow } from '../lifecycle/ticket-rows';

/** Some tickets whose follow-up time is up at `now`, the longest due first. */
export async function findDueFollowUps(
  db: Queryable,
  now: Date,
  limit: number,
): Promise<{ id: TicketId; merchant_id: MerchantId }[]> {
  return (
    db
      .selectFrom('tickets')
      .select(['id', 'merchant_id'])
      .where('status', '=', 'follow_up')
      .where('follow_up_at', '<=', now)
      // Tickets come before their merchant when one moves in from another cell, where all is done until then.
      .where(({ exists, selectFrom }) =>
        exists(selectFrom('merchants').select('merchants.id').whereRef('merchants.id', '=', 'tickets.merchant_id')),
      )
      .orderBy('follow_up_at')
      .limit(limit)
      .execute()
  );
}

/** Locks the ticket when it is still due; undefined when it is not, or when somebody else works on it right now. */
export async function lockDueFollowUp(
  db: Queryable,
  { id, merchant_id }: { id: TicketId; merchant_id: MerchantId },
  now: Date,
): Promise<TicketRow | undefined> {
  return db
    .selectFrom('tickets')
    .selectAll()
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    .where('status', '=', 'follow_up')
    .where('follow_up_at', '<=', now)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
}

/** When the next follow-up after `now` is due; null when none is. */
export async function nextFollowUp(db: Queryable, now: Date): Promise<Date | null> {
  const { at } = await db
    .selectFrom('tickets')
    .select((eb) => eb.fn.min('follow_up_at').as('at'))
    .where('status', '=', 'follow_up')
    .where('follow_up_at', '>', now)
    .executeTakeFirstOrThrow();
  return at;
}
