import type { CustomFieldId, FieldType, FieldValues, MerchantId, TicketId } from '@inbox/domain';
import type { ColumnType, Generated } from 'kysely';

export interface CustomFieldsTable {
  id: Generated<CustomFieldId>;
  merchant_id: MerchantId;
  /** Of a sub-field: the field, and the option of it, that it appears with. */
  parent_id: CustomFieldId | null;
  parent_option: string | null;
  field_name: string;
  field_type: FieldType;
  is_required: boolean;
  is_fixed_values: boolean;
  options: string[];
}

export interface TicketFieldsTable {
  merchant_id: MerchantId;
  ticket_id: TicketId;
  field_values: ColumnType<FieldValues, string, string>;
  rev: number;
}

export interface FieldTables {
  custom_fields: CustomFieldsTable;
  ticket_fields: TicketFieldsTable;
}
