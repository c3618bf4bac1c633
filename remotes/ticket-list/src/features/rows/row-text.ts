import type { Ticket } from '@inbox/domain';
import { messages } from '../../messages';

/** What a row says of the newest message, on one line: who, what kind, and the words. */
export function rowText({ last_message, subject }: Ticket): string {
  if (last_message === null) return subject ?? '';
  if (last_message.deleted) return messages.deleted;
  const kind = last_message.attachment === null ? '' : messages.attachments[last_message.attachment];
  const words = last_message.subject || last_message.message;
  const said = [kind, words].filter((part) => part !== '').join(' · ');
  if (last_message.is_bot) return messages.bot + said;
  return last_message.actor === 'merchant' ? messages.you + said : said;
}

const HOUR = 3_600_000;

/** Whole hours until the follow-up, rounded up; null when it is due. Both in milliseconds. */
export function hoursLeft(until: number, now: number): string | null {
  return until <= now ? null : `${Math.ceil((until - now) / HOUR)}h`;
}
