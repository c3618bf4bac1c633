import { takesCaption } from '@inbox/domain/conversation';
import type { ComposedMessage, ReplyToCompose } from '../conversations/send/compose-reply';
import type { FilePart, OutboxPayload } from '../platform/outbox/payloads';
import type { PendingUpload } from '../conversations/thread/pending-uploads';

/** How one chat channel writes its payloads; `quotes` is the channel's id of the message that is quoted. */
export interface ChatPayloads {
  text(to: string, text: string, quotes: string | null): OutboxPayload;
  file(to: string, file: FilePart, caption: string, quotes: string | null): OutboxPayload;
}

/** The text goes first: as the first file's caption where the channel has captions, else as a message of its own. */
export function composeChat(
  source: 'whatsapp' | 'instagram' | 'messenger',
  payloads: ChatPayloads,
  { sender: { contact: to }, reply: { message: text }, uploads, quoted }: ReplyToCompose,
): [ComposedMessage, ...ComposedMessage[]] {
  const quotes = quoted?.external_id ?? null;
  const textMessage = chatMessage(text, null, payloads.text(to, text, quotes));
  const fileMessage = (upload: PendingUpload, caption: string, quoting: string | null) =>
    chatMessage(caption, upload, payloads.file(to, toFilePart(upload), caption, quoting));
  const [first, ...others] = uploads;
  if (first === undefined) return [textMessage];
  const rest = others.map((upload) => fileMessage(upload, '', null));
  if (text === '' || takesCaption(source, first.kind, text)) return [fileMessage(first, text, quotes), ...rest];
  return [textMessage, fileMessage(first, '', null), ...rest];
}

function chatMessage(text: string, upload: PendingUpload | null, payload: OutboxPayload): ComposedMessage {
  const files = upload === null ? [] : [upload];
  return {
    text,
    files,
    payload,
    content_type: upload?.kind ?? 'message',
    external_id: null,
    post_id: null,
    details: {},
  };
}

/** The file of an upload as it goes along with a message. */
export const toFilePart = ({
  storage_key,
  filename,
  content_type,
  kind,
  size,
}: Omit<PendingUpload, 'id'>): FilePart => {
  return { storage_key, filename, content_type, kind, size };
};
