import * as z from 'zod/mini';
import type { MetaAccount } from '../meta/account';
import type { ChannelEvent } from '../meta/read/channel-event';
import { messages } from '../meta/messages';
import { said } from '../meta/read/said';
import { incomingFrom, timeOf } from './envelope';

const preference = z.object({
  wa_id: z.optional(z.string().check(z.minLength(1), z.maxLength(512))),
  user_id: z.optional(z.string().check(z.minLength(1), z.maxLength(512))),
  detail: z._default(z.optional(z.string()), ''),
  value: z.enum(['stop', 'resume']),
  timestamp: z.optional(z.union([z.string(), z.number()])),
});

/** A customer of WhatsApp has said that they want marketing messages, or no more of them: it stands in their thread. */
export function readPreference(
  account: MetaAccount,
  given: unknown,
  contacts: readonly unknown[],
  now: Date,
): ChannelEvent | null {
  const read = preference.safeParse(given);
  const person = read.data?.wa_id ?? read.data?.user_id;
  if (!read.success || person === undefined) return null;
  const { value, timestamp } = read.data;
  const externalId = `preference:${person}:${timestamp ?? now.toISOString()}:${value}`.slice(0, 512);
  const who = { account, person, contacts, group: null };
  const sentAt = timeOf(timestamp, now);
  const incoming = incomingFrom(who, { externalId, sentAt, content: said(messages.marketing[value]), channel: {} });
  return { kind: 'message', incoming, isUnderstood: true };
}
