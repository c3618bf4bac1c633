import { agentName, maySendCsat, type CsatRefusal, type Ticket, type TicketId } from '@inbox/domain';
import { toContentItems } from '../store/content-rows';
import { readCsatSetting, type CsatSetting } from '../store/merchants';
import { insertOutbox } from '../store/outbox-rows';
import { insertContent } from '../store/reply-queries';
import { insertLogs } from '../store/ticket-changes';
import { ruledTicket, type TicketRow } from '../store/ticket-rows';
import { lockAllowed, type Failed, type Part, type PartDone } from './change-many';
import { mailDetails } from './compose-email';
import { WorkError } from './errors';
import { lastMessageOf } from './last-message';
import { messages } from './messages';
import { changeTicket } from './one-ticket';
import { writeLetter } from './reply';
import type { SignedIn } from './session';

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
 */
export async function sendSurveys(work: Part, who: SignedIn, ids: readonly TicketId[]): Promise<PartDone> {
  const setting = await readCsatSetting(work.tx, work.merchantId);
  const agent = { ...who.agent, is_csat_enabled: setting.is_csat_enabled };
  const refusal = (row: TicketRow): string | null => {
    const verdict = maySendCsat(agent, { ...ruledTicket(row), is_csat_sent: row.is_csat_sent }, work.now.getTime());
    return verdict.allowed ? null : refusals[verdict.reason];
  };
  const { allowed, failed, doneBefore } = await lockAllowed(work, ids, refusal, ['csat']);
  const tickets: Ticket[] = [];
  for (const row of allowed) {
    const sent = await sendSurvey(work, who, row, setting);
    if ('message' in sent) failed.push(sent);
    else tickets.push(sent);
  }
  return { tickets, failed, doneBefore };
}

async function sendSurvey(
  work: Part,
  who: SignedIn,
  row: TicketRow,
  setting: CsatSetting,
): Promise<Ticket | Failed[number]> {
  const { tx, merchantId, now } = work;
  const message = setting.csat_text ?? messages.csatText(setting.name);
  const written = await writeLetter(work, row, { message, to: [], cc: [], bcc: [], convmsg_message_id: null }).catch(
    (error: unknown) => {
      if (error instanceof WorkError) return error;
      throw error;
    },
  );
  // The channel may be turned off, or nobody be there to write to.
  if (written instanceof WorkError) return { ticket_id: row.id, message: written.message };

  const { letter, accountId } = written;
  const mail = letter.kind === 'email.reply' ? letter.payload : null;
  const content = await insertContent(tx, {
    merchant_id: merchantId,
    conversation_id: row.conversation_id,
    ticket_id: row.id,
    account_id: accountId,
    content_type: mail === null ? 'message' : 'email',
    actor: 'merchant',
    agent_id: who.agent.id,
    message,
    send_status: 'sending',
    created_at: now,
    temp_id: null,
    parent_id: null,
    external_id: mail?.message_id ?? null,
    details: JSON.stringify({ ...(mail !== null && mailDetails(mail)), survey: true }),
  });
  await insertOutbox(tx, { merchantId, accountId, contentId: content.id, letter });
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
  work.tell('conversations.message_sent', { tickets: [ticket], items });
  return ticket;
}
