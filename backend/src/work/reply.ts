import {
  afterReply,
  agentName,
  mayReply,
  type ContentItem,
  type ConversationSource,
  type ReplyRefusal,
  type Ticket,
} from '@inbox/domain';
import type { ReplyRequest } from '@inbox/api/wire';
import { toContentItems, type ContentRow } from '../store/content-rows';
import { insertOutbox, requeueOutbox, type OutboxLetter } from '../store/outbox-rows';
import {
  findByTempId,
  findInConversation,
  findLastCustomerMail,
  findLine,
  insertContent,
  markSendingAgain,
} from '../store/reply-queries';
import { storable } from '../store/text';
import { changeTickets, insertLogs } from '../store/ticket-changes';
import { lockTickets, ruledTicket, toTicket, type TicketRow } from '../store/ticket-rows';
import { change, type Change, type WorkContext } from './change';
import { composeEmail, mailDetails } from './compose-email';
import { WorkError } from './errors';
import { lastMessageOf } from './last-message';
import { messages } from './messages';
import type { SignedIn } from './session';

interface Replied {
  item: ContentItem;
  ticket: Ticket;
}

/**
 * Stores a reply together with its way out, and answers at once; the outbox sends it. Asked again with the same temp_id
 * it answers the same message, and puts one that failed in line again. What may have been sent (`unknown`) stays as it
 * is: sending that again is a new message, and an agent's decision.
 * @throws WorkError with the reason, when the rules of spec section 4 forbid it
 */
export async function reply(context: WorkContext, who: SignedIn, request: ReplyRequest): Promise<Replied> {
  return change(context, { merchantId: who.merchantId, by: who.agent.id }, async (work) => {
    const { tx, merchantId } = work;
    // The lock comes first: of two asked at once with one temp_id the second finds what the first has stored.
    const [row] = await lockTickets(tx, merchantId, [request.ticket_id]);
    if (row === undefined) throw new WorkError(404, messages.noTicket, 'no_ticket');
    if (row.conversation_id !== request.conversation_id || row.source !== request.conversation_source) {
      throw new WorkError(409, messages.replyOtherConversation, 'other_conversation');
    }

    const stored = await findByTempId(tx, merchantId, request.temp_id);
    if (stored === undefined) return store(work, who, row, request);
    if (stored.ticket_id !== row.id) throw new WorkError(409, messages.replyTaken, 'temp_id_taken');
    return stored.send_status === 'not_sent' ? sendAgain(work, who, row, stored) : answer(work, stored, row);
  });
}

const refusals: Record<ReplyRefusal, { status: 403 | 409; message: string }> = {
  closed: { status: 409, message: messages.replyClosed },
  session_expired: { status: 409, message: messages.replySessionExpired },
  phone: { status: 409, message: messages.replyPhone },
  channel: { status: 409, message: messages.replyChannel },
  may_not_take: { status: 403, message: messages.replyMayNotTake },
  not_owner: { status: 403, message: messages.replyNotOwner },
};

function checkRules(work: Change, who: SignedIn, row: TicketRow): void {
  const verdict = mayReply(who.agent, ruledTicket(row), work.now.getTime());
  if (verdict.allowed) return;
  const { status, message } = refusals[verdict.reason];
  const closedMail = verdict.reason === 'closed' && row.source === 'email';
  throw new WorkError(status, closedMail ? messages.replyClosedEmail : message, verdict.reason);
}

