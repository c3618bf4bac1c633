import type { ChangeAnswer, ManyTickets } from '@inbox/api/wire';
import { changeTickets } from './ticket-changes';
import { toTicket } from './ticket-rows';
import type { WorkContext } from '../../platform/db/unit-of-work';
import { changeMany, lockAllowed, publishAll } from './change-many';
import type { SignedIn } from '../../agents/sessions/session';

/** Marks tickets as unread, as any agent of the merchant may. One that is unread already stays as it is. */
export async function markManyUnread(context: WorkContext, who: SignedIn, chosen: ManyTickets): Promise<ChangeAnswer> {
  return changeMany(context, who, chosen, async (work, ids) => {
    const { tx, merchantId, publish } = work;
    const { allowed, failed } = await lockAllowed(work, ids, () => null);
    const read = allowed.filter(({ conversation_read }) => conversation_read).map(({ id }) => id);
    // What is read has nothing to count: it is one that somebody wants to see again.
    const tickets = await changeTickets(tx, merchantId, read, { conversation_read: false, unread_count: 1 });
    publishAll(publish, 'tickets.tickets', tickets.map(toTicket), []);
    const unread = allowed.filter(({ conversation_read }) => !conversation_read);
    return { tickets: tickets.map(toTicket), failed, doneBefore: unread.length };
  });
}
