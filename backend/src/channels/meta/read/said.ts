import { formatMessageTime, type ChatMessage, type MediaKind, type MessageMark } from '@inbox/domain';
import { safeFilename } from '../../../platform/files/file-types';
import type { IncomingAttachment } from '../../../conversations/incoming/incoming-message';

export interface ReadContent {
  content_type: ChatMessage['content_type'];
  message_type: ChatMessage['message_type'];
  message: string;
  /** The channel's id of the message that this one is about, where its context does not name it. */
  quotes: string | null;
  attachments: IncomingAttachment[];
  marks: MessageMark[];
}

/** A message of these words, with more beside them. */
export const said = (message: string, more: Partial<ReadContent> = {}): ReadContent => {
  return {
    content_type: 'message',
    message_type: 'session',
    message,
    quotes: null,
    attachments: [],
    marks: [],
    ...more,
  };
};

/** A message that cannot be shown; its words say what it is. */
export function unsupported(message: string): ReadContent {
  return said(message, { message_type: 'unsupported' });
}

/** A file that the channel hands out by an id; the bytes are fetched later, and then their true type is known. */
export function fileById(
  id: string,
  { kind, mime_type, filename }: { kind: MediaKind; mime_type: string; filename: string },
): IncomingAttachment {
  const content_type = (mime_type.split(';')[0] ?? '').trim().toLowerCase() || 'application/octet-stream';
  return {
    kind,
    filename: safeFilename(filename, content_type, kind),
    content_type,
    size: 0,
    disposition: 'attachment',
    content_id_header: null,
    storage_key: null,
    external_media_id: id,
  };
}

/** A moment in words; null without one. @param seconds since 1970 */
export function dayOf(seconds: number | undefined): string | null {
  return seconds !== undefined && seconds > 0 && seconds < 8.64e12 ? formatMessageTime(new Date(seconds * 1000)) : null;
}

/** A message as the channel sent it, for people to read. */
export const rawOf = (message: unknown): string => JSON.stringify(message, null, 2);
