import { uploadUrl, type ReplyRequest, type ScheduledText, type SendLaterRequest } from '@inbox/api/wire';
import type { AttachmentId, MerchantId, ScheduledMail, TempId, TicketId } from '@inbox/domain';
import { mayChangeScheduled, sendTimeProblem } from '@inbox/domain/conversation';
import type { SignedIn } from '../../agents/sessions/session';
import type { Queryable } from '../../platform/db/connection';
import { storable } from '../../platform/db/storable-text';
import { change, type Change, type WorkContext } from '../../platform/db/unit-of-work';
import { messages } from '../../platform/errors/messages';
import { WorkError } from '../../platform/errors/errors';
import { findUploads, handUploads } from '../thread/pending-uploads';
import { findByTempId } from '../thread/reply-queries';
import { lockTicket } from '../../tickets/lifecycle/one-ticket';
import { findTicket, type TicketRow } from '../../tickets/lifecycle/ticket-rows';
import { checkMayReply } from '../send/check-may-reply';
import { composeReply, type WrittenMail } from '../send/compose-reply';
import { isMail, readWritten, type MailReplyContext, type MailReplyRequest } from '../send/mail-reply';
import { uploadIdsOf } from '../send/reply-files';
import {
  findScheduled,
  listScheduled,
  putScheduled,
  removeScheduled,
  toScheduledMail,
  type ScheduledRow,
} from './scheduled-mail-rows';

/**
 * Stores a mail of the drawer to be sent at its time (`sendDueMails`). What would refuse it now refuses it at once; at its
 * time the rules count anew. Requested again with the same temp_id before that, the later request counts.
 * @throws WorkError with the reason
 */
export async function sendLater(
  context: MailReplyContext,
  who: SignedIn,
  { send_at, reply: request }: SendLaterRequest,
): Promise<ScheduledMail> {
  if (!isMail(request)) throw new WorkError(400, messages.laterNotMail, 'not_email');
  const at = new Date(send_at);
  const { mail } = await readWritten(context, who.merchantId, request);
  const stored = await change(context, { merchantId: who.merchantId, by: who.agent.id }, async (work) => {
    const { tx, merchantId, now } = work;
    const problem = sendTimeProblem(at.getTime(), now.getTime());
    if (problem !== null) {
      const words = messages.sendTime[problem];
      throw new WorkError(400, words, `time_${problem}`, { send_at: [words] });
    }
    const row = await lockTicket(work, request.ticket_id);
    const uploadIds = await checkSendable(context, work, who, row, request, mail);
    if ((await findByTempId(tx, merchantId, request.temp_id)) !== undefined) throw taken();
    const clean = {
      ...request,
      message: storable(request.message),
      email_body: storable(request.email_body),
      ...(request.subject !== undefined && { subject: storable(request.subject) }),
      seen: null,
    };
    const isStored = await putScheduled(tx, {
      merchant_id: merchantId,
      temp_id: request.temp_id,
      ticket_id: row.id,
      agent_id: who.agent.id,
      send_at: at,
      request: JSON.stringify(clean),
      upload_ids: uploadIds,
    });
    if (!isStored) throw taken();
    return find(tx, merchantId, request.temp_id);
  });
  scheduledChanged(context, who.merchantId, stored.ticket_id);
  return toScheduledMail(stored);
}

/** @throws WorkError when it could not be sent now; answers the ids of its files */
async function checkSendable(
  { composers }: MailReplyContext,
  work: Change,
  who: SignedIn,
  row: TicketRow,
  request: MailReplyRequest,
  mail: WrittenMail,
) {
  if (row.conversation_id !== request.conversation_id || row.source !== request.conversation_source) {
    throw new WorkError(409, messages.replyOtherConversation, 'other_conversation');
  }
  checkMayReply(work, who, row);
  const ids = uploadIdsOf(request);
  if (mail.isEmpty && ids.length === 0) {
    throw new WorkError(400, messages.replyEmpty, 'empty', { message: [messages.replyEmpty] });
  }
  const uploads = await findUploads(work.tx, {
    merchantId: work.merchantId,
    agentId: who.agent.id,
    ticketId: row.id,
    ids,
  });
  if (uploads === undefined) throw new WorkError(404, messages.noUpload, 'no_upload');
  // What it would be is not stored: addresses, mailbox and the mail that it answers are checked.
  await composeReply(composers, work, row, request, uploads, { mail });
  return ids;
}

