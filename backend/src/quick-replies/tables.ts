import type { MerchantId, QuickReplyId } from '@inbox/domain';
import type { Generated } from 'kysely';

export interface QuickRepliesTable {
  id: Generated<QuickReplyId>;
  merchant_id: MerchantId;
  shortcut: string;
  message: string;
  /** How often agents have put it into a reply. */
  uses: Generated<number>;
  created_at: Generated<Date>;
}
