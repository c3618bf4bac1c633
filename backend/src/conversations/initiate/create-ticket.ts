import { randomUUID } from 'node:crypto';
import {
  agentName,
  joinTags,
  tagList,
  type AgentId,
  type ContactRefusal,
  type NewTicketContact,
  type Ticket,
} from '@inbox/domain';
import { cutText, MOST_LETTERS, newTicket, noteOfText, readContact } from '@inbox/domain/conversation';
import type { NewTicketRequest } from '@inbox/api/wire';
import { sql } from 'kysely';
import { findMailboxToWriteFrom } from '../../accounts/accounts';
import { findAssignableAgent } from '../../agents/agent-queries';
import type { SignedIn } from '../../agents/sessions/session';
import { completeCustomer } from '../../customers/complete-customer';
import { storable } from '../../platform/db/storable-text';
import { change, type Change } from '../../platform/db/unit-of-work';
import { messages } from '../../platform/errors/messages';
import { WorkError } from '../../platform/errors/errors';
import { ensureConversation, type Arriving } from '../receive/ensure-conversation';
import { ensureRunningTicket } from '../receive/ensure-running-ticket';
import { toContentItems } from '../thread/content-rows';
import { insertNote } from '../../notes/note-queries';
import { changeTicket } from '../../tickets/lifecycle/one-ticket';
import { closeTickets } from '../../tickets/lifecycle/set-status';
import type { StatusContext } from '../../tickets/lifecycle/surveys';
import { checkTags } from '../../tickets/lifecycle/tags';
import { insertLogs } from '../../tickets/lifecycle/ticket-changes';
import { toTicket, type TicketRow } from '../../tickets/lifecycle/ticket-rows';
import { readHomeCountry } from '../../phone-numbers/home-country';
import { readTypedNumber, type CountryCode } from '../../phone-numbers/read-number';
import { ensurePhoneLine } from './phone-line';

const refusals: Record<ContactRefusal, { message: (typed: NewTicketRequest) => string; field: 'phone' | 'email' }> = {
  none: { message: () => messages.noContact, field: 'phone' },
  phone: { message: () => messages.phoneWrong, field: 'phone' },
  email: { message: ({ email }) => messages.recipientWrong(email.trim()), field: 'email' },
};

/**
 * Makes a ticket by hand (spec sections 3, 7 and 9): by phone a phone ticket, by e-mail alone a mail thread that begins
 * with the agent's first mail. All of it in one transaction: a ticket that cannot be closed, or surveyed, as asked is not
 * made. The same request again, by its `ref`, answers the ticket that it has made.
 * @throws WorkError in words for the agent, when something is missing or may not be
 */
export async function createTicket(context: StatusContext, who: SignedIn, request: NewTicketRequest): Promise<Ticket> {
  const contact = checkContact(request, await readHomeCountry(context.db, who.merchantId));
  const tags = joinTags(tagList(storable(request.tags ?? '')));
  checkTags(tags);
  return change(context, { merchantId: who.merchantId, by: who.agent.id }, async (work) => {
    const made = await findMade(work, request.ref);
    if (made !== undefined) return toTicket(made);
    const owner = await ownerOf(work, who, request);
    const { row, item } = await insertTicket(work, who, request, contact);

    const { status, owner_id } = newTicket(who.agent, { source: contact.source, owner: owner?.id ?? null });
    const full_name = typedName(request).full_name;
    const ticket = await changeTicket(work, row.id, {
      status,
      owner_id,
      subject: cutText(storable(request.subject).replace(/\s+/g, ' ').trim(), MOST_LETTERS.subject) || null,
      tags: tagList(tags),
      initiated_by: 'merchant',
      created_ref: request.ref ?? null,
      ...(full_name !== '' && { full_name }),
    });
    await addFirstNote(work, who, ticket, request.notes);
    const items = [
      ...(await toContentItems(work.tx, work.merchantId, [item])),
      ...(await logOwner(work, who, ticket, owner)),
    ];
    work.publish('conversations.conversation_initiated', { tickets: [ticket], items });
    if (owner !== null && owner.id !== who.agent.id) {
      work.publish('tickets.ownership_transferred_to_me', { tickets: [ticket] }, owner.id);
    }
    return request.set_status === 'create' ? ticket : close(context, work, who, ticket, request);
  });
}

function checkContact(request: NewTicketRequest, home: CountryCode): NewTicketContact {
  const typed = { phone: storable(request.phone), email: storable(request.email) };
  const contact = readContact(typed, (phone) => readTypedNumber(phone, home));
  if (!('refused' in contact)) return contact;
  const { message, field } = refusals[contact.refused];
  const text = message(request);
  throw new WorkError(400, text, 'no_contact', { [field]: [text] });
}

