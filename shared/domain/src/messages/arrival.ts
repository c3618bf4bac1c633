import type { ConversationSource } from '../tickets/ticket';

/** For so long, in milliseconds, a channel's own order holds against the order of arrival. */
export const CHANNEL_ORDER_MS = 600_000;

/** What decides where a message is placed; milliseconds since 1970. */
export interface Arriving {
  source: ConversationSource;
  /** What the channel, or a mail's Date header, says. */
  sentAt: number;
  /** When the inbox received it. */
  arrivedAt: number;
}

export interface ThreadPlace {
  /** The place in the thread. Of two messages at one place the one that was stored first stands first. */
  at: number;
  /** What its sender claims, when that is so far from the place that the thread says it; else null. */
  sentAt: number | null;
}

/**
 * The place of a message in its thread: the order of arrival, in which a channel puts right what came within ten minutes.
 * Neither the future nor a distant past moves a message, and the Date header of a mail moves none at all.
 *
 * Channels tell whole seconds, and the end of the second is taken: otherwise a quick answer would stand above the reply
 * that it answers.
 */
export function threadPlace({ source, sentAt, arrivedAt }: Arriving): ThreadPlace {
  const isNear = Math.abs(arrivedAt - sentAt) <= CHANNEL_ORDER_MS;
  if (!isNear) return { at: arrivedAt, sentAt };
  const claimed = sentAt % 1_000 === 0 ? sentAt + 999 : sentAt;
  return { at: source === 'email' ? arrivedAt : Math.min(claimed, arrivedAt), sentAt: null };
}

/**
 * When the WhatsApp session of a message begins (spec section 4): by the channel's own time, and never after its arrival.
 * A message that was under way for more than a day opens no session.
 */
export const sessionBegin = ({ sentAt, arrivedAt }: Pick<Arriving, 'sentAt' | 'arrivedAt'>): number =>
  Math.min(sentAt, arrivedAt);
