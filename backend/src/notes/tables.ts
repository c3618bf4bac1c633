import type { AgentId, MediaKind, MentionId, MerchantId, NoteId, TempId, TicketId } from '@inbox/domain';
import type { Generated } from 'kysely';

export interface NotesTable {
  id: Generated<NoteId>;
  merchant_id: MerchantId;
  ticket_id: TicketId;
  agent_id: AgentId;
  notes: string;
  /** Null for one that was made with its ticket. */
  temp_id: Generated<TempId | null>;
  created_at: Generated<Date>;
}

export interface NoteMediaTable {
  merchant_id: MerchantId;
  note_id: NoteId;
  position: number;
  /** A picture of the text. */
  is_inline: boolean;
  /** Null for an embedded link, which has a `url` in its place. */
  storage_key: string | null;
  url: string | null;
  kind: MediaKind;
  filename: string;
  content_type: string;
  /** Bytes; null for an embedded link. */
  size: number | null;
}

export interface NoteMentionsTable {
  id: Generated<MentionId>;
  merchant_id: MerchantId;
  note_id: NoteId;
  agent_id: AgentId;
  told_at: Generated<Date | null>;
  told_ref: Generated<string | null>;
}
