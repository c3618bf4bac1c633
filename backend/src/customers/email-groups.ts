import type { EmailGroup, MerchantId } from '@inbox/domain';
import type { Queryable } from '../platform/db/connection';

/** The merchant's groups of addresses, by name. */
export async function listEmailGroups(db: Queryable, merchantId: MerchantId): Promise<EmailGroup[]> {
  return db
    .selectFrom('email_groups')
    .select(['group_name', 'email_ids'])
    .where('merchant_id', '=', merchantId)
    .orderBy('group_name')
    .execute();
}

/** Makes a group, or gives the one of this name these addresses. */
export async function setEmailGroup(db: Queryable, merchantId: MerchantId, group: EmailGroup): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('email_groups')
    .set(group)
    .where('merchant_id', '=', merchantId)
    .where((eb) => eb(eb.fn<string>('lower', ['group_name']), '=', group.group_name.toLowerCase()))
    .executeTakeFirst();
  if (numUpdatedRows > 0n) return;
  await db
    .insertInto('email_groups')
    .values({ merchant_id: merchantId, ...group })
    .execute();
}

/** Says whether there was such a group. */
export async function removeEmailGroup(db: Queryable, merchantId: MerchantId, name: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('email_groups')
    .where('merchant_id', '=', merchantId)
    .where((eb) => eb(eb.fn<string>('lower', ['group_name']), '=', name.toLowerCase()))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
