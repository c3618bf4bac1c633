import type { ReplyRequest } from '@inbox/api';
import { type Outgoing, type OutgoingMail, newTempId, type TempId } from '@inbox/domain';

/** The call's body. */
export function requestOf(outgoing: Outgoing): ReplyRequest {
  const { message, conversation_id, temp_id, conversation_source, ticket_id, attachments, seen, again_of } = outgoing;
  const { recipients = { to: [], cc: [], bcc: [], chosen: [] } } = outgoing;
  return {
    message,
    conversation_id,
    temp_id,
    conversation_source,
    ticket_id,
    ...recipients,
    convmsg_message_id: null,
    attachment_ids: attachments.map(({ id }) => id),
    seen,
    ...(again_of !== undefined && { again_of }),
    ...(conversation_source === 'email' && headOf(outgoing)),
    ...(outgoing.mail && bodyOf(outgoing.mail)),
  };
}

/** The fields that the specification adds for an e-mail (section 7). */
function headOf({ mail, answers, attachments }: Outgoing): Partial<ReplyRequest> {
  const { answered = null, from, subject } = mail ?? answers ?? {};
  return {
    convmsg_message_id: answered,
    attachment_ids: [],
    attachment: attachments.map(({ url, content_type, file_name }) => ({ url, content_type, file_name })),
    ...(from !== undefined && { from }),
    ...(subject !== undefined && { subject }),
  };
}

/** The text of a mail of the drawer, and the files that it hands on. */
function bodyOf({ kind, html, forwarded, no_quote }: OutgoingMail): Partial<ReplyRequest> {
  return {
    email_body: html,
    mail_kind: kind,
    ...(no_quote && { no_quote }),
    forward_attachment_ids: forwarded,
  };
}

const hexOf = (uuid: string): string => uuid.replaceAll('-', '');

/**
 * The `traceparent` (W3C Trace Context) of one attempt to send: the trace begins with Enter, so that all attempts of a reply
 * are in one. Its number is the reply's `temp_id`, which is a UUID and as long as a trace's id.
 */
export const traceOf = (tempId: TempId): string => `00-${hexOf(tempId)}-${hexOf(newTempId()).slice(0, 16)}-01`;
