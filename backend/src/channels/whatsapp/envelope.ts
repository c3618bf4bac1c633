import { GROUP_CONTACT } from '@inbox/domain/conversation';
import * as z from 'zod/mini';
import type { MetaAccount } from '../meta/account';
import type { ContentDetails } from '../../conversations/thread/content-details';
import type { IncomingMessage } from '../../conversations/incoming/incoming-message';
import { messages } from '../meta/messages';
import type { ReadContent } from '../meta/read/said';

const contact = z.object({
  wa_id: z.optional(z.string()),
  user_id: z.optional(z.string()),
  profile: z.optional(z.object({ name: z.optional(z.string()) })),
});

/** Whom a message of WhatsApp is from, or to when the shop wrote it. */
export interface Who {
  account: MetaAccount;
  /** A number, or an id of the user that is scoped to the business. */
  person: string;
  userId?: string | undefined;
  contacts: readonly unknown[];
  /** The channel's id of the group that it was written in. */
  group: string | null;
}

interface Said {
  externalId: string;
  sentAt: Date;
  content: ReadContent;
  channel: NonNullable<ContentDetails['channel']>;
  quotes?: string | null;
  raw?: string | undefined;
}

/** A message as the inbox knows it. One of a group is in the group's conversation, and belongs to no single customer. */
export function incomingFrom(who: Who, { externalId, sentAt, content, channel, quotes, raw }: Said): IncomingMessage {
  const { marks, ...shown } = content;
  const name = nameOf(who);
  const facts = {
    ...channel,
    ...(who.group !== null && { group: { sender: (name || who.person).slice(0, 120) } }),
    ...(marks.length + (channel.marks?.length ?? 0) > 0 && { marks: [...(channel.marks ?? []), ...marks] }),
  };
  return {
    ...shown,
    merchantId: who.account.merchant_id,
    accountId: who.account.id,
    source: 'whatsapp',
    externalId,
    contact: who.group === null ? who.person : `${GROUP_CONTACT}${who.group}`,
    answers: [],
    from:
      who.group === null
        ? { name, phone: phoneOf(who.person), email: null }
        : { name: messages.group, phone: null, email: null },
    sentAt,
    details: Object.keys(facts).length === 0 ? {} : { channel: facts },
    quotes: content.quotes ?? quotes ?? null,
    ...(raw !== undefined && { raw }),
  };
}

export function nameOf({ person, userId, contacts }: Pick<Who, 'person' | 'userId' | 'contacts'>): string {
  const known = contacts.flatMap((each) => contact.safeParse(each).data ?? []);
  const own = known.find(({ wa_id, user_id }) => wa_id === person || user_id === (userId ?? person));
  return (own ?? (known.length === 1 ? known[0] : undefined))?.profile?.name ?? '';
}

/** WhatsApp's ids always begin with the country, although they have no plus. */
const phoneOf = (person: string): string | null =>
  /^\+?\d{6,15}$/.test(person) ? `+${person.replace('+', '')}` : null;

/** Meta's times are seconds, as text. One that is none counts as now. */
export function timeOf(timestamp: string | number | undefined, now: Date): Date {
  const seconds = Number(timestamp);
  return seconds > 0 && seconds < 8.64e12 ? new Date(seconds * 1000) : now;
}
