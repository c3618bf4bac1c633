import { randomUUID } from 'node:crypto';
import { UPLOAD_PATH, type InitiateTemplateRequest } from '@inbox/api/wire';
import { endedSession, type PhoneNumber, type TempId, type TemplateValues, type UploadId } from '@inbox/domain';
import {
  buttonUrlKey,
  cleanTemplateValue,
  digitsOf,
  fillTemplate,
  lastTenDigits,
  mediaHeader,
  TEMPLATE_PHONE_DIGITS,
  templateFileProblem,
  templateGap,
  templateProblem,
  templateText,
  GROUP_CONTACT,
} from '@inbox/domain/conversation';
import type { SignedIn } from '../agents/sessions/session';
import { change, type Change } from '../platform/db/unit-of-work';
import { messages } from '../platform/errors/messages';
import { WorkError } from '../platform/errors/errors';
import { checkMaySendTemplate } from '../conversations/send/check-may-reply';
import { ensureConversation } from '../conversations/receive/ensure-conversation';
import { ensureRunningTicket } from '../conversations/receive/ensure-running-ticket';
import { answerStored, storeComposed, type Replied } from '../conversations/send/reply';
import type { SendingContext } from '../conversations/send/compose-reply';
import type { OutboxPayload } from '../platform/outbox/payloads';
import { readHomeCountry } from '../phone-numbers/home-country';
import { readTypedNumber } from '../phone-numbers/read-number';
import { whatsappIds } from '../phone-numbers/written-forms';
import { toContentItems } from '../conversations/thread/content-rows';
import { consumeUploads, type PendingUpload } from '../conversations/thread/pending-uploads';
import { findByTempId, findSender } from '../conversations/thread/reply-queries';
import { lockTickets, toTicket, type TicketRow } from '../tickets/lifecycle/ticket-rows';
import { findTemplate, type TemplateRow } from './template-queries';

/** What a template becomes on its way out: the values are by the keys of `templateInputs`. */
export type ComposeTemplate = (
  template: TemplateRow,
  filled: { to: string; values: TemplateValues; media: PendingUpload | null },
) => OutboxPayload;

/** What is sent, whomever it goes to. */
export type TemplateRequest = Pick<InitiateTemplateRequest, 'parameters' | 'media_url' | 'button_url'>;

export type TemplateContext = SendingContext & { composeTemplate: ComposeTemplate };

/**
 * Sends an approved template on a ticket, or to a phone number, for which a conversation and a ticket are made when there
 * is none. It is stored with its way out in one transaction; asked again with the same temp_id it answers the same message.
 * @throws WorkError when there is no such template or ticket, when it cannot be sent, or this agent may not (sections 4–6)
 */
export async function sendTemplate(
  context: TemplateContext,
  who: SignedIn,
  request: InitiateTemplateRequest,
): Promise<Replied> {
  const tempId = request.temp_id ?? (randomUUID() as TempId);
  return change(context, { merchantId: who.merchantId, by: who.agent.id }, async (work) => {
    const template = await findTemplate(work.tx, work.merchantId, request.template_id);
    if (template === undefined) throw new WorkError(404, messages.noTemplate, 'no_template');
    // Both hold a lock until the commit: of two requests at once with one temp_id the second finds what the first stored.
    const { ticket, isNew } = await ticketOf(work, template, request);
    const stored = await findByTempId(work.tx, work.merchantId, tempId);
    if (stored !== undefined) {
      if (stored.ticket_id !== ticket.id) throw new WorkError(409, messages.replyTaken, 'temp_id_taken');
      return answerStored(work, who, ticket, stored);
    }
    if (!isNew) checkMaySendTemplate(who, ticket);
    return sendOnTicket(context, work, who, { ticket, template, request, tempId });
  });
}

/** Stores the template with its way out, on a ticket that is locked and that this agent may send it on. */
export async function sendOnTicket(
  context: TemplateContext,
  work: Change,
  who: SignedIn,
  of: { ticket: TicketRow; template: TemplateRow; request: TemplateRequest; tempId: TempId; isForMany?: boolean },
): Promise<Replied> {
  const { ticket, template, request } = of;
  const { parts } = template;
  const values = valuesOf(template, request);
  checkTemplate(template, values, request.media_url !== null);
  const sender = await findSender(work.tx, work.merchantId, ticket.conversation_id);
  if (!sender.enabled) throw new WorkError(409, messages.replyAccountOff, 'account_off');
  if (template.account_id !== sender.account_id)
    throw new WorkError(409, messages.templateOtherAccount, 'other_account');
  if (sender.contact.startsWith(GROUP_CONTACT)) throw new WorkError(409, messages.templateGroup, 'group');
  const media = await takeMedia(work, who, template, { url: request.media_url, forMany: of.isForMany ?? false });
  const payload = context.composeTemplate(template, { to: sender.contact, values, media });
  const message = {
    text: templateText(fillTemplate(parts, values)),
    message_type: 'template',
    files: media === null ? [] : [media],
    payload,
    content_type: media?.kind ?? 'message',
    external_id: null,
    post_id: null,
    details: {},
  } as const;
  return storeComposed(work, who, ticket, { messages: [message], parent: undefined, sender }, of.tempId);
}

function valuesOf({ parts }: TemplateRow, { parameters, button_url }: TemplateRequest): TemplateValues {
  const urlKey = buttonUrlKey(parts);
  const given = { ...parameters, ...(urlKey !== null && button_url !== null && { [urlKey]: button_url }) };
  return Object.fromEntries(Object.entries(given).map(([key, value]) => [key, cleanTemplateValue(value)]));
}

