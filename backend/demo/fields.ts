import type { CustomFieldId, MerchantId } from '@inbox/domain';
import type { Insertable } from 'kysely';
import type { CustomFieldsTable } from '../src/tickets/custom-fields/tables';
import { insertField } from '../src/tickets/custom-fields/field-queries';
import type { SeedDeps } from './deps';

/** What the demo shops want to know of each ticket. */
export async function addFields(db: SeedDeps['db'], merchant_id: MerchantId): Promise<void> {
  const plain = { merchant_id, parent_id: null, parent_option: null, options: [] as string[], is_required: false };
  const free = { ...plain, field_type: 'single_input' as const, is_fixed_values: false };
  const add = (field: Partial<Insertable<CustomFieldsTable>>, field_name: string) =>
    insertField(db, { ...free, ...field, field_name });
  const when = (parent_id: CustomFieldId, parent_option: string) => ({ parent_id, parent_option });

  const reasons = ['Delivery', 'Return or exchange', 'Payment', 'Question'];
  const reason = await add({ is_required: true, is_fixed_values: true, options: reasons }, 'Reason');
  await add({ ...when(reason, 'Delivery'), options: ['Blue Dart', 'Delhivery', 'India Post'] }, 'Courier');
  const wrong = { field_type: 'multiple_input' as const, is_fixed_values: true, is_required: true };
  await add(
    { ...when(reason, 'Return or exchange'), ...wrong, options: ['Size', 'Colour', 'Damaged', 'Other'] },
    'What is wrong',
  );
  await add({ field_type: 'multiple_input' }, 'Products');
  await add({}, 'Promised');
}
