import type {
  Actor,
  AgentId,
  ContentId,
  KnownSource,
  MerchantId,
  Priority,
  TicketId,
  TicketStatus,
} from '@inbox/domain';
import type { Generated } from 'kysely';

/** Kept by triggers: how many tickets there are of each kind is the sum of `n`. */
export interface TicketCountersTable {
  merchant_id: MerchantId;
  /** A tag that the tickets have; empty in the rows that count each ticket once. */
  tag: string;
  /** 0 when nobody owns the tickets. */
  owner: AgentId | 0;
  source: KnownSource;
  status: TicketStatus;
  priority: Priority;
  conversation_read: boolean;
  initiated_by: Actor;
  n: number;
  folded: Generated<boolean>;
}

/** Kept by triggers: what a search reads, of tickets (no content) and of messages. */
export interface SearchTextsTable {
  merchant_id: MerchantId;
  ticket_id: TicketId;
  content_id: ContentId | null;
  label: string | null;
  /** A tsvector. */
  words: string;
}
