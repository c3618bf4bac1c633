import type { AgentId, ContentItem, LiveEvent, Ticket } from '@inbox/domain';

export type MessageKind = Exclude<ContentItem['content_type'], 'log'>;

/** A customer's message that an agent wants to be notified of. */
export interface NewMessage {
  ticket: Ticket;
  kind: MessageKind;
}

/**
 * What of an event is news to this agent: a customer wrote, in a ticket of the agent's, one that they follow, or one that
 * nobody owns. Not what agents and bots wrote, nor what a customer wrote to a bot.
 */
export function newMessagesOf({ by, tickets, items }: LiveEvent, me: AgentId): NewMessage[] {
  if (by !== null) return [];
  return items.flatMap((item): NewMessage[] => {
    if (item.content_type === 'log' || item.actor !== 'customer' || item.deleted) return [];
    const ticket = tickets.find(({ id }) => id === item.ticket_id);
    return ticket && concerns(ticket, me) ? [{ ticket, kind: item.content_type }] : [];
  });
}

function concerns({ status, owner_id, subscribers }: Ticket, me: AgentId): boolean {
  if (status === 'assigned_to_bot') return false;
  return owner_id === null || owner_id === me || subscribers.includes(me);
}
