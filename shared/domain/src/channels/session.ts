import { millisecondsInDay, millisecondsInHour } from 'date-fns/constants';
import { sessionBegin } from '../messages/arrival';
import type { IsoTime } from '../ids';
import type { ConversationSource } from '../tickets/ticket';

/** Spec section 9, in milliseconds. */
export const WHATSAPP_SESSION_MS = millisecondsInDay;
const SESSION_WARNING_MS = 3 * millisecondsInHour;

export type SessionState =
  | { kind: 'none' }
  | { kind: 'running'; remainingMs: number; warning: boolean }
  | { kind: 'expired' };

interface SessionTicket {
  conversation_source: ConversationSource;
  session_expiry_at: IsoTime | null;
}

/** When the WhatsApp session ends (milliseconds since 1970): 24 hours after session_expiry_at (spec section 4). Null without one. */
export function sessionEnd(ticket: SessionTicket): number | null {
  if (ticket.conversation_source !== 'whatsapp' || ticket.session_expiry_at === null) return null;
  return Date.parse(ticket.session_expiry_at) + WHATSAPP_SESSION_MS;
}

/** `session_expiry_at` (milliseconds) of a ticket whose session is over at `now`: only templates may be sent. */
export const endedSession = (now: number): number => now - WHATSAPP_SESSION_MS;

interface ArrivedMessage {
  /** Milliseconds since 1970, by the channel's clock. */
  sentAt: number;
  arrivedAt: number;
  /** It says that the customer has another number from now on. */
  changesNumber: boolean;
}

/**
 * `session_expiry_at` (milliseconds) of a WhatsApp ticket after a customer's message (spec section 4). The newest message
 * counts, also when an older one arrives later. A new number has no session until the customer writes from it, because
 * WhatsApp opens sessions for each number.
 * @param before `session_expiry_at` of the ticket until now, in milliseconds; null without one
 */
export function sessionAfterMessage(before: number | null, message: ArrivedMessage): number {
  if (message.changesNumber) return endedSession(message.arrivedAt);
  return Math.max(before ?? Number.NEGATIVE_INFINITY, sessionBegin(message));
}

/** Where the WhatsApp session stands at `now` (milliseconds). */
export function sessionState(ticket: SessionTicket, now: number): SessionState {
  const end = sessionEnd(ticket);
  if (end === null) return { kind: 'none' };
  const remainingMs = end - now;
  if (remainingMs <= 0) return { kind: 'expired' };
  return { kind: 'running', remainingMs, warning: remainingMs < SESSION_WARNING_MS };
}

/** `hh:mm:ss` of a duration in milliseconds; hours grow past two digits when they must. */
export function countdown(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const parts = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60), seconds % 60];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}
