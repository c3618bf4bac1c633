import type { MediaKind } from '../messages/message-base';
import type { Verdict } from '../actions/rules';
import type { ConversationSource } from '../tickets/ticket';

/** How a channel sends a file, and up to which size in bytes. */
interface Way {
  types: RegExp;
  kind: MediaKind;
  maxBytes: number;
}

const MB = 1_000_000;

/** First that fits. What a channel cannot show as a picture or play it may still take as a document. */
const WAYS: Partial<Record<ConversationSource, readonly Way[]>> = {
  whatsapp: [
    { types: /^image\/(?:jpeg|png)$/, kind: 'image', maxBytes: 5 * MB },
    { types: /^video\/(?:mp4|3gpp)$/, kind: 'video', maxBytes: 16 * MB },
    { types: /^audio\/(?:aac|mp4|mpeg|amr|ogg)$/, kind: 'audio', maxBytes: 16 * MB },
    { types: /^/, kind: 'document', maxBytes: 100 * MB },
  ],
  instagram: [
    { types: /^image\/(?:jpeg|png|gif)$/, kind: 'image', maxBytes: 8 * MB },
    { types: /^video\/(?:mp4|ogg|quicktime|webm)$/, kind: 'video', maxBytes: 25 * MB },
    { types: /^audio\/(?:aac|mp4|x-m4a|wav)$/, kind: 'audio', maxBytes: 25 * MB },
    { types: /^application\/pdf$/, kind: 'document', maxBytes: 25 * MB },
  ],
  messenger: [
    { types: /^image\/(?:jpeg|png|gif)$/, kind: 'image', maxBytes: 8 * MB },
    { types: /^video\//, kind: 'video', maxBytes: 25 * MB },
    { types: /^audio\//, kind: 'audio', maxBytes: 25 * MB },
    { types: /^/, kind: 'document', maxBytes: 25 * MB },
  ],
  email: [{ types: /^/, kind: 'document', maxBytes: 25 * MB }],
};

export type FileRefusal = 'no_files' | 'type' | 'size';

/** What a channel must know of a file; `asDocument`: the agent wants it sent as one, whatever it shows. */
export interface Attachable {
  content_type: string;
  asDocument?: boolean;
}

/** May a file of this type and size leave on this channel? Sizes in bytes. Comments and phone tickets take none. */
export function mayAttach(source: ConversationSource, file: Attachable & { size: number }): Verdict<FileRefusal> {
  if (WAYS[source] === undefined) return { allowed: false, reason: 'no_files' };
  const way = wayFor(source, file);
  if (way === undefined) return { allowed: false, reason: 'type' };
  return file.size <= way.maxBytes ? { allowed: true } : { allowed: false, reason: 'size' };
}

/** What the channel sends such a file as; null when it does not take it. */
export function sentAs(source: ConversationSource, file: Attachable): MediaKind | null {
  return wayFor(source, file)?.kind ?? null;
}

/** The most that the channel takes of such a file, in bytes; null when it takes none. */
export function maxFileBytes(source: ConversationSource, file: Attachable): number | null {
  return wayFor(source, file)?.maxBytes ?? null;
}

function wayFor(source: ConversationSource, { content_type, asDocument = false }: Attachable): Way | undefined {
  const type = (content_type.split(';')[0] ?? '').trim().toLowerCase();
  return WAYS[source]?.find(({ types, kind }) => types.test(type) && (!asDocument || kind === 'document'));
}

/** WhatsApp's captions, in characters; a longer text goes before its file as a message of its own. */
const MAX_CAPTION = 1024;

/** Can this file carry the reply's text on this channel? */
export function takesCaption(source: ConversationSource, kind: MediaKind, text: string): boolean {
  const isShown = kind === 'image' || kind === 'video' || kind === 'document';
  return source === 'whatsapp' && isShown && text.length <= MAX_CAPTION;
}
