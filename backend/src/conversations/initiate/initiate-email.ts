import { randomUUID } from 'node:crypto';
import type { NewEmailRequest } from '@inbox/api/wire';
import {
  agentName,
  joinTags,
  tagList,
  type AgentId,
  type EmailAddress,
  type TempId,
  type Ticket,
  type TicketId,
  type UploadId,
} from '@inbox/domain';
import { cutText, eachOnce, mayWriteTo, MOST_LETTERS, UNDO_HOLD_MS, type Recipients } from '@inbox/domain/conversation';
import { sql } from 'kysely';
import { findMailboxByAddress } from '../../accounts/accounts';
import { findAssignableAgent } from '../../agents/agent-queries';
import type { SignedIn } from '../../agents/sessions/session';
import { storable } from '../../platform/db/storable-text';
import type { ContentDetails } from '../thread/content-details';
import { change, type Change } from '../../platform/db/unit-of-work';
import type { Uploads } from '../../platform/files/uploads';
import { messages } from '../../platform/errors/messages';
import { WorkError } from '../../platform/errors/errors';
import { ensureConversation } from '../receive/ensure-conversation';
import { ensureRunningTicket } from '../receive/ensure-running-ticket';
import { forgetMailImages, storeMailImages, type MailImage } from '../send/mail-images';
import type { MailBody, MailText } from '../send/mail-text';
import { uploadIdsOf } from '../send/reply-files';
import { insertOutbox } from '../../platform/outbox/outbox-rows';
import type { OutboxPayload } from '../../platform/outbox/payloads';
import { insertSentFiles, type SentFile } from '../thread/attachment-rows';
import { toContentItems } from '../thread/content-rows';
import { lastMessageOf } from '../thread/last-message';
import { insertWholeMail, splitLongMail } from '../thread/long-mails';
import { consumeUploads, type PendingUpload } from '../thread/pending-uploads';
import { findByTempId, insertContent } from '../thread/reply-queries';
import { linkWithin } from '../../tickets/links/link-tickets';
import { changeTicket } from '../../tickets/lifecycle/one-ticket';
import { closeTickets } from '../../tickets/lifecycle/set-status';
import type { StatusContext } from '../../tickets/lifecycle/surveys';
import { checkTags } from '../../tickets/lifecycle/tags';
import { insertLogs } from '../../tickets/lifecycle/ticket-changes';

/** An e-mail that begins a ticket. */
export interface NewMail {
  from: EmailAddress;
  to: EmailAddress[];
  cc: EmailAddress[];
  bcc: EmailAddress[];
  subject: string;
  html: string;
  text: string;
  files: readonly SentFile[];
}

/** What of sending e-mail the channel knows. */
export interface MailWriter extends MailText {
  compose(mail: NewMail): { messageId: string; payload: OutboxPayload; details: ContentDetails };
}

export interface InitiateContext extends StatusContext {
  mailWriter: MailWriter;
}

/**
 * Sends an e-mail that begins a ticket (spec sections 3, 7 and 9): a conversation of its own with the first recipient, the
 * mail in its thread and in the outbox, all in one transaction. As long as `undoReply` can take it back it waits there. The same request again, by its temp_id, answers the same
 * ticket and sends nothing more.
 * @throws WorkError in words for the agent, when something is missing or may not be
 */
export async function initiateEmail(
  context: InitiateContext,
  uploads: Pick<Uploads, 'put' | 'remove'>,
  who: SignedIn,
  request: NewEmailRequest,
): Promise<TicketId> {
  const recipients = recipientsOf(request);
  const tags = joinTags(tagList(storable(request.tags ?? '')));
  checkTags(tags);
  const tempId = request.temp_id ?? (randomUUID() as TempId);
  const body = context.mailWriter.readBody(storable(request.email_body));
  const deps = { db: context.db, uploads, who };
  const images = await storeMailImages(deps, null, body);
  try {
    const { ticketId, isNew } = await change(
      context,
      { merchantId: who.merchantId, by: who.agent.id },
      async (work) => {
        const made = await findSent(work, who, tempId);
        if (made !== undefined) return { ticketId: made, isNew: false };
        return {
          ticketId: await send(context, work, who, { request, recipients, tags, tempId, body, images }),
          isNew: true,
        };
      },
    );
    if (!isNew) await forgetMailImages(deps, images);
    return ticketId;
  } catch (error) {
    await forgetMailImages(deps, images);
    throw error;
  }
}