/** What this very request has made before. Two of the same at once come one after the other. */
async function findMade({ tx, merchantId }: Change, ref: string | undefined): Promise<TicketRow | undefined> {
  if (ref === undefined) return undefined;
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`create:${merchantId}:${ref}`}, 0))`.execute(tx);
  return tx
    .selectFrom('tickets')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('created_ref', '=', ref)
    .executeTakeFirst();
}

interface Owner {
  id: AgentId;
  first_name: string;
  last_name: string;
}

/** Any agent that is listed (spec section 6), by default whoever asks; null for nobody. */
async function ownerOf(
  { tx, merchantId }: Change,
  who: SignedIn,
  { agent_id }: NewTicketRequest,
): Promise<Owner | null> {
  if (agent_id === undefined) return who.agent;
  if (agent_id === null || agent_id === -1) return null;
  const owner = await findAssignableAgent(tx, merchantId, agent_id);
  if (owner === undefined) throw new WorkError(404, messages.noAgent, 'no_agent', { agent_id: [messages.noAgent] });
  return owner;
}

/** The ticket in its conversation, with the customer, and the line of the thread that says who made it. */
async function insertTicket(work: Change, who: SignedIn, request: NewTicketRequest, contact: NewTicketContact) {
  const arriving = await arrivingOf(work, contact, typedName(request).full_name);
  const conversation = await ensureConversation(work, arriving);
  await completeCustomer(work, conversation.customer_id, { ...typedName(request), ...contact });
  const by = { id: who.agent.id, name: agentName(who.agent) };
  const { ticket, log } = await ensureRunningTicket(work, { ...arriving, details: {} }, conversation, work.now, by);
  if (log === null) throw new WorkError(409, messages.ticketRunning(ticket.id), 'ticket_running');
  return { row: ticket, item: log };
}

/** Who the ticket is of, as a message of theirs would name them. */
async function arrivingOf(work: Change, { source, phone, email }: NewTicketContact, name: string): Promise<Arriving> {
  const from = { name: name || phone || email || '', phone, email: phone === null ? email : null };
  if (source === 'phone') {
    return { ...(await ensurePhoneLine(work, phone)), source, externalId: '', answers: [], from };
  }
  const mailbox = await findMailboxToWriteFrom(work.tx, work.merchantId, email);
  if (mailbox === undefined) throw new WorkError(409, messages.noMailbox, 'no_mailbox');
  // A thread of its own: a mail that answers the agent's first finds it by that mail's Message-ID.
  return { accountId: mailbox.id, contact: email, source, externalId: `ticket:${randomUUID()}`, answers: [], from };
}

/** What was typed as the customer's name, as it is stored; empty for nothing. */
function typedName(request: NewTicketRequest): { first_name: string; last_name: string; full_name: string } {
  const tidy = (text: string) => cutText(storable(text).replace(/\s+/g, ' ').trim(), MOST_LETTERS.name);
  const [first_name, last_name] = [tidy(request.customer_first_name), tidy(request.customer_last_name)];
  return { first_name, last_name, full_name: tidy(`${first_name} ${last_name}`) };
}

async function addFirstNote(
  { tx, merchantId, now }: Change,
  who: SignedIn,
  ticket: Ticket,
  text: string,
): Promise<void> {
  const notes = noteOfText(storable(text));
  if (notes === '') return;
  const note = { merchant_id: merchantId, ticket_id: ticket.id, agent_id: who.agent.id, notes, created_at: now };
  await insertNote(tx, note);
}

/** Who makes a ticket for a colleague says so in the thread. */
async function logOwner({ tx, merchantId, now }: Change, who: SignedIn, ticket: Ticket, owner: Owner | null) {
  if (owner === null || owner.id === who.agent.id) return [];
  const comment = messages.logAssigned(agentName(owner), agentName(who.agent));
  return insertLogs(tx, merchantId, [ticket.id], { event: 'assigned', comment, agentId: who.agent.id, at: now });
}

async function close(
  { surveys }: StatusContext,
  work: Change,
  who: SignedIn,
  { id }: Ticket,
  { ref, set_status }: NewTicketRequest,
): Promise<Ticket> {
  const sendCsat = set_status === 'create_close_and_send_csat';
  const { tickets, failed } = await closeTickets(surveys, { ...work, ref }, who, [id], { sendCsat });
  const [refused] = failed;
  if (refused !== undefined) throw new WorkError(409, refused.message, 'may_not_close');
  const ticket = tickets.find((one) => one.id === id);
  if (ticket === undefined) throw new Error(`Ticket ${id} was not closed`);
  return ticket;
}
