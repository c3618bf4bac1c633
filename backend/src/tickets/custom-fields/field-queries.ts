import type { CustomField, CustomFieldId, FieldValues, MerchantId, TicketId } from '@inbox/domain';
import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Queryable } from '../../platform/db/connection';
import type { CustomFieldsTable } from './tables';
import { storableJson } from '../../platform/db/storable-text';

export type FieldRow = Selectable<CustomFieldsTable>;

/** The merchant's fields and sub-fields, in the order in which they were made. */
export async function listFieldRows(db: Queryable, merchantId: MerchantId): Promise<FieldRow[]> {
  return db.selectFrom('custom_fields').selectAll().where('merchant_id', '=', merchantId).orderBy('id').execute();
}

/** The merchant's fields, each with the sub-fields of its options (spec section 3, Custom field). */
export async function listFields(db: Queryable, merchantId: MerchantId): Promise<CustomField[]> {
  const rows = await listFieldRows(db, merchantId);
  const below = (parent: CustomFieldId | null, option: string | null): CustomField[] =>
    rows
      .filter(({ parent_id, parent_option }) => parent_id === parent && parent_option === option)
      .map(({ id, field_name, field_type, is_required, is_fixed_values, options }) => ({
        ...{ id, field_name, field_type, is_required, is_fixed_values },
        pre_defined_options: options.map((field_value) => ({ field_value, sub_fields: below(id, field_value) })),
      }));
  return below(null, null);
}

export async function insertField(db: Queryable, field: Insertable<CustomFieldsTable>): Promise<CustomFieldId> {
  const { id } = await db.insertInto('custom_fields').values(field).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function updateField(
  db: Queryable,
  merchantId: MerchantId,
  id: CustomFieldId,
  patch: Updateable<CustomFieldsTable>,
): Promise<void> {
  await db.updateTable('custom_fields').set(patch).where('merchant_id', '=', merchantId).where('id', '=', id).execute();
}

/** With its sub-fields. What tickets say in it is no longer shown. */
export async function deleteField(db: Queryable, merchantId: MerchantId, id: CustomFieldId): Promise<void> {
  await db.deleteFrom('custom_fields').where('merchant_id', '=', merchantId).where('id', '=', id).execute();
}

export interface StoredValues {
  values: FieldValues;
  rev: number;
}

/** What was last submitted for the ticket, whichever of its fields are still there. */
export async function readStoredValues(
  db: Queryable,
  merchantId: MerchantId,
  ticketId: TicketId,
): Promise<StoredValues> {
  const row = await db
    .selectFrom('ticket_fields')
    .select(['field_values', 'rev'])
    .where('merchant_id', '=', merchantId)
    .where('ticket_id', '=', ticketId)
    .executeTakeFirst();
  return { values: row?.field_values ?? {}, rev: row?.rev ?? 0 };
}

export async function writeStoredValues(
  db: Queryable,
  merchantId: MerchantId,
  ticketId: TicketId,
  { values, rev }: StoredValues,
): Promise<void> {
  const row = { field_values: storableJson(values), rev };
  await db
    .insertInto('ticket_fields')
    .values({ merchant_id: merchantId, ticket_id: ticketId, ...row })
    .onConflict((conflict) => conflict.columns(['merchant_id', 'ticket_id']).doUpdateSet(row))
    .execute();
}
