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
import type { ChangeAnswer, ManyTickets } from '@inbox/api/wire';
import { changeTickets, insertLogs, type TicketPatch } from '../store/ticket-changes';
import { findRunningTickets, lockTickets, ruledTicket, toTicket, type TicketRow } from '../store/ticket-rows';
import type { WorkContext } from './change';
import { changeMany, lockAllowed, tellAll, type Part, type PartDone } from './change-many';
import { sendSurveys } from './csat';
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
  chosen: ManyTickets,
  status: SettableStatus,
  { sendCsat = false }: { sendCsat?: boolean } = {},
): Promise<ChangeAnswer> {
  const by = agentName(who.agent);
  return changeMany(context, who, chosen, (work, ids) =>
    status === 'open'
      ? reopen(work, who, ids, by)
      : sendCsat
        ? closeAndSurvey(work, who, ids, by)
        : close(work, who, ids, by),
  );
}

const close = (work: Part, who: SignedIn, ids: readonly TicketId[], by: string): Promise<PartDone> =>
  apply(work, who, ids, {
    refusal: (row) => closeRefusal(who, row),
    patch: { status: 'closed', closed_at: work.now, follow_up_at: null },
    event: 'closed',
    comment: messages.logClosed(by),
  });

/** Of a ticket that is closed only the survey is asked for. One that was closed now without its survey is told as both. */
async function closeAndSurvey(work: Part, who: SignedIn, ids: readonly TicketId[], by: string): Promise<PartDone> {
  const rows = await lockTickets(work.tx, work.merchantId, ids);
  const before = rows.filter(({ status }) => status === 'closed').map(({ id }) => id);
  const closed = await close(
    work,
    who,
    ids.filter((id) => !before.includes(id)),
    by,
  );
  const surveyed = await sendSurveys(work, who, [...before, ...closed.tickets.map(({ id }) => id)]);
  const done = new Map([...closed.tickets, ...surveyed.tickets].map((ticket) => [ticket.id, ticket]));
  return {
    tickets: [...done.values()],
    failed: [...closed.failed, ...surveyed.failed],
    doneBefore: closed.doneBefore + surveyed.doneBefore,
  };
}

function closeRefusal(who: SignedIn, row: TicketRow): string | null {
  if (isSubscribedOnly(who.agent, ruledTicket(row))) return messages.subscribed;
  const verdict = mayClose(who.agent, ruledTicket(row));
  return verdict.allowed ? null : closeRefusals[verdict.reason];
}

/** One ticket of a conversation runs at most: an older one stays closed, and of two closed ones the newer is opened. */
async function reopen(work: Part, who: SignedIn, ids: readonly TicketId[], by: string): Promise<PartDone> {
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
  work: Part,
  who: SignedIn,
  ids: readonly TicketId[],
  how: {
    refusal: (row: TicketRow) => string | null;
    patch: TicketPatch;
    event: LogEntry['event'];
    comment: string;
  },
): Promise<PartDone> {
  const { tx, merchantId, tell, now, ref } = work;
  const { allowed, failed, doneBefore } = await lockAllowed(work, ids, how.refusal, [how.event]);
  const done = allowed.map(({ id }) => id);
  const tickets = (await changeTickets(tx, merchantId, done, how.patch)).map(toTicket);
  const log = { event: how.event, comment: how.comment, agentId: who.agent.id, at: now, ref };
  tellAll(tell, 'tickets.status_updated', tickets, await insertLogs(tx, merchantId, done, log));
  return { tickets, failed, doneBefore };
}
