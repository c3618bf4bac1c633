import {
  agentName,
  isSubscribedOnly,
  mayClose,
  mayReopen,
  type CloseRefusal,
  type LogEntry,
  type ReopenRefusal,
  type SettableStatus,
  type TicketId,
} from '@inbox/domain';
import type { ChangeAnswer } from '@inbox/api/wire';
import { changeTickets, insertLogs, type TicketPatch } from '../store/ticket-changes';
import { findRunningTickets, ruledTicket, toTicket, type TicketRow } from '../store/ticket-rows';
import { change, type Change, type WorkContext } from './change';
import { lockAllowed, tellAll } from './change-many';
import { messages } from './messages';
import type { SignedIn } from './session';

const closeRefusals: Record<CloseRefusal, string> = {
  already_closed: messages.alreadyClosed,
  not_assigned: messages.notAssigned,
  not_owner: messages.notOwner,
};
const reopenRefusals: Record<ReopenRefusal, string> = {
  not_closed: messages.alreadyOpen,
  not_owner: messages.notOwner,
};

/** Closes tickets, or opens them again; each on its own, and what could not be done is told ticket by ticket. */
export async function setStatus(
  context: WorkContext,
  who: SignedIn,
  ids: readonly TicketId[],
  status: SettableStatus,
): Promise<ChangeAnswer> {
  const by = agentName(who.agent);
  return change(context, { merchantId: who.merchantId, by: who.agent.id }, (work) =>
    status === 'closed'
      ? apply(work, who, ids, {
          refusal: (row) => closeRefusal(who, row),
          patch: { status: 'closed', closed_at: work.now, follow_up_at: null },
          event: 'closed',
          comment: messages.logClosed(by),
        })
      : reopen(work, who, ids, by),
  );
}

function closeRefusal(who: SignedIn, row: TicketRow): string | null {
  if (isSubscribedOnly(who.agent, ruledTicket(row))) return messages.subscribed;
  const verdict = mayClose(who.agent, ruledTicket(row));
  return verdict.allowed ? null : closeRefusals[verdict.reason];
}

/** One ticket of a conversation runs at most: an older one stays closed, and of two closed ones the newer is opened. */
async function reopen(work: Change, who: SignedIn, ids: readonly TicketId[], by: string): Promise<ChangeAnswer> {
  const running = await findRunningTickets(work.tx, work.merchantId, ids);
  const newest = new Map<number, TicketId>();
  return apply(work, who, ids, {
    refusal: (row) => {
      const verdict = mayReopen(who.agent, ruledTicket(row));
      if (!verdict.allowed) return reopenRefusals[verdict.reason];
      const other = running.get(row.conversation_id) ?? newest.get(row.conversation_id);
      if (other !== undefined && other !== row.id) return messages.newerTicket;
      newest.set(row.conversation_id, row.id);
      return null;
    },
    patch: { status: 'open', closed_at: null, follow_up_at: null },
    event: 'reopened',
    comment: messages.logReopened(by),
  });
}

async function apply(
  work: Change,
  who: SignedIn,
  ids: readonly TicketId[],
  how: {
    refusal: (row: TicketRow) => string | null;
    patch: TicketPatch;
    event: LogEntry['event'];
    comment: string;
  },
): Promise<ChangeAnswer> {
  const { tx, merchantId, tell, now } = work;
  const { allowed, failed } = await lockAllowed(work, ids, how.refusal);
  const done = allowed.map(({ id }) => id);
  const tickets = (await changeTickets(tx, merchantId, done, how.patch)).map(toTicket);
  const log = { event: how.event, comment: how.comment, agentId: who.agent.id, at: now };
  tellAll(tell, 'tickets.status_updated', tickets, await insertLogs(tx, merchantId, done, log));
  return { tickets, failed };
}
