import { historyStart, type Line } from './history-start';

/** Marks that are not seen: of direction, of no width, soft hyphens. Programs put them around names and addresses. */
const UNSEEN = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

/** A line as a reader sees it: without unseen marks, with single spaces. */
export const readable = (text: string): string => text.replace(UNSEEN, '').replace(/\s+/g, ' ').trim();

/** A text mail in two: what it says, and what it quotes of those before it. */
export interface SplitText {
  text: string;
  quoted: string;
}

/**
 * Cuts off the history at the end of a text mail. All of it is `text` if any of it may be the customer's own.
 *
 * @param subject of the mail, whose prefix says whether it was forwarded
 */
export function splitQuotedText(message: string, subject = ''): SplitText {
  const lines = message.split('\n');
  const start = historyStart(lines.map(lineOf), subject);
  if (start === null) return { text: message, quoted: '' };
  return { text: lines.slice(0, start).join('\n').trimEnd(), quoted: lines.slice(start).join('\n') };
}

function lineOf(written: string): Line {
  const text = readable(written);
  const isRule = /^_{8,}$/.test(text);
  return {
    text,
    hasContent: text !== '' && !isRule,
    isQuoted: /^[>＞]/.test(text),
    isRule,
    isAttribution: false,
    container: 'none',
    followsMark: false,
    quote: null,
    looks: [],
  };
}
