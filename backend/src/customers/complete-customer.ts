import type { CustomerId } from '@inbox/domain';
import { isPersonName } from '@inbox/domain/conversation';
import type { Change } from '../platform/db/unit-of-work';
import { renameCustomer } from './name-customer';

interface Typed {
  first_name: string;
  last_name: string;
  full_name: string;
  phone: string | null;
  email: string | null;
}

/** Adds to a customer what an agent has typed and the inbox did not know; what it knows stays as it is. */
export async function completeCustomer(work: Change, customerId: CustomerId, typed: Typed): Promise<void> {
  const { tx, merchantId } = work;
  const known = await tx
    .selectFrom('customers')
    .select(['full_name', 'phone', 'email'])
    .where('merchant_id', '=', merchantId)
    .where('id', '=', customerId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const { phone, email } = typed;
  const missing = {
    ...(known.phone === null && phone !== null && { phone }),
    ...(known.email === null && email !== null && { email }),
  };
  if (Object.keys(missing).length > 0) {
    await tx
      .updateTable('customers')
      .set(missing)
      .where('merchant_id', '=', merchantId)
      .where('id', '=', customerId)
      .execute();
  }
  const isNamed = isPersonName(known.full_name, { phone: known.phone ?? phone, email: known.email ?? email });
  if (isNamed || typed.full_name === '') return;
  const { first_name, last_name, full_name } = typed;
  await renameCustomer(work, customerId, { full_name, first_name: first_name || null, last_name: last_name || null });
}
