import type { ChannelFacts, ContentItem, TicketId } from '@inbox/domain';

/** The customer's last change of number in this ticket; null without one. */
export function numberChangeOf(
  ordered: readonly ContentItem[],
  ticketId: TicketId,
): NonNullable<ChannelFacts['number_change']> | null {
  const said = ordered.findLast(
    (item) => item.ticket_id === ticketId && 'channel' in item && item.channel?.number_change !== undefined,
  );
  return said !== undefined && 'channel' in said ? (said.channel?.number_change ?? null) : null;
}
