import type { ReplyRequest } from '@inbox/api/wire';
import type { AgentId, MerchantId, TempId, TicketId, UploadId } from '@inbox/domain';
import type { ColumnType, Generated } from 'kysely';

export interface ScheduledMailsTable {
  merchant_id: MerchantId;
  /** That of the reply which it becomes. */
  temp_id: TempId;
  ticket_id: TicketId;
  /** Who wrote it. */
  agent_id: AgentId;
  send_at: Date;
  /** As it was requested; its `seen` counts for nothing. */
  request: ColumnType<ReplyRequest, string, string>;
  /** Its files, which are not forgotten while it waits. */
  upload_ids: UploadId[];
  /** Why it was not sent at its time; null while it waits. */
  failed: ColumnType<string | null, string | null | undefined, string | null>;
  created_at: Generated<Date>;
}
