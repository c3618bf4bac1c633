import * as z from 'zod/mini';
import type { MetaAccount } from '../../store/accounts';
import type { IncomingMessage } from '../../work/incoming';
import type { DeliveryReport } from '../../work/report-delivery';
import { idSchema, type ContentId } from '@inbox/domain';
import { readContent, unsupported } from './read-content';

/** Ids of the channel: longer ones are none, and would not fit an index. */
const id = z.string().check(z.minLength(1), z.maxLength(512));

const envelope = z.object({
  id,
  /** A number, or since user names exist an id of the user that is scoped to the business. */
  from: z.optional(id),
  from_user_id: z.optional(id),
  timestamp: z.optional(z.union([z.string(), z.number()])),
  type: z.optional(z.string()),
  context: z.optional(z.nullable(z.object({ id: z.optional(z.nullable(id)) }))),
});

const contact = z.object({
  wa_id: z.optional(z.string()),
  user_id: z.optional(z.string()),
  profile: z.optional(z.object({ name: z.optional(z.string()) })),
});

export interface ReadMessage {
  incoming: IncomingMessage;
  /** False: it stands in the thread as 'Media not available', and the operator should look at it. */
  isUnderstood: boolean;
}

/** A WhatsApp message as the inbox knows it; null when it does not even say which message it is and whose. */
export function readMessage(
  account: MetaAccount,
  message: unknown,
  contacts: readonly unknown[],
  now: Date,
): ReadMessage | null {
  const read = envelope.safeParse(message);
  if (!read.success) return null;
  const { id: externalId, from, from_user_id, timestamp, type = '', context } = read.data;
  const sender = from ?? from_user_id;
  if (sender === undefined) return null;
  const content = readContent(type, message);
  const { quotes, ...shown } = content ?? unsupported('');
  return {
    isUnderstood: content !== null,
    incoming: {
      ...shown,
      merchantId: account.merchant_id,
      accountId: account.id,
      source: 'whatsapp',
      externalId,
      contact: sender,
      answers: [],
      from: { name: nameOf(sender, from_user_id, contacts), phone: phoneOf(sender), email: null },
      sentAt: timeOf(timestamp, now),
      details: {},
      quotes: quotes ?? context?.id ?? null,
    },
  };
}

function nameOf(sender: string, userId: string | undefined, contacts: readonly unknown[]): string {
  const known = contacts.flatMap((each) => contact.safeParse(each).data ?? []);
  const own = known.find(({ wa_id, user_id }) => wa_id === sender || user_id === (userId ?? sender));
  return (own ?? (known.length === 1 ? known[0] : undefined))?.profile?.name ?? '';
}

const phoneOf = (sender: string): string | null =>
  /^\+?\d{6,15}$/.test(sender) ? `+${sender.replace('+', '')}` : null;

/** Meta's times are seconds, as text. One that is none counts as now. */
function timeOf(timestamp: string | number | undefined, now: Date): Date {
  const seconds = Number(timestamp);
  return seconds > 0 && seconds < 8.64e12 ? new Date(seconds * 1000) : now;
}

const status = z.object({
  id,
  status: z.enum(['sent', 'delivered', 'read', 'played', 'failed']),
  biz_opaque_callback_data: z.optional(z.nullable(z.string())),
  errors: z.optional(
    z.array(
      z.object({
        title: z.optional(z.string()),
        message: z.optional(z.string()),
        error_data: z.optional(z.object({ details: z.optional(z.string()) })),
      }),
    ),
  ),
});

/** A status of a message that we sent; null when it is none that we know. */
export function readStatus(account: MetaAccount, given: unknown): DeliveryReport | null {
  const read = status.safeParse(given);
  if (!read.success) return null;
  const { id: externalId, status: said, biz_opaque_callback_data, errors = [] } = read.data;
  const [error] = errors;
  return {
    merchantId: account.merchant_id,
    accountId: account.id,
    externalId,
    contentId: contentIdOf(biz_opaque_callback_data ?? ''),
    // A voice message that was played was read.
    status: said === 'played' ? 'read' : said,
    error: error?.error_data?.details ?? error?.message ?? error?.title ?? null,
  };
}

const contentId = idSchema<ContentId>();

function contentIdOf(callbackData: string): ContentId | null {
  return /^\d{1,15}$/.test(callbackData) ? (contentId.safeParse(Number(callbackData)).data ?? null) : null;
}
