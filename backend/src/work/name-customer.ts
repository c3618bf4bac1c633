import type { CustomerId } from '@inbox/domain';
import { sql } from 'kysely';
import { endRow, type Claim } from '../store/outbox-queue';
import { storable } from '../store/text';
import { toTicket } from '../store/ticket-rows';
import { change, type WorkContext } from './change';

const MAX_NAME = 200;

/**
 * Gives a customer the name that the channel knows them by, with their tickets. A name that says nothing leaves them as
 * they are.
 */
export async function nameCustomer(
  context: WorkContext,
  row: Claim,
  { customerId, name }: { customerId: CustomerId; name: string },
): Promise<void> {
  await change(context, { merchantId: row.merchant_id, by: null }, async ({ tx, merchantId, tell }) => {
    if (!(await endRow(tx, row, 'done', null))) return;
    const full_name = storable(name).trim().slice(0, MAX_NAME);
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
    if (tickets.length > 0) tell('tickets.tickets', { tickets: tickets.map(toTicket) });
  });
}
