import type { AccountId, MerchantId, TemplateId, TemplateParts, TemplateStatus } from '@inbox/domain';
import type { ColumnType, Generated } from 'kysely';

/** A template's parts, with what only the channel must know of it. */
export interface StoredTemplateParts extends TemplateParts {
  /** Its placeholders have names, and its values are sent by them. */
  named: boolean;
}

export interface TemplatesTable {
  id: Generated<TemplateId>;
  merchant_id: MerchantId;
  account_id: AccountId;
  /** WhatsApp's id of it. */
  external_id: string;
  name: string;
  language: string;
  /** As WhatsApp writes it. */
  category: string;
  status: TemplateStatus;
  parts: ColumnType<StoredTemplateParts, string, string>;
}

export interface TemplateSyncsTable {
  merchant_id: MerchantId;
  account_id: AccountId;
  asked_at: Date | null;
  synced_at: Date | null;
  problem: string | null;
}
