import type { AccountId, AgentId, MediaKind, MerchantId, TicketId, UploadId } from '@inbox/domain';
import type { Generated } from 'kysely';

/** The tables that migrations/006_social.ts makes; see schema.ts. */

/** A row of `posts`; the world outside names a post by the channel's id. */
export type PostRowId = number;

export interface PostsTable {
  id: Generated<PostRowId>;
  merchant_id: MerchantId;
  account_id: AccountId;
  external_id: string;
  permalink: string | null;
  caption: string | null;
  post_type: string | null;
  ad_type: string | null;
  storage_key: string | null;
  picture_type: string | null;
  fetched_at: Date | null;
  created_at: Generated<Date>;
}

export interface UploadsTable {
  id: Generated<UploadId>;
  merchant_id: MerchantId;
  agent_id: AgentId;
  ticket_id: TicketId;
  storage_key: string;
  kind: MediaKind;
  filename: string;
  content_type: string;
  size: number;
  created_at: Generated<Date>;
  used_at: Date | null;
}
