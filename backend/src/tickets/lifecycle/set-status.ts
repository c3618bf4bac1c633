import { agentName, type CloseRefusal, type SettableStatus, type TicketId } from '@inbox/domain';
import { UNDO_MS, afterClose, mayClose, type LateChange, type SeenTicket } from '@inbox/domain/conversation';
import type { ChangeAnswer, ManyTickets } from '@inbox/api/wire';
import { sql } from 'kysely';
import { changeTickets, insertLogs } from './ticket-changes';
import { lockTickets, ruledTicket, toTicket, type TicketRow } from './ticket-rows';
import { changeMany, lockAllowed, selectRefusal, publishAll, type Part, type PartDone } from './change-many';
import { changeSinceSeen } from './late-changes';
import type { StatusContext, Surveys } from './surveys';
import { messages } from '../../platform/errors/messages';
import { reopenTickets } from './reopen';
import type { SignedIn } from '../../agents/sessions/session';

const closeRefusals: Record<CloseRefusal, string> = {
  already_closed: messages.alreadyClosed,
  not_assigned: messages.notAssigned,
  not_owner: messages.notOwner,
};

/**
 * Closes tickets, or opens them again; each on its own, and what could not be done is told ticket by ticket. For `seen` see
 * `changeSinceSeen`.
 */
export async function setStatus(
  context: StatusContext,
  who: SignedIn,
  chosen: ManyTickets,
  status: SettableStatus,
  { sendCsat = false, seen }: { sendCsat?: boolean; seen?: SeenTicket | undefined } = {},
): Promise<ChangeAnswer> {
  const asked: LateChange = status === 'open' ? { kind: 'reopen' } : { kind: 'close', send_csat: sendCsat };
  return changeMany(context, who, chosen, (work, all) =>
    changeSinceSeen(work, all, asked, seen, (ids) => {
      if (status === 'open') return reopenTickets(context.surveys, work, who, ids);
      const refusal = (row: TicketRow) => selectRefusal(who, chosen, row);
      return closeTickets(context.surveys, work, who, ids, { sendCsat, refusal });
    }),
  );
}

/** Closes tickets as part of other work; `refusal` says what speaks against it besides the rule. */
export function closeTickets(
  surveys: Surveys,
  work: Part,
  who: SignedIn,
  ids: readonly TicketId[],
  { sendCsat, refusal = () => null }: { sendCsat: boolean; refusal?: Refusal },
): Promise<PartDone> {
  const judge = (row: TicketRow) => refusal(row) ?? closeRefusal(who, row);
  return sendCsat ? closeAndSurvey(surveys, work, who, ids, judge) : close(work, who, ids, judge);
}

type Refusal = (row: TicketRow) => string | null;

/** The tickets remember what they were, and by which request they were closed, so that it can be taken back. */
async function close(work: Part, who: SignedIn, ids: readonly TicketId[], refusal: Refusal): Promise<PartDone> {
  const { tx, merchantId, publish, now, ref } = work;
  const { allowed, failed, doneBefore } = await lockAllowed(work, ids, refusal, ['closed']);
  const done = allowed.map(({ id }) => id);
  const changed = await changeTickets(tx, merchantId, done, {
    ...afterClose,
    closed_at: now,
    closed_ref: ref ?? null,
    before_close: sql<string>`jsonb_build_object('status', status, 'follow_up_at', follow_up_at)`,
  });
  const tickets = changed.map(toTicket);
  const comment = messages.logClosed(agentName(who.agent));
  const log = { event: 'closed', comment, agentId: who.agent.id, at: now, ref } as const;
  publishAll(publish, 'tickets.status_updated', tickets, await insertLogs(tx, merchantId, done, log));
  return { tickets, failed, doneBefore };
}

/** Of a ticket that is closed only the survey is asked for. One that was closed now without its survey is told as both. */
async function closeAndSurvey(
  surveys: Surveys,
  work: Part,
  who: SignedIn,
  ids: readonly TicketId[],
  refusal: Refusal,
): Promise<PartDone> {
  const rows = await lockTickets(work.tx, work.merchantId, ids);
  const before = rows.filter(({ status }) => status === 'closed').map(({ id }) => id);
  const toClose = ids.filter((id) => !before.includes(id));
  const closed = await close(work, who, toClose, refusal);
  const justClosed = closed.tickets.map(({ id }) => id);
  const parts = [
    closed,
    await surveys.send(work, who, before),
    // As long as an e-mail waits: the close may be taken back.
    await surveys.send(work, who, justClosed, { holdMs: UNDO_MS }),
  ];
  const done = new Map(parts.flatMap(({ tickets }) => tickets).map((ticket) => [ticket.id, ticket]));
  return {
    tickets: [...done.values()],
    failed: parts.flatMap(({ failed }) => failed),
    doneBefore: parts.reduce((sum, { doneBefore }) => sum + doneBefore, 0),
  };
}

function closeRefusal(who: SignedIn, row: TicketRow): string | null {
  const verdict = mayClose(who.agent, ruledTicket(row));
  return verdict.allowed ? null : closeRefusals[verdict.reason];
}