async function store(work: Change, who: SignedIn, row: TicketRow, request: ReplyRequest): Promise<Replied> {
  const { tx, merchantId, now, tell } = work;
  checkRules(work, who, row);
  const text = storable(request.message);
  if (text.trim() === '') {
    throw new WorkError(400, messages.replyEmpty, 'empty', { message: [messages.replyEmpty] });
  }
  const { letter, parent, accountId } = await writeLetter(work, row, { ...request, message: text });
  const mail = letter.kind === 'email.reply' ? letter.payload : null;

  const content = await insertContent(tx, {
    merchant_id: merchantId,
    conversation_id: row.conversation_id,
    ticket_id: row.id,
    account_id: accountId,
    content_type: mail === null ? 'message' : 'email',
    actor: 'merchant',
    agent_id: who.agent.id,
    message: text,
    temp_id: request.temp_id,
    parent_id: parent?.id ?? null,
    send_status: 'sending',
    created_at: now,
    // The mail's id is known before it leaves, so that an answer finds its way back into this thread.
    external_id: mail?.message_id ?? null,
    ...(mail !== null && { details: JSON.stringify(mailDetails(mail)) }),
  });
  await insertOutbox(tx, { merchantId, accountId, contentId: content.id, letter, due: now });
  work.wakeOutbox();

  const last = lastMessageOf({ actor: 'merchant', agent: who.agent.id }, { ...content, attachments: [] }, now);
  const taken = afterReply(who.agent, ruledTicket(row));
  const [changed] = await changeTickets(tx, merchantId, [row.id], {
    ...taken,
    last_message: JSON.stringify(last),
    // The newest message's time never moves backwards, whatever the clocks of the channels said.
    received_at: row.received_at > now ? row.received_at : now,
    replied_at: now,
    follow_up_at: null,
  });
  const replied = await answer(work, content, changed ?? row);
  const tickets = [replied.ticket];
  tell('conversations.message_sent', { tickets, items: [replied.item] });
  if (taken.owner_id !== row.owner_id) {
    const comment = messages.logTakenByReply(agentName(who.agent));
    const log = { event: 'assigned', comment, agentId: who.agent.id, at: now } as const;
    tell('tickets.ownership_transferred', { tickets, items: await insertLogs(tx, merchantId, [row.id], log) });
  }
  return replied;
}

const channels: Partial<Record<ConversationSource, 'whatsapp.text' | 'email.reply'>> = {
  whatsapp: 'whatsapp.text',
  email: 'email.reply',
};

/** What leaves, with the message it quotes or answers. @throws WorkError when the ticket's channel cannot take it */
export async function writeLetter(
  { tx, merchantId }: Change,
  row: TicketRow,
  request: Pick<ReplyRequest, 'message' | 'to' | 'cc' | 'bcc' | 'convmsg_message_id'>,
) {
  const kind = channels[row.source];
  if (kind === undefined) throw new WorkError(409, messages.replyChannel, 'channel');
  const line = await findLine(tx, merchantId, row.conversation_id);
  if (!line.enabled) throw new WorkError(409, messages.replyAccountOff, 'account_off');

  const quotedId = request.convmsg_message_id;
  const quoted =
    quotedId === null ? undefined : await findInConversation(tx, merchantId, row.conversation_id, quotedId);
  if (quotedId !== null && quoted === undefined) throw new WorkError(404, messages.noQuoted, 'no_quoted');

  const letter: OutboxLetter =
    kind === 'email.reply'
      ? { kind, payload: composeEmail(line, request, quoted ?? (await lastMail(tx, row)), row.subject) }
      : { kind, payload: { to: line.contact, text: request.message, reply_to_wamid: quoted?.external_id ?? null } };
  return { letter, parent: quoted, accountId: line.account_id };
}

const lastMail = (tx: Change['tx'], row: TicketRow) => findLastCustomerMail(tx, row.merchant_id, row.conversation_id);

async function sendAgain(work: Change, who: SignedIn, row: TicketRow, stored: ContentRow): Promise<Replied> {
  checkRules(work, who, row);
  if (!(await requeueOutbox(work.tx, work.merchantId, stored.id, work.now))) return answer(work, stored, row);
  work.wakeOutbox();
  const again = await answer(work, await markSendingAgain(work.tx, work.merchantId, stored.id), row);
  work.tell('conversations.message_sent', { items: [again.item] });
  return again;
}

async function answer({ tx, merchantId }: Change, content: ContentRow, row: TicketRow): Promise<Replied> {
  const [item] = await toContentItems(tx, merchantId, [content]);
  if (item === undefined) throw new Error('A stored message has no item.');
  return { item, ticket: toTicket(row) };
}
