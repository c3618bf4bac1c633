import type {
  AccountId,
  AgentId,
  ChannelFacts,
  ContentId,
  MediaKind,
  MerchantId,
  StoredVersion,
  TicketId,
  TimedReaction,
  UploadId,
} from '@inbox/domain';
import type { Generated } from 'kysely';

/** The tables that migrations/007_social.ts makes, and what came to them; see schema.ts. */

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
  /** Null for a file that a template, or an e-mail that begins a ticket, goes with. */
  ticket_id: TicketId | null;
  storage_key: string;
  kind: MediaKind;
  filename: string;
  content_type: string;
  size: number;
  created_at: Generated<Date>;
  used_at: Date | null;
  /** For a note: no reply may carry it. */
  for_note: Generated<boolean>;
}

export interface MessageRawsTable {
  merchant_id: MerchantId;
  content_id: ContentId;
  body: string;
}

export interface ChannelNoticesTable {
  id: Generated<number>;
  merchant_id: MerchantId;
  kind: string;
  subject: string;
  is_grave: boolean;
  words: string;
  times: Generated<number>;
  digest: Buffer;
  noticed_at: Date;
  dismissed_at: Generated<Date | null>;
}

/** What a chat message stores of `ChannelFacts`, with what decides between two reports of one thing. */
export interface StoredChannelFacts extends Omit<ChannelFacts, 'edits' | 'reactions' | 'raw_url'> {
  /** The original and each edit, oldest first; absent while it was not edited. */
  versions?: StoredVersion[];
  reactions?: TimedReaction[];
  /** It can be seen as the channel told it. */
  has_raw?: true;
  /** Its edit came first: this is in the place of the message itself until that comes. */
  stand_in?: true;
}
