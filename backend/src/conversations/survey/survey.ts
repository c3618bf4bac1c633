import { agentName, type CsatRefusal, type Ticket, type TicketId } from '@inbox/domain';
import { maySendCsat } from '@inbox/domain/conversation';
import { toContentItems } from '../thread/content-rows';
import { readCsatSetting, type CsatSetting } from '../../merchants/merchant-queries';
import { insertOutbox } from '../../platform/outbox/outbox-rows';
import { insertContent } from '../thread/reply-queries';
import { insertLogs } from '../../tickets/lifecycle/ticket-changes';
import { ruledTicket, type TicketRow } from '../../tickets/lifecycle/ticket-rows';
import { lockAllowed, type Failed, type Part, type PartDone } from '../../tickets/lifecycle/change-many';
import { WorkError } from '../../platform/errors/errors';
import { lastMessageOf } from '../thread/last-message';
import { messages } from '../../platform/errors/messages';
import { changeTicket } from '../../tickets/lifecycle/one-ticket';
import { composeReply, type Composers } from '../send/compose-reply';
import { recallSurveys } from './recall-survey';
import type { Surveys } from '../../tickets/lifecycle/surveys';
import type { SignedIn } from '../../agents/sessions/session';

const refusals: Record<CsatRefusal, string> = {
  disabled: messages.csatDisabled,
  already_sent: messages.csatSent,
  not_owner: messages.notOwner,
  session_expired: messages.replySessionExpired,
  channel: messages.csatChannel,
};

/**
 * Sends the satisfaction survey for each of these tickets, once; why it cannot be is told ticket by ticket. One that the
 * channel refuses counts as not sent (`write-delivery`).
 * @param holdMs milliseconds that they wait: with a close that is taken back meanwhile they are not sent (`recall-survey`)
 */
export async function sendSurveys(
  composers: Composers,
  work: Part,
  who: SignedIn,
  ids: readonly TicketId[],
  { holdMs = 0 }: { holdMs?: number } = {},
): Promise<PartDone> {
  const setting = await readCsatSetting(work.tx, work.merchantId);
  const agent = { ...who.agent, is_csat_enabled: setting.is_csat_enabled };
  const refusal = (row: TicketRow): string | null => {
    const verdict = maySendCsat(agent, { ...ruledTicket(row), is_csat_sent: row.is_csat_sent }, work.now.getTime());
    return verdict.allowed ? null : refusals[verdict.reason];
  };
  const { allowed, failed, doneBefore } = await lockAllowed(work, ids, refusal, ['csat']);
  const tickets: Ticket[] = [];
  for (const row of allowed) {
    const sent = await sendSurvey(composers, work, who, row, setting, holdMs);
    if ('message' in sent) failed.push(sent);
    else tickets.push(sent);
  }
  return { tickets, failed, doneBefore };
}

async function sendSurvey(
  composers: Composers,
  work: Part,
  who: SignedIn,
  row: TicketRow,
  setting: CsatSetting,
  holdMs: number,
): Promise<Ticket | Failed[number]> {
  const { tx, merchantId, now } = work;
  const message = setting.csat_text ?? messages.csatText(setting.name);
  const to = row.customer_email === null ? [] : [row.customer_email];
  const said = { message, to, cc: [], bcc: [], convmsg_message_id: null, automatic: true as const };
  const composed = await composeReply(composers, work, row, said, []).catch((error: unknown) => {
    if (error instanceof WorkError) return error;
    throw error;
  });
  // The channel may be turned off, or nobody be there to write to.
  if (composed instanceof WorkError) return { ticket_id: row.id, message: composed.message };

  const { content_type, external_id, details, payload } = composed.messages[0];
  const accountId = composed.sender.account_id;
  const content = await insertContent(tx, {
    merchant_id: merchantId,
    conversation_id: row.conversation_id,
    ticket_id: row.id,
    account_id: accountId,
    content_type,
    actor: 'merchant',
    agent_id: who.agent.id,
    message,
    send_status: 'sending',
    created_at: now,
    temp_id: null,
    parent_id: null,
    external_id,
    details: JSON.stringify({ ...details, survey: true }),
  });
  await insertOutbox(tx, { merchantId, accountId, contentId: content.id, payload, afterMs: holdMs });
  work.wakeOutbox();

  const last = lastMessageOf({ actor: 'merchant', agent: who.agent.id }, { ...content, attachments: [] }, now);
  const ticket = await changeTicket(work, row.id, { is_csat_sent: true, last_message: JSON.stringify(last) });
  const log = {
    event: 'csat',
    comment: messages.logCsat(agentName(who.agent)),
    agentId: who.agent.id,
    at: now,
    ref: work.ref,
  } as const;
  const items = [
    ...(await toContentItems(tx, merchantId, [content])),
    ...(await insertLogs(tx, merchantId, [row.id], log)),
  ];
  work.publish('conversations.message_sent', { tickets: [ticket], items });
  return ticket;
}

/** What closing and reopening tickets does with surveys. */
export function surveysBy(composers: Composers): Surveys {
  return {
    send: (work, who, ids, options) => sendSurveys(composers, work, who, ids, options),
    recall: recallSurveys,
  };
}
