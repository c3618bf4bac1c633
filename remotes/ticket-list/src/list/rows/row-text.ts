import { withoutMarkup, type AgentId, type Ticket } from '@inbox/domain';
import { messages } from '../../messages';

type NameOf = (id: AgentId) => string | undefined;

/** Who wrote the newest message, as the agent who looks on would say it; empty for the customer and for nobody known. */
export function rowAuthor({ last_message }: Ticket, me: AgentId | null, nameOf: NameOf): string {
  if (last_message === null || last_message.deleted || last_message.actor === 'customer') return '';
  if (last_message.is_bot) return messages.bot;
  if (last_message.sent_by === null) return '';
  return last_message.sent_by === me ? messages.you : (nameOf(last_message.sent_by) ?? '');
}

/** What a row says of the newest message, on one line: who, what kind, and the words. */
export function rowText({ last_message, subject, conversation_source }: Ticket, author: string): string {
  if (last_message === null) return subject ?? '';
  if (last_message.deleted) return messages.deleted;
  const kind = last_message.attachment === null ? '' : messages.attachments[last_message.attachment];
  // A mail's text has no markup: its stars are its own.
  const message = conversation_source === 'email' ? last_message.message : withoutMarkup(last_message.message);
  const words = last_message.subject || message;
  const said = [kind, words].filter((part) => part !== '').join(' · ');
  return author === '' ? said : messages.says(author, said);
}

const HOUR = 3_600_000;

/** Whole hours until the follow-up, rounded up; null when it is due. Both in milliseconds. */
export function hoursLeft(until: number, now: number): string | null {
  return until <= now ? null : `${Math.ceil((until - now) / HOUR)}h`;
}
