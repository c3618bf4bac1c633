import { mayReply, type ContentId, type ContentItem, type Ticket } from '@inbox/domain';
import { usePanel } from '@inbox/panel';
import { useEffect, type RefObject } from 'react';
import { messages } from '../../messages';
import { newOutgoing } from '../reply/new-outgoing';
import { actingAs, type Workplace } from './workplace';

/** What is known of the open ticket; the commands use it only when it is the ticket they name. */
export interface OpenTicket {
  ticket: Ticket;
  clockOffset: number;
  /** The newest item of its thread. */
  seen: ContentId | null;
}

/** The newest that these show. */
export const newestOf = (items: readonly ContentItem[]): ContentId | null =>
  items.reduce<ContentId | null>((newest, { id }) => (newest !== null && newest > id ? newest : id), null);

/** Carries out `reply.insert` and `reply.send` for the ticket that each names, open or not. */
export function useReplyCommands({ profile, drafts, sender }: Workplace, open: RefObject<OpenTicket | null>): void {
  const { api, bus } = usePanel();

  useEffect(() => bus.handle('reply.insert', ({ ticket_id, text }) => drafts.insert(ticket_id, text)), [bus, drafts]);

  useEffect(
    () =>
      bus.handle('reply.send', async ({ ticket_id, text }) => {
        if (text.trim() === '') throw new Error(messages.empty);
        const known = open.current?.ticket.id === ticket_id ? open.current : null;
        const { ticket, now, seen } = known
          ? { ticket: known.ticket, now: Date.now() + known.clockOffset, seen: known.seen }
          : await api.content({ params: { ticket_id }, query: { page_size: 1 } }).then((page) => ({
              ticket: page.ticket,
              now: Date.parse(page.server_time),
              seen: newestOf(page.content),
            }));
        const verdict = mayReply(actingAs(profile), ticket, now);
        if (!verdict.allowed) throw new Error(messages.refusal[verdict.reason]);
        const item = await sender.send(newOutgoing(ticket, { text, attachments: [] }, now, seen));
        return { id: item.id };
      }),
    [api, bus, open, profile, sender],
  );
}