const NAMES = { to: 'to_emails', cc: 'cc_emails', bcc: 'bcc_emails' } as const;

function recipientsOf({ to_emails, cc_emails, bcc_emails }: NewEmailRequest): Recipients {
  const trimmed = (texts: readonly string[]) => texts.map((text) => text.trim()).filter((text) => text !== '');
  const recipients = eachOnce({ to: trimmed(to_emails), cc: trimmed(cc_emails), bcc: trimmed(bcc_emails) });
  const verdict = mayWriteTo(recipients);
  if (verdict.allowed) return recipients;
  const { reason, field, address } = verdict;
  const message =
    reason === 'none'
      ? messages.recipientRequired
      : reason === 'wrong'
        ? messages.recipientWrong(address)
        : messages.tooManyRecipients;
  throw new WorkError(400, message, reason === 'none' ? 'no_recipients' : 'wrong_recipient', {
    [NAMES[field]]: [message],
  });
}

/** The ticket that this very request has begun. Two of the same at once come one after the other. */
async function findSent({ tx, merchantId }: Change, who: SignedIn, tempId: TempId): Promise<TicketId | undefined> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`email:${merchantId}:${tempId}`}, 0))`.execute(tx);
  const sent = await findByTempId(tx, merchantId, tempId);
  if (sent !== undefined && sent.agent_id !== who.agent.id) {
    throw new WorkError(409, messages.replyTaken, 'temp_id_taken');
  }
  return sent?.ticket_id;
}

interface ToSend {
  request: NewEmailRequest;
  recipients: Recipients;
  tags: string;
  tempId: TempId;
  body: MailBody;
  images: readonly MailImage[];
}

async function send(
  context: InitiateContext,
  work: Change,
  who: SignedIn,
  { request, recipients, tags, tempId, body, images }: ToSend,
): Promise<TicketId> {
  const { tx, merchantId, now } = work;
  const mailbox = await findMailboxByAddress(tx, merchantId, request.from_email);
  if (mailbox === undefined) {
    throw new WorkError(400, messages.noSuchMailbox, 'no_mailbox', { from_email: [messages.noSuchMailbox] });
  }
  const owner = await ownerOf(work, who, request.owner_id);
  const files: SentFile[] = [...(await takeFiles(work, who, request)), ...(await takeImages(work, who, images))];
  const named = (addresses: readonly string[]) => addresses.map((email) => ({ email, name: '' }));
  const subject =
    cutText(storable(request.subject).replace(/\s+/g, ' ').trim(), MOST_LETTERS.subject) || messages.noSubject;
  const { messageId, payload, details } = context.mailWriter.compose({
    from: { email: mailbox.address ?? mailbox.external_id, name: mailbox.name },
    to: named(recipients.to),
    cc: named(recipients.cc),
    bcc: named(recipients.bcc),
    subject,
    html: body.html,
    text: body.text,
    files,
  });

  const [first = ''] = recipients.to;
  const arriving = {
    accountId: mailbox.id,
    contact: first.toLowerCase(),
    source: 'email' as const,
    // A thread of its own, which an answer finds by the mail's Message-ID.
    externalId: messageId,
    answers: [],
    from: { name: '', phone: null, email: first },
  };
  const conversation = await ensureConversation(work, arriving);
  const by = { id: who.agent.id, name: agentName(who.agent) };
  const { ticket, log } = await ensureRunningTicket(work, { ...arriving, details: { subject } }, conversation, now, by);

  const { details: beginning, whole } = splitLongMail(details);
  const content = await insertContent(tx, {
    merchant_id: merchantId,
    conversation_id: conversation.id,
    ticket_id: ticket.id,
    account_id: mailbox.id,
    content_type: 'email',
    actor: 'merchant',
    agent_id: who.agent.id,
    message: body.text,
    details: JSON.stringify(beginning),
    parent_id: null,
    external_id: messageId,
    temp_id: tempId,
    send_status: 'sending',
    created_at: new Date(now.getTime() + 1),
  });
  if (whole !== null) await insertWholeMail(tx, merchantId, content.id, whole);
  await insertSentFiles(tx, merchantId, content.id, files);
  const leaving = { merchantId, accountId: mailbox.id, contentId: content.id, payload, afterMs: UNDO_HOLD_MS };
  await insertOutbox(tx, leaving);
  work.wakeOutbox();

  const shown = {
    ...content,
    attachments: files.map(({ kind, cid }) => ({
      kind,
      disposition: cid === undefined ? ('attachment' as const) : ('inline' as const),
    })),
  };
  const begun = await changeTicket(work, ticket.id, {
    // Closing comes after, as an act of its own with its own rule.
    status: request.status === 'closed' ? 'open' : request.status,
    owner_id: owner.id,
    tags: tagList(tags),
    initiated_by: 'merchant',
    replied_at: now,
    last_message: JSON.stringify(lastMessageOf({ actor: 'merchant', agent: who.agent.id }, shown, content.created_at)),
  });
  const items = [
    ...(await toContentItems(tx, merchantId, log === null ? [content] : [log, content])),
    ...(await logOwner(work, who, begun, owner)),
  ];
  work.publish('conversations.conversation_initiated', { tickets: [begun], items });
  if (owner.id !== who.agent.id) {
    work.publish('tickets.ownership_transferred_to_me', { tickets: [begun] }, owner.id);
  }
  if (request.link_ticket_id !== null)
    await linkWithin(work, who, { ticketId: ticket.id, otherId: request.link_ticket_id, isMade: true });
  if (request.status === 'closed') await close(context, work, who, ticket.id);
  return ticket.id;
}

interface Owner {
  id: AgentId;
  first_name: string;
  last_name: string;
}

/** Any agent that is listed (spec section 6), by default whoever asks. */
async function ownerOf({ tx, merchantId }: Change, who: SignedIn, id: AgentId | null): Promise<Owner> {
  if (id === null || id === who.agent.id) return who.agent;
  const owner = await findAssignableAgent(tx, merchantId, id);
  if (owner === undefined) throw new WorkError(404, messages.noAgent, 'no_agent', { owner_id: [messages.noAgent] });
  return owner;
}

async function takeFiles(work: Change, who: SignedIn, { attachment }: NewEmailRequest): Promise<PendingUpload[]> {
  return take(work, who, uploadIdsOf({ attachment_ids: [], attachment }));
}

async function takeImages(work: Change, who: SignedIn, images: readonly MailImage[]): Promise<SentFile[]> {
  await take(
    work,
    who,
    images.map(({ id }) => id),
  );
  return [...images];
}

async function take({ tx, merchantId }: Change, who: SignedIn, ids: readonly UploadId[]): Promise<PendingUpload[]> {
  const taken = await consumeUploads(tx, { merchantId, agentId: who.agent.id, ticketId: null, ids });
  if (taken === undefined) throw new WorkError(404, messages.noUpload, 'no_upload');
  return taken;
}

/** Who writes for a colleague says so in the thread. */
async function logOwner({ tx, merchantId, now }: Change, who: SignedIn, ticket: Ticket, owner: Owner) {
  if (owner.id === who.agent.id) return [];
  const comment = messages.logAssigned(agentName(owner), agentName(who.agent));
  return insertLogs(tx, merchantId, [ticket.id], { event: 'assigned', comment, agentId: who.agent.id, at: now });
}

async function close({ surveys }: InitiateContext, work: Change, who: SignedIn, id: TicketId): Promise<void> {
  const { failed } = await closeTickets(surveys, { ...work, ref: undefined }, who, [id], { sendCsat: false });
  const [refused] = failed;
  if (refused !== undefined) throw new WorkError(409, refused.message, 'may_not_close', { status: [refused.message] });
}
