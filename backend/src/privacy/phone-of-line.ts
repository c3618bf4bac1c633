import type { KnownSource } from '@inbox/domain';
import { GROUP_CONTACT } from '@inbox/domain/conversation';

/** The phone number that a conversation is with; null where its contact is none. WhatsApp's begin with the country. */
export function phoneOfLine({ source, contact }: { source: KnownSource; contact: string }): string | null {
  if (source === 'phone') return contact;
  return source === 'whatsapp' && !contact.startsWith(GROUP_CONTACT) ? `+${contact.replace(/^\+/, '')}` : null;
}
