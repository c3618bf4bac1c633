import type { CustomerId } from '@inbox/domain';
import { cutText, MOST_LETTERS } from '@inbox/domain/conversation';
import { sql } from 'kysely';
import { endRow, type Claim } from '../outbox/queue';
import { storable } from '../db/storable-text';
import { toTicket } from '../tickets/ticket-rows';
import { change, type WorkContext } from '../db/unit-of-work';

/**
 * Gives a customer the name that the channel knows them by, with their tickets. A name that says nothing leaves them as
 * they are.
 */
export async function nameCustomer(
  context: WorkContext,
  row: Claim,
  { customerId, name }: { customerId: CustomerId; name: string },
): Promise<void> {
  await change(context, { merchantId: row.merchant_id, by: null }, async ({ tx, merchantId, publish }) => {
    if (!(await endRow(tx, row, 'done', null))) return;
    const full_name = cutText(storable(name.trim()), MOST_LETTERS.name);
    if (full_name === '') return;
    const tickets = await tx
      .updateTable('tickets')
      .set({ full_name, rev: sql<number>`rev + 1` })
      .where('merchant_id', '=', merchantId)
      .where('customer_id', '=', customerId)
      .where('full_name', '<>', full_name)
      .returningAll()
      .execute();
    const [first, ...rest] = full_name.split(/\s+/);
    await tx
      .updateTable('customers')
      .set({ full_name, first_name: first || null, last_name: rest.join(' ') || null })
      .where('merchant_id', '=', merchantId)
      .where('id', '=', customerId)
      .execute();
    if (tickets.length > 0) publish('tickets.tickets', { tickets: tickets.map(toTicket) });
  });
}
