import type { CustomerId } from '@inbox/domain';
import { cutText, MOST_LETTERS } from '@inbox/domain/conversation';
import { sql } from 'kysely';
import { endRow, type Claim } from '../platform/outbox/queue';
import { storable } from '../platform/db/storable-text';
import { toTicket } from '../tickets/lifecycle/ticket-rows';
import { change, type Change, type WorkContext } from '../platform/db/unit-of-work';

/**
 * Gives a customer the name that the channel knows them by, with their tickets. A name that says nothing leaves them as
 * they are.
 */
export async function nameCustomer(
  context: WorkContext,
  row: Claim,
  { customerId, name }: { customerId: CustomerId; name: string },
): Promise<void> {
  await change(context, { merchantId: row.merchant_id, by: null }, async (work) => {
    if (!(await endRow(work.tx, row, 'done', null))) return;
    const full_name = cutText(storable(name.trim()), MOST_LETTERS.name);
    if (full_name === '') return;
    const [first, ...rest] = full_name.split(/\s+/);
    const names = { full_name, first_name: first || null, last_name: rest.join(' ') || null };
    await renameCustomer(work, customerId, names);
  });
}

/** Gives a customer this name, and all their tickets, and publishes those. */
export async function renameCustomer(
  { tx, merchantId, publish }: Change,
  customerId: CustomerId,
  names: { full_name: string; first_name: string | null; last_name: string | null },
): Promise<void> {
  const { full_name } = names;
  const tickets = await tx
    .updateTable('tickets')
    .set({ full_name, rev: sql<number>`rev + 1` })
    .where('merchant_id', '=', merchantId)
    .where('customer_id', '=', customerId)
    .where('full_name', '<>', full_name)
    .returningAll()
    .execute();
  await tx
    .updateTable('customers')
    .set(names)
    .where('merchant_id', '=', merchantId)
    .where('id', '=', customerId)
    .execute();
  if (tickets.length > 0) publish('tickets.tickets', { tickets: tickets.map(toTicket) });
}
