import { agentName, joinTags, mayAct, tagList, type Ticket, type TicketId } from '@inbox/domain';
import { MAX_TAG_LENGTH, MAX_TAGS, withoutTags, withTags } from '@inbox/domain/conversation';
import { storable } from '../../platform/db/storable-text';
import { insertLogs } from './ticket-changes';
import { ruledTicket, toTicket } from './ticket-rows';
import { change, type WorkContext } from '../../platform/db/unit-of-work';
import { WorkError } from '../../platform/errors/errors';
import { messages } from '../../platform/errors/messages';
import { changeTicket, lockTicket } from './one-ticket';
import type { SignedIn } from '../../agents/sessions/session';

/**
 * Adds tags to a ticket or takes them off; `tags` are separated by commas. Only the owner or a store admin may (spec
 * section 6). What is so already changes nothing.
 */
export async function changeTags(
  context: WorkContext,
  who: SignedIn,
  { ticketId, tags, how }: { ticketId: TicketId; tags: string; how: 'add' | 'remove' },
): Promise<Ticket> {
  return change(context, { merchantId: who.merchantId, by: who.agent.id }, async (work) => {
    const row = await lockTicket(work, ticketId);
    if (!mayAct(who.agent, ruledTicket(row)).allowed) throw new WorkError(403, messages.notOwner, 'not_owner');
    const before = joinTags(row.tags);
    const named = storable(tags);
    const after = how === 'add' ? withTags(before, named) : withoutTags(before, named);
    if (after === before) return toTicket(row);
    if (how === 'add') checkTags(after);

    const ticket = await changeTicket(work, ticketId, { tags: tagList(after) });
    const changed = tagList(how === 'add' ? withoutTags(after, before) : withoutTags(before, after));
    const comment = messages.logTags(agentName(who.agent), changed, how);
    const log = { event: 'tags', comment, agentId: who.agent.id, at: work.now } as const;
    const items = await insertLogs(work.tx, work.merchantId, [ticketId], log);
    work.publish(how === 'add' ? 'tickets.tags_added' : 'tickets.tags_removed', { tickets: [ticket], items });
    return ticket;
  });
}

/** @throws WorkError when a ticket cannot have these tags, separated by commas */
export function checkTags(tags: string): void {
  const list = tagList(tags);
  const message =
    list.length > MAX_TAGS
      ? messages.tooManyTags(MAX_TAGS)
      : list.some((tag) => tag.length > MAX_TAG_LENGTH)
        ? messages.tagTooLong(MAX_TAG_LENGTH)
        : null;
  if (message !== null) throw new WorkError(400, message, 'tags', { tags: [message] });
}