/** Those of a ticket that wait, or were not sent. @throws WorkError when the merchant has no such ticket */
export async function scheduledOf(db: Queryable, merchantId: MerchantId, ticketId: TicketId): Promise<ScheduledMail[]> {
  if ((await findTicket(db, merchantId, ticketId)) === undefined) {
    throw new WorkError(404, messages.noTicket, 'no_ticket');
  }
  return (await listScheduled(db, merchantId, ticketId)).map(toScheduledMail);
}

/** All that its writer wrote, to be changed. @throws WorkError when it is gone, or neither one's own nor an admin's */
export async function readScheduled(db: Queryable, who: SignedIn, tempId: TempId): Promise<ScheduledText> {
  const { merchantId } = who;
  const row = await find(db, merchantId, tempId);
  checkMayChange(who, row);
  const { request, ticket_id, agent_id } = row;
  const { to, cc, bcc, from, subject, convmsg_message_id: answered, email_body = '' } = request;
  const of = { merchantId, agentId: agent_id, ticketId: ticket_id, ids: row.upload_ids };
  // One that was sent meanwhile with another mail does not come along.
  const found = await Promise.all(row.upload_ids.map((id) => findUploads(db, { ...of, ids: [id] })));
  return {
    mail: toScheduledMail(row),
    ...{ to, cc, bcc, answered, email_body },
    ...(request.no_quote && { no_quote: request.no_quote }),
    ...(from !== undefined && { from }),
    ...(subject !== undefined && { subject }),
    attachments: found.flat().flatMap((upload) => {
      if (upload === undefined) return [];
      const { id, filename, content_type, size, kind } = upload;
      return { id, url: uploadUrl(id), file_name: filename, content_type, size, kind };
    }),
    left_out: await leftOutOf(db, merchantId, request),
  };
}

async function leftOutOf(
  db: Queryable,
  merchantId: MerchantId,
  { convmsg_message_id: answered, mail_kind, forward_attachment_ids = [] }: ReplyRequest,
): Promise<AttachmentId[]> {
  if (answered === null || mail_kind !== 'forward') return [];
  const files = await db
    .selectFrom('attachments')
    .select('id')
    .where('merchant_id', '=', merchantId)
    .where('content_id', '=', answered)
    .orderBy('id')
    .execute();
  return files.map(({ id }) => id).filter((id) => !forward_attachment_ids.includes(id));
}

/**
 * Calls it off. Its files are uploads of whoever does so, for a draft that goes on from it.
 * @throws WorkError when it is gone, or neither one's own nor an admin's
 */
export async function cancelScheduled(context: WorkContext, who: SignedIn, tempId: TempId): Promise<void> {
  const ticketId = await change(context, { merchantId: who.merchantId, by: who.agent.id }, async (work) => {
    const { tx, merchantId, now } = work;
    const row = await find(tx, merchantId, tempId);
    checkMayChange(who, row);
    if (!(await removeScheduled(tx, row))) throw gone();
    await handUploads(tx, { merchantId, agentId: who.agent.id, ids: row.upload_ids, at: now });
    return row.ticket_id;
  });
  scheduledChanged(context, who.merchantId, ticketId);
}

/** Pages in which the ticket is open load its scheduled mails anew. */
export function scheduledChanged({ live }: Pick<WorkContext, 'live'>, merchantId: MerchantId, ticket: TicketId): void {
  live.signal(merchantId, { type: 'scheduled_mails.changed', ticket_id: ticket });
}

async function find(db: Queryable, merchantId: MerchantId, tempId: TempId): Promise<ScheduledRow> {
  const row = await findScheduled(db, merchantId, tempId);
  if (row === undefined) throw gone();
  return row;
}

function checkMayChange({ agent }: SignedIn, row: ScheduledRow): void {
  if (!mayChangeScheduled(agent, row)) throw new WorkError(403, messages.scheduledNotYours, 'not_yours');
}

const gone = () => new WorkError(404, messages.noScheduled, 'no_scheduled');
const taken = () => new WorkError(409, messages.scheduledTaken, 'temp_id_taken');
