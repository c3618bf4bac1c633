import { agentName, type AccountId, type CallState, type MerchantId, type TicketId } from '@inbox/domain';
import { isCallNews, afterCustomerMessage } from '@inbox/domain/conversation';
import { sql } from 'kysely';
import type { CallId } from './tables';
import { insertCall, lockCall, updateCall, type CallRow } from './call-queries';
import { toContentItems } from '../conversations/thread/content-rows';
import { storable, storableJson } from '../platform/db/storable-text';
import { changeTickets, insertLogs, type TicketPatch } from '../tickets/lifecycle/ticket-changes';
import { ruledTicket, toTicket, type TicketRow } from '../tickets/lifecycle/ticket-rows';
import { change, type Change, type WorkContext } from '../platform/db/unit-of-work';
import { ensureConversation } from '../conversations/receive/ensure-conversation';
import { lastMessageOf } from '../conversations/thread/last-message';
import { messages } from '../platform/errors/messages';
import { readHomeCountry } from '../phone-numbers/home-country';
import { readNumber } from '../phone-numbers/read-number';
import { lockTicket } from '../tickets/lifecycle/one-ticket';
import { ensureRunningTicket } from '../conversations/receive/ensure-running-ticket';

/** How a call goes, as the telephony webhook has understood it. */
export interface CallReport {
  merchantId: MerchantId;
  accountId: AccountId;
  externalId: string;
  /** Of a call that the inbox has asked for: which one. */
  callId: CallId | null;
  state: Exclude<CallState, 'connecting' | 'unknown'>;
  /** Who calls the store; null when the store calls. */
  customerPhone: string | null;
  /** Seconds; null when it was not told. */
  lasted: number | null;
}

/**
 * Takes in how a call goes: each step is one line in the ticket's thread, whatever order its reports come in and however
 * often. A customer who calls is led to their running phone ticket, or a new one.
 * @returns false when the report is of a call that nobody knows of
 */
export async function reportCall(context: WorkContext, given: CallReport): Promise<boolean> {
  const report = { ...given, externalId: storable(given.externalId) };
  const { merchantId, accountId } = report;
  return change(context, { merchantId, by: null }, async (work) => {
    // One report of a call after the other: its first two may come at once.
    const key = `call:${accountId}:${report.externalId}`;
    await sql`SELECT pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(work.tx);
    const account = { merchantId, accountId };
    const known =
      (report.callId === null ? undefined : await lockCall(work.tx, account, { id: report.callId })) ??
      (await lockCall(work.tx, account, { externalId: report.externalId }));
    if (known !== undefined) await goOn(work, known, report);
    else if (report.customerPhone !== null) await begin(work, report, report.customerPhone);
    return known !== undefined || report.customerPhone !== null;
  });
}

async function goOn(work: Change, call: CallRow, report: CallReport): Promise<void> {
  if (!isCallNews(call.state, report.state)) return;
  const { tx, merchantId } = work;
  await updateCall(tx, call, { state: report.state, external_id: report.externalId });
  const by = call.agent_id === null ? null : await nameOf(work, call.agent_id);
  const comment = by === null ? stepIn(report) : stepOut(by, report);
  if (comment === null) return;
  const items = await log(work, call.ticket_id, comment);
  if (by !== null || report.state !== 'missed') return work.publish('tickets.ticket_content_v2', { items });
  // Nobody was there to take it: the list says so.
  const ticket = await lockTicket(work, call.ticket_id);
  const changed = await changeTickets(tx, merchantId, [ticket.id], unread(work, ticket, comment));
  return work.publish('conversations.new_message', { tickets: changed.map(toTicket), items });
}

/** A customer calls: the ticket is told, unread, as with a message. */
async function begin(work: Change, report: CallReport, phone: string): Promise<void> {
  const { tx, merchantId, now } = work;
  const { accountId, externalId, state } = report;
  const arriving = { accountId, source: 'phone', details: {} } as const;
  const number = readNumber(phone, await readHomeCountry(tx, merchantId));
  const contact = { contact: number ?? storable(phone.replace(/\D/g, '')), externalId, answers: [] };
  const from = { name: storable(phone), phone: storable(phone), email: null };
  const conversation = await ensureConversation(work, { ...arriving, ...contact, from });
  const { ticket, log: made } = await ensureRunningTicket(work, arriving, conversation, now);
  const agentId = null;
  await insertCall(tx, { merchantId, accountId, ticketId: ticket.id, agentId, externalId, state, at: now });
  const comment = state === 'missed' ? messages.logCallInMissed(phone) : messages.logCallIn(phone);
  const step = state === 'missed' ? null : stepIn(report);
  const items = [
    ...(made ? await toContentItems(tx, merchantId, [made]) : []),
    ...(await log(work, ticket.id, comment)),
    ...(step === null ? [] : await log(work, ticket.id, step)),
  ];
  const status = afterCall(ticket);
  const patch = { ...unread(work, ticket, comment), status, ...(status !== 'follow_up' && { follow_up_at: null }) };
  const tickets = (await changeTickets(tx, merchantId, [ticket.id], patch)).map(toTicket);
  work.publish('conversations.new_message', { tickets, items });
}

const afterCall = (ticket: TicketRow) => afterCustomerMessage(ruledTicket(ticket)) ?? ticket.status;

/** Unread, as with a message; a call is one thing to look at, however many lines it has. */
function unread({ now }: Change, { unread_count }: TicketRow, comment: string): TicketPatch {
  const said = { content_type: 'log', message_type: 'session', message: comment, details: {}, attachments: [] };
  return {
    unread_count: Math.max(1, unread_count),
    conversation_read: false,
    received_at: now,
    last_message: storableJson(lastMessageOf({ actor: 'customer' }, said, now)),
  };
}

const log = ({ tx, merchantId, now }: Change, ticketId: TicketId, comment: string) =>
  insertLogs(tx, merchantId, [ticketId], { event: 'call', comment, agentId: null, at: now });

async function nameOf({ tx, merchantId }: Change, id: NonNullable<CallRow['agent_id']>): Promise<string> {
  const agent = await tx
    .selectFrom('agents')
    .select(['first_name', 'last_name'])
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return agentName(agent);
}

/** What the thread says of a step of a call that an agent placed; null for nothing. */
function stepOut(by: string, { state, lasted }: CallReport): string | null {
  switch (state) {
    case 'ringing':
      return null;
    case 'talking':
      return messages.logCallAnswered;
    case 'missed':
      return messages.logCallMissed(by);
    case 'failed':
      return messages.logCallFailed(by);
    case 'completed':
      return ended(lasted);
  }
}

/** And of a customer's call. */
function stepIn({ state, lasted, customerPhone }: CallReport): string | null {
  switch (state) {
    case 'ringing':
      return null;
    case 'talking':
      return messages.logCallInAnswered;
    case 'missed':
    case 'failed':
      return messages.logCallInMissed(customerPhone ?? '');
    case 'completed':
      return ended(lasted);
  }
}

function ended(lasted: number | null): string {
  if (lasted === null) return messages.logCallOver;
  const [minutes, seconds] = [Math.floor(lasted / 60), Math.floor(lasted % 60)];
  return messages.logCallDone([minutes > 0 && `${minutes} min`, `${seconds} s`].filter(Boolean).join(' '));
}
