import { idSchema, type ContentId } from '@inbox/domain';
import * as z from 'zod/mini';
import type { MetaAccount } from '../meta/account';
import type { DeliveryReport } from '../../conversations/delivery/report-delivery';
import type { Altered, ChannelEvent } from '../meta/read/channel-event';
import type { Part } from '../meta/webhook/delivery';
import { messages } from '../meta/messages';
import { notUnderstood, readContent } from '../meta/read/read-content';
import { rawOf, said } from '../meta/read/said';
import { lenientReferral, readReferral } from '../meta/read/referral';
import { newNumberOf } from './new-number';
import { incomingFrom, nameOf, timeOf, type Who } from './envelope';

/** Ids of the channel: longer ones are none, and would not fit an index. */
const id = z.string().check(z.minLength(1), z.maxLength(512));
const groupId = z.optional(z.nullable(z.string().check(z.minLength(1), z.maxLength(500))));

const envelope = z.object({
  id,
  /** A number, or since user names exist an id of the user that is scoped to the business. */
  from: z.optional(id),
  from_user_id: z.optional(id),
  /** Of what the shop wrote on its phone. */
  to: z.optional(id),
  to_user_id: z.optional(id),
  group_id: groupId,
  timestamp: z.optional(z.union([z.string(), z.number()])),
  type: z.optional(z.string()),
  context: z.optional(
    z.nullable(
      z.object({
        id: z.optional(z.nullable(id)),
        forwarded: z.optional(z.nullable(z.boolean())),
        frequently_forwarded: z.optional(z.nullable(z.boolean())),
        referred_product: z.optional(z.nullable(z.object({ product_retailer_id: z.optional(z.string()) }))),
      }),
    ),
  ),
  referral: lenientReferral,
});
type Envelope = z.infer<typeof envelope>;

const revoke = z.object({ revoke: z.object({ original_message_id: id }) });
const edit = z.object({
  edit: z.object({
    original_message_id: id,
    message: z.looseObject({ type: z._default(z.optional(z.string()), 'text') }),
  }),
});
const reaction = z.object({ reaction: z.object({ message_id: id, emoji: z._default(z.optional(z.string()), '') }) });
const captioned = z.looseObject({ body: z.optional(z.string()), caption: z.optional(z.string()) });

const withErrors = z.object({ errors: z.array(z.unknown()).check(z.minLength(1)) });
const hasErrors = (message: unknown): boolean => withErrors.safeParse(message).success;

type MessagePart = Pick<Extract<Part, { kind: 'message' }>, 'message' | 'contacts' | 'byShop'>;

/** What a WhatsApp message says; null when it does not even say which message it is and whose. */
export function readMessage(
  account: MetaAccount,
  { message, contacts, byShop }: MessagePart,
  now: Date,
): ChannelEvent | null {
  const read = envelope.safeParse(message);
  if (!read.success) return null;
  const told = read.data;
  const userId = byShop ? told.to_user_id : told.from_user_id;
  const person = (byShop ? told.to : told.from) ?? userId ?? (byShop ? told.group_id : undefined);
  if (person === undefined || person === null) return null;
  const who: Who = { account, person, userId, contacts, group: told.group_id ?? null };
  const sentAt = timeOf(told.timestamp, now);
  const by = byShop ? 'merchant' : 'customer';
  const altered = readAltered(who, told, message, { sentAt, by });
  if (altered !== null) return altered;

  const type = told.type ?? '';
  // Meta's words are better than a kind that is not understood.
  const content = readContent(type, message) ?? (hasErrors(message) ? readContent('unsupported', message) : null);
  const shown = content ?? notUnderstood(type);
  const card = readReferral(told.referral);
  const { context } = told;
  const product = context?.referred_product?.product_retailer_id;
  const incoming = incomingFrom(who, {
    externalId: told.id,
    sentAt,
    content: {
      ...shown,
      message: [shown.message, product && messages.aboutProduct(product)].filter(Boolean).join('\n'),
      attachments: [...shown.attachments, ...(card?.picture ?? [])],
    },
    channel: {
      ...(card !== null && { referral: card.referral }),
      ...(byShop && { sent_from: 'phone' as const }),
      ...(context?.frequently_forwarded === true
        ? { marks: ['forwarded_often' as const] }
        : context?.forwarded === true && { marks: ['forwarded' as const] }),
    },
    quotes: context?.id ?? null,
    raw: shown.message_type === 'unsupported' ? rawOf(message) : undefined,
  });
  const isUnderstood = content !== null;
  const to = byShop || who.group !== null ? null : newNumberOf(message, person);
  if (to !== null) {
    const number_change = { from: `+${person.replace('+', '')}`, to: `+${to}` };
    const details = { ...incoming.details, channel: { ...incoming.details.channel, number_change } };
    return { kind: 'message', incoming: { ...incoming, details, movesTo: to }, isUnderstood };
  }
  return byShop
    ? { kind: 'echo', incoming, contentId: null, isUnderstood }
    : { kind: 'message', incoming, isUnderstood };
}

