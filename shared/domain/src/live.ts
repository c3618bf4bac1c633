import type { AgentId, IsoTime } from './ids';
import type { ContentItem } from './content';
import type { Ticket } from './ticket';

/**
 * What happened, by the names of spec section 7. Whatever the name, an event carries the tickets and the thread items as
 * they are after it, each with its `rev`: applying is the same for all of them, and twice, late or out of order ends in
 * the same state. The name says what to tell the agent.
 */
export const LIVE_EVENTS = [
  'tickets.tickets',
  'tickets.ownership_transferred_to_me',
  'tickets.ownership_transferred',
  'tickets.status_updated',
  'conversations.new_message',
  'conversations.message_sent',
  'conversations.message_failed',
  'conversations.message_delivered',
  'conversations.message_read',
  'conversations.message_deleted',
] as const;
export type LiveEventType = (typeof LIVE_EVENTS)[number];

export interface LiveFacts {
  tickets: Ticket[];
  items: ContentItem[];
}

export interface LiveEvent extends LiveFacts {
  type: LiveEventType;
  /** One rising sequence per merchant, in the order of commits. */
  seq: number;
  at: IsoTime;
  /** The agent who did it; null for customers, channels and timers. */
  by: AgentId | null;
}

/** The newer of two states of one thing. */
export function newer<T extends { rev: number }>(known: T | undefined, told: T): T {
  return known !== undefined && known.rev >= told.rev ? known : told;
}
