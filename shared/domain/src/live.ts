import type { ContentItem } from './messages/content';
import type { TicketCounts } from './tickets/filters';
import type { AgentId, ContentId, CustomerId, IsoTime, TemplateId, TicketId } from './ids';
import type { WhatsappTemplate } from './templates/template';
import type { Ticket } from './tickets/ticket';

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
  'tickets.priority_updated',
  'tickets.tags_added',
  'tickets.tags_removed',
  'tickets.subscriber_added',
  'tickets.subscriber_removed',
  'tickets.ticket_content_v2',
  'conversations.new_message',
  'conversations.conversation_initiated',
  'conversations.message_sent',
  'conversations.message_failed',
  'conversations.message_delivered',
  'conversations.message_read',
  'conversations.message_deleted',
  'conversations.new_comment',
  'conversations.comment_created',
  'conversations.comment_deleted',
  'tickets.note_added',
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
  /** What has failed: `message_sent` is a send (spec section 4), whose items say so themselves too. */
  error_on_type?: string | undefined;
  /** Who follows the ticket now; of `tickets.subscriber_added`. */
  new_subscriber?: AgentId | undefined;
}

export type EventFacts = Partial<LiveFacts> & Pick<LiveEvent, 'error_on_type' | 'new_subscriber'>;

/**
 * The event with its failed send on the items: one that is still on its way there, and that the event says has failed,
 * is not sent (spec section 4).
 */
export function withFailedSend<E extends LiveFacts & Pick<LiveEvent, 'error_on_type'>>(event: E): E {
  if (event.error_on_type !== 'message_sent') return event;
  const items = event.items.map((item): ContentItem =>
    item.content_type !== 'log' && item.send_status === 'sending' ? { ...item, send_status: 'not_sent' } : item,
  );
  return { ...event, items };
}

/** What an agent does in a ticket right now. */
export const PRESENCE = ['viewing', 'typing'] as const;
export interface Presence {
  agent_id: AgentId;
  doing: (typeof PRESENCE)[number];
}

/** Milliseconds for which somebody who was said to write is taken to do so; whoever goes on is told anew before that. */
export const TYPING_LASTS_MS = 6_000;

/**
 * What is true for the moment: told to whoever is there, with no number and no replay, because the next one, or a call,
 * says it anew.
 */
export type LiveSignal =
  /** The agent's own tickets, by `countKey` (spec section 3). */
  | { type: 'conversations.agent_counter_update'; counts: TicketCounts }
  /** The tickets that nobody owns, by `countKey`. */
  | { type: 'conversations.unassigned_counter_update'; counts: TicketCounts }
  | { type: 'tickets.popular_tags'; tags: string[] }
  /** All who are in the ticket, the hearer among them. */
  | { type: 'tickets.presence'; ticket_id: TicketId; agents: Presence[] }
  /** How far a bulk action is; `ref` was made by who asked for it. */
  | { type: 'tickets.progress'; ref: string; done: number; total: number }
  /** Who these customers are, or what is theirs, has changed: the calls of a customer answer anew. */
  | { type: 'customers.changed'; customer_ids: CustomerId[] }
  /**
   * These were erased: what a browser stores of them has to go. `revision` is the newest of the merchant, which the page
   * names when it asks the next time.
   */
  | { type: 'customers.erased'; revision: number; ticket_ids: TicketId[]; comment_ids: ContentId[] }
  /** Notes name the hearer: the call for mentions has them. */
  | { type: 'tickets.mentioned' }
  /** Who works here, or what they may do, has changed: the call of the agents answers anew. */
  | { type: 'agents.changed' }
  /** The settings or the hearer's own rights have changed: the call of the settings answers anew. */
  | { type: 'settings.changed' }
  /** Quick replies were added, changed or deleted: their call answers anew. */
  | { type: 'quick_replies.changed' }
  /** A mail of this ticket was put off, changed, called off or sent: their call answers anew. */
  | { type: 'scheduled_mails.changed'; ticket_id: TicketId }
  /** These templates are new or have changed, and stand like this at WhatsApp now. */
  | { type: 'templates.changed'; templates: TemplateState[] };
/** Where a template stands at WhatsApp. */
export interface TemplateState {
  id: TemplateId;
  status: WhatsappTemplate['status'];
}
export type LiveSignalType = LiveSignal['type'];

/** The newer of two states of one thing. */
export function newer<T extends { rev: number }>(known: T | undefined, told: T): T {
  return known !== undefined && known.rev >= told.rev ? known : told;
}
