import type { ReplyRequest } from '@inbox/api/wire';
import type { KnownSource } from '@inbox/domain';
import type { Queryable } from '../../platform/db/connection';
import type { ContentDetails } from '../thread/content-details';
import type { Change, WorkContext } from '../../platform/db/unit-of-work';
import { messages } from '../../platform/errors/messages';
import { WorkError } from '../../platform/errors/errors';
import type { OutboxPayload } from '../../platform/outbox/payloads';
import type { ContentRow } from '../thread/content-rows';
import type { MailImage } from './mail-images';
import { findMailboxByAddress } from '../../accounts/accounts';
import type { SentFile } from '../thread/attachment-rows';
import type { PendingUpload } from '../thread/pending-uploads';
import { normalEmail } from '@inbox/domain';
import { findInConversation, findSender, type Sender } from '../thread/reply-queries';
import type { TicketRow } from '../../tickets/lifecycle/ticket-rows';

/** What the agent wrote, and to whom. */
export type WrittenReply = Pick<
  ReplyRequest,
  'message' | 'from' | 'subject' | 'to' | 'cc' | 'bcc' | 'chosen' | 'convmsg_message_id' | 'mail_kind'
> & {
  /** The inbox says it by itself. */
  automatic?: true;
};

/** What was written in the mail drawer, with what it quotes. */
export interface WrittenMail {
  html: string;
  text: string;
  /** Is nothing written, nothing handed on, and no picture in it? */
  isEmpty: boolean;
  /** Pictures of the text, uploaded for it. */
  images: readonly MailImage[];
  /** Files of the original that go along. */
  forwarded: readonly SentFile[];
  /** It was called off as long as it waited: no time to undo it is added. */
  isDue: boolean;
}

/** One message of a reply: what its item in the thread shows, and what leaves. */
export interface ComposedMessage {
  text: string;
  files: readonly SentFile[];
  payload: OutboxPayload;
  content_type: ContentRow['content_type'];
  /** An ordinary message, when left out. */
  message_type?: 'template';
  /** The channel's id of it, where that is known before it leaves. */
  external_id: string | null;
  post_id: ContentRow['post_id'];
  details: ContentDetails;
}

/** A reply as its channel takes it. */
export interface ComposedReply {
  messages: [ComposedMessage, ...ComposedMessage[]];
  /** The message that is quoted or answered. */
  parent: ContentRow | undefined;
}

/** What a channel composes a reply of. */
export interface ReplyToCompose {
  ticket: TicketRow;
  sender: Sender;
  reply: WrittenReply;
  /** The message of this conversation that the agent quotes. */
  quoted: ContentRow | undefined;
  uploads: readonly PendingUpload[];
  /** E-mail: absent of what was written in the reply box. */
  mail?: WrittenMail | undefined;
  /** E-mail: leaves once more as it was, in place of all that is written. */
  again?: ContentRow | undefined;
}

/** Each channel brings its own. @throws WorkError when the channel cannot take the reply */
export type ComposeReply = (db: Queryable, reply: ReplyToCompose) => Promise<ComposedReply>;

/** By the conversation's source; one without takes no replies. */
export type Composers = Partial<Record<KnownSource, ComposeReply>>;

/** What a use case that sends messages needs. */
export type SendingContext = WorkContext & { composers: Composers };

/**
 * What leaves, with the message that it quotes or answers, and the account that it leaves from. An e-mail and a comment are
 * one message; a chat message carries one file at most, so a reply with several is several messages: see
 * docs/developers/decisions/007.
 * @throws WorkError when the ticket's channel cannot take it
 */
export async function composeReply(
  composers: Composers,
  { tx, merchantId }: Pick<Change, 'tx' | 'merchantId'>,
  ticket: TicketRow,
  reply: WrittenReply,
  uploads: readonly PendingUpload[],
  { mail, again }: Pick<ReplyToCompose, 'mail' | 'again'> = {},
): Promise<ComposedReply & { sender: Sender }> {
  const compose = composers[ticket.source];
  if (compose === undefined) throw new WorkError(409, messages.replyPhone, 'phone');
  const sender = await senderOf({ tx, merchantId }, ticket, reply.from);
  if (!sender.enabled) throw new WorkError(409, messages.replyAccountOff, 'account_off');
  const quotedId = reply.convmsg_message_id;
  const quoted =
    quotedId === null ? undefined : await findInConversation(tx, merchantId, ticket.conversation_id, quotedId);
  if (quotedId !== null && quoted === undefined) throw new WorkError(404, messages.noQuoted, 'no_quoted');
  return { ...(await compose(tx, { ticket, sender, reply, quoted, uploads, mail, again })), sender };
}

/** The conversation's account; of an e-mail another mailbox of the shop, when the agent has chosen it. */
async function senderOf(
  { tx, merchantId }: Pick<Change, 'tx' | 'merchantId'>,
  { conversation_id, source }: TicketRow,
  from: string | undefined,
): Promise<Sender> {
  const sender = await findSender(tx, merchantId, conversation_id);
  if (source !== 'email' || from === undefined) return sender;
  const isIts = [sender.address, sender.external_id].some((known) => known && normalEmail(known) === normalEmail(from));
  if (isIts) return sender;
  const mailbox = await findMailboxByAddress(tx, merchantId, from);
  if (mailbox === undefined) {
    throw new WorkError(400, messages.noSuchMailbox, 'other_sender', { from: [messages.noSuchMailbox] });
  }
  const { id, ...rest } = mailbox;
  return { ...rest, account_id: id, contact: sender.contact, enabled: true };
}
