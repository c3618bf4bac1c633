import type { ConversationSource } from '../tickets/ticket';

/** How long one text may be on a channel, and what is counted. */
export interface MessageLimit {
  max: number;
  unit: 'characters' | 'bytes';
}

const LIMITS: Partial<Record<ConversationSource, MessageLimit>> = {
  whatsapp: { max: 4096, unit: 'characters' },
  instagram: { max: 1000, unit: 'bytes' },
  messenger: { max: 2000, unit: 'characters' },
  comment: { max: 2200, unit: 'characters' },
};

/** What the channel takes as one text; null where only the inbox's own limit holds. */
export const messageLimit = (source: ConversationSource): MessageLimit | null => LIMITS[source] ?? null;

/** How much of the limit a text takes. Characters are counted as the channels do: in UTF-16 units. */
export function messageLength(text: string, { unit }: MessageLimit): number {
  return unit === 'characters' ? text.length : utf8Length(text);
}

/** How much too long the text is, in the limit's unit; 0 when it fits. */
export function overLimit(source: ConversationSource, text: string): number {
  const limit = messageLimit(source);
  return limit === null ? 0 : Math.max(0, messageLength(text, limit) - limit.max);
}

function utf8Length(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}