/** What changes a message that was there before: it was taken back, edited, or somebody reacted to it. */
function readAltered(
  who: Who,
  told: Envelope,
  message: unknown,
  { sentAt, by }: { sentAt: Date; by: 'customer' | 'merchant' },
): Altered | null {
  const at = sentAt.toISOString();
  if (told.type === 'revoke') {
    const read = revoke.safeParse(message);
    if (!read.success) return null;
    const externalId = read.data.revoke.original_message_id;
    return { kind: 'altered', externalId, what: { kind: 'deleted' }, otherwise: null };
  }
  if (told.type === 'edit') {
    const read = edit.safeParse(message);
    if (!read.success) return null;
    const { original_message_id: externalId, message: now } = read.data.edit;
    const part = captioned.safeParse(now[now.type]).data;
    const text = part?.body ?? part?.caption;
    if (text === undefined) return null;
    const channel = {
      stand_in: true as const,
      versions: [{ message: text, at }],
      marks: ['original_unknown' as const],
      ...(by === 'merchant' && { sent_from: 'phone' as const }),
    };
    const incoming = incomingFrom(who, { externalId, sentAt, content: said(text), channel });
    return { kind: 'altered', externalId, what: { kind: 'edited', text, at }, otherwise: { incoming, by } };
  }
  if (told.type !== 'reaction') return null;
  const read = reaction.safeParse(message);
  if (!read.success) return null;
  const { message_id: externalId, emoji } = read.data.reaction;
  const isGroups = who.group !== null && by === 'customer';
  const name = isGroups ? (nameOf(who) || who.person).slice(0, 120) : null;
  const what = { kind: 'reacted', actor: by, who: by === 'merchant' ? '' : who.person, name, emoji, at } as const;
  const inWords = said(messages.reactedElsewhere(emoji));
  const channel = by === 'merchant' ? { sent_from: 'phone' as const } : {};
  const incoming = incomingFrom(who, { externalId: told.id, sentAt, content: inWords, channel });
  return { kind: 'altered', externalId, what, otherwise: emoji === '' ? null : { incoming, by } };
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
  const { id: externalId, status: reported, biz_opaque_callback_data, errors = [] } = read.data;
  const [error] = errors;
  return {
    merchantId: account.merchant_id,
    accountId: account.id,
    externalId,
    contentId: contentIdOf(biz_opaque_callback_data ?? ''),
    // A voice message that was played was read.
    status: reported === 'played' ? 'read' : reported,
    error: error?.error_data?.details ?? error?.message ?? error?.title ?? null,
  };
}

const contentId = idSchema<ContentId>();

function contentIdOf(callbackData: string): ContentId | null {
  return /^\d{1,15}$/.test(callbackData) ? (contentId.safeParse(Number(callbackData)).data ?? null) : null;
}
