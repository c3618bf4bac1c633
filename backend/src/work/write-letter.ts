import type { ReplyRequest } from '@inbox/api/wire';
import { takesCaption } from '@inbox/domain';
import type { ContentRow } from '../store/content-rows';
import type { FilePart, OutboxLetter } from '../store/outbox-rows';
import type { PendingUpload } from '../store/pending-uploads';
import { findInConversation, findLastCustomerItem, findLine, type Line } from '../store/reply-queries';
import type { TicketRow } from '../store/ticket-rows';
import type { Change } from './change';
import { composeEmail } from './compose-email';
import { WorkError } from './errors';
import { messages } from './messages';

type Said = Pick<ReplyRequest, 'message' | 'to' | 'cc' | 'bcc' | 'convmsg_message_id'>;

/** One message of a reply: what its item shows, and what leaves. */
export interface Part {
  text: string;
  files: readonly PendingUpload[];
  letter: OutboxLetter;
}

/** A reply as its channel takes it. */
export interface Written {
  parts: [Part, ...Part[]];
  /** The message that is quoted or answered. */
  parent: ContentRow | undefined;
  line: Line;
}

/**
 * What leaves, with the message it quotes or answers. An e-mail and a comment are one message; a chat message carries one
 * file at most, so a reply with several is several messages: see docs/decisions/007.
 * @throws WorkError when the ticket's channel cannot take it
 */
export async function writeReply(
  { tx, merchantId }: Change,
  row: TicketRow,
  said: Said,
  uploads: readonly PendingUpload[],
): Promise<Written> {
  if (row.source === 'phone') throw new WorkError(409, messages.replyPhone, 'phone');
  const line = await findLine(tx, merchantId, row.conversation_id);
  if (!line.enabled) throw new WorkError(409, messages.replyAccountOff, 'account_off');

  const quotedId = said.convmsg_message_id;
  const quoted =
    quotedId === null ? undefined : await findInConversation(tx, merchantId, row.conversation_id, quotedId);
  if (quotedId !== null && quoted === undefined) throw new WorkError(404, messages.noQuoted, 'no_quoted');
  const lastOf = (kind: 'email' | 'comment') => findLastCustomerItem(tx, merchantId, row.conversation_id, kind);

  if (row.source === 'email') {
    const payload = composeEmail(line, said, quoted ?? (await lastOf('email')), row.subject);
    const letter = { kind: 'email.reply', payload: { ...payload, files: uploads.map(toFile) } } as const;
    return { parts: [{ text: said.message, files: uploads, letter }], parent: quoted, line };
  }
  if (row.source === 'comment') {
    const answered = quoted ?? (await lastOf('comment'));
    if (answered?.external_id == null) throw new WorkError(404, messages.noComment, 'no_comment');
    const letter = {
      kind: 'comment.reply',
      payload: { comment_id: answered.external_id, text: said.message },
    } as const;
    return { parts: [{ text: said.message, files: [], letter }], parent: answered, line };
  }
  return { parts: chatParts(row.source, line.contact, said.message, uploads, quoted), parent: quoted, line };
}

/** A reply in words alone. @throws WorkError as `writeReply` */
export async function writeLetter(work: Change, row: TicketRow, said: Said) {
  const { parts, parent, line } = await writeReply(work, row, said, []);
  return { letter: parts[0].letter, parent, accountId: line.account_id };
}

/** The text goes first: as the first file's caption where the channel has captions, else as a message of its own. */
function chatParts(
  source: 'whatsapp' | 'instagram' | 'messenger',
  to: string,
  text: string,
  uploads: readonly PendingUpload[],
  quoted: ContentRow | undefined,
): [Part, ...Part[]] {
  const quotes = quoted?.external_id ?? null;
  const textLetter = (): OutboxLetter =>
    source === 'whatsapp'
      ? { kind: 'whatsapp.text', payload: { to, text, reply_to_wamid: quotes } }
      : { kind: 'meta.text', payload: { to, text, reply_to_mid: quotes } };
  const fileLetter = (upload: PendingUpload, caption: string, isFirst: boolean): OutboxLetter => {
    const file = toFile(upload);
    return source === 'whatsapp'
      ? { kind: 'whatsapp.file', payload: { to, file, caption, reply_to_wamid: isFirst ? quotes : null } }
      : { kind: 'meta.file', payload: { to, file } };
  };
  const [first, ...others] = uploads;
  if (first === undefined) return [{ text, files: [], letter: textLetter() }];
  const rest = others.map((upload): Part => ({ text: '', files: [upload], letter: fileLetter(upload, '', false) }));
  if (text === '' || takesCaption(source, first.kind, text)) {
    return [{ text, files: [first], letter: fileLetter(first, text, true) }, ...rest];
  }
  const alone: Part = { text: '', files: [first], letter: fileLetter(first, '', false) };
  return [{ text, files: [], letter: textLetter() }, alone, ...rest];
}

const toFile = ({ storage_key, filename, content_type, kind, size }: PendingUpload): FilePart => {
  return { storage_key, filename, content_type, kind, size };
};