function checkTemplate({ status, name, parts }: TemplateRow, values: TemplateValues, hasMedia: boolean): void {
  if (status !== 'approved') throw new WorkError(409, messages.templateNot(name, status), 'not_approved');
  switch (templateProblem(parts, values, hasMedia)) {
    case null:
      if (hasMedia && mediaHeader(parts) === null) {
        throw new WorkError(400, messages.templateNoMedia, 'no_media', { media_url: [messages.templateNoMedia] });
      }
      return;
    case 'not_supported':
      throw new WorkError(409, messages.templateGap(name, templateGap(parts) ?? 'other'), 'not_supported');
    case 'values':
      throw new WorkError(400, messages.templateValues, 'values', { parameters: [messages.templateValues] });
    case 'media':
      throw new WorkError(400, messages.templateMedia, 'media', { media_url: [messages.templateMedia] });
  }
}

async function takeMedia(
  { tx, merchantId }: Change,
  who: SignedIn,
  { parts }: TemplateRow,
  { url, forMany }: { url: string | null; forMany: boolean },
): Promise<PendingUpload | null> {
  const header = mediaHeader(parts);
  if (header === null || url === null) return null;
  const ids = [Number(UPLOAD_PATH.exec(url)?.[1] ?? 0) as UploadId];
  const of = { merchantId, agentId: who.agent.id, ticketId: null, ids, forMany };
  const [upload] = (await consumeUploads(tx, of)) ?? [];
  if (upload === undefined) throw new WorkError(404, messages.noUpload, 'no_upload');
  if (templateFileProblem(header, { type: upload.content_type, size: upload.size }) !== null) {
    const message = messages.fileNotTaken(upload.filename);
    throw new WorkError(409, message, 'file_type', { media_url: [message] });
  }
  return { ...upload, kind: header };
}

/** The ticket, locked. */
async function ticketOf(
  work: Change,
  template: TemplateRow,
  { ticket_ids: [id] = [], phone = '', whole_phone }: InitiateTemplateRequest,
): Promise<{ ticket: TicketRow; isNew: boolean }> {
  if (id === undefined) return ticketByPhone(work, template, await numberOf(work, phone, whole_phone));
  const [ticket] = await lockTickets(work.tx, work.merchantId, [id]);
  if (ticket === undefined) throw new WorkError(404, messages.noTicket, 'no_ticket');
  return { ticket, isNew: false };
}

/**
 * Reads the number that the agent means: the whole one if it was typed, otherwise ten digits.
 * @throws WorkError where it is none
 */
async function numberOf({ tx, merchantId }: Change, phone: string, whole = phone): Promise<PhoneNumber> {
  const digits = lastTenDigits(phone);
  const isSame = digits.length === TEMPLATE_PHONE_DIGITS && lastTenDigits(whole) === digits;
  const number = isSame ? readTypedNumber(whole, await readHomeCountry(tx, merchantId)) : null;
  if (number === null) throw new WorkError(400, messages.wrongPhone, 'phone', { phone: [messages.wrongPhone] });
  return number;
}

/** The running ticket of whoever has this number, made with customer and conversation when there is none. */
async function ticketByPhone(
  work: Change,
  { account_id }: TemplateRow,
  number: PhoneNumber,
): Promise<{ ticket: TicketRow; isNew: boolean }> {
  const { tx, merchantId, now } = work;
  const contact = (await contactOf(work, account_id, number)) ?? digitsOf(number);
  const from = { name: '', phone: number, email: null };
  const arriving = { accountId: account_id, source: 'whatsapp', contact, externalId: '', answers: [], from } as const;
  const conversation = await ensureConversation(work, arriving);
  const { ticket, log } = await ensureRunningTicket(work, { ...arriving, details: {} }, conversation, now);
  if (log === null) return { ticket, isNew: false };
  const begun = await tx
    .updateTable('tickets')
    .set({
      initiated_by: 'merchant',
      // Who has not written for a day, or never, gets templates alone.
      session_expiry_at: (await lastSession(work, ticket)) ?? new Date(endedSession(now.getTime())),
    })
    .where('merchant_id', '=', merchantId)
    .where('id', '=', ticket.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  work.publish('conversations.conversation_initiated', {
    tickets: [toTicket(begun)],
    items: await toContentItems(tx, merchantId, [log]),
  });
  return { ticket: begun, isNew: true };
}

/** WhatsApp's own name of the number, where the account knows it. */
async function contactOf(
  { tx, merchantId }: Change,
  accountId: TemplateRow['account_id'],
  number: PhoneNumber,
): Promise<string | undefined> {
  const known = await tx
    .selectFrom('conversations')
    .select('contact')
    .where('merchant_id', '=', merchantId)
    .where('account_id', '=', accountId)
    .where('contact', 'in', whatsappIds(number))
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return known?.contact;
}

async function lastSession({ tx, merchantId }: Change, { conversation_id }: TicketRow): Promise<Date | null> {
  const { last } = await tx
    .selectFrom('tickets')
    .select((eb) => eb.fn.max('session_expiry_at').as('last'))
    .where('merchant_id', '=', merchantId)
    .where('conversation_id', '=', conversation_id)
    .executeTakeFirstOrThrow();
  return last;
}
