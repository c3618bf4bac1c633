import * as z from 'zod/mini';
import { isNotice } from './notice';

/**
 * One delivery may carry many messages and reports, of several accounts. Each is a part of its own, so that one that is
 * not understood, or fails, never takes the others with it.
 */
export type Part =
  /** Of a customer, or what the shop wrote on its phone. */
  | {
      kind: 'message';
      account: string;
      message: unknown;
      contacts: readonly unknown[];
      byShop: boolean;
      body: Buffer;
    }
  /** A customer wants to hear more, or nothing more, of the shop. */
  | { kind: 'preference'; account: string; preference: unknown; contacts: readonly unknown[]; body: Buffer }
  | { kind: 'status'; account: string; status: unknown; body: Buffer }
  /** A template of the WhatsApp business `account`: its status, quality or text. */
  | { kind: 'template'; account: string; change: { field: string; value: unknown }; body: Buffer }
  /** News of `account`, a WhatsApp business or number, for the store admins. */
  | { kind: 'notice'; account: string; change: { field: string; value: unknown }; body: Buffer }
  | { kind: 'messaging'; account: string; object: SocialObject; event: unknown; body: Buffer }
  | { kind: 'comment'; account: string; object: SocialObject; value: unknown; at: number | null; body: Buffer }
  /** News that the inbox has no use for, such as a liked post or another app that hands a conversation over. */
  | { kind: 'ignored'; account: string; body: Buffer }
  /** `field`: deliveries of it are of one kind, which nothing here reads. */
  | { kind: 'other'; account: string | null; reason: string; body: Buffer; field?: string };

/** Instagram, or a page with its Messenger. */
const SOCIAL = ['instagram', 'page'] as const;
export type SocialObject = (typeof SOCIAL)[number];

/** Fields of comments; everything else on a page's feed is not for the inbox. */
const COMMENT_FIELDS: Record<SocialObject, readonly string[]> = {
  instagram: ['comments', 'live_comments'],
  page: ['feed'],
};

/** `smb_message_echoes`: what the shop wrote on its phone, beside this inbox. */
const WHATSAPP_FIELDS = new Set(['messages', 'smb_message_echoes', 'message_echoes', 'user_preferences', 'calls']);

/** What the shop's phone app had before it was connected: old messages, and its contacts. They are no news to answer. */
const PHONE_APP_FIELDS = new Set(['history', 'smb_app_state_sync']);

/** They name the business, and no number of it. */
export const TEMPLATE_FIELDS: ReadonlySet<string> = new Set([
  'message_template_status_update',
  'message_template_quality_update',
  'message_template_components_update',
  'template_category_update',
]);

const list = z.array(z.unknown());
const delivery = z.looseObject({ object: z.string(), entry: list });
const entry = z.looseObject({
  id: z.optional(z.string()),
  /** Milliseconds for messages, seconds for comments. */
  time: z.optional(z.number()),
  changes: z.optional(list),
  messaging: z.optional(list),
  /** The same events while another app, a bot say, has the conversation. */
  standby: z.optional(list),
});
/** Which app has the conversation, or wants it. Every app may answer, so that nothing follows for the inbox. */
const handover = z.union([
  z.looseObject({ pass_thread_control: z.looseObject({}) }),
  z.looseObject({ take_thread_control: z.looseObject({}) }),
  z.looseObject({ request_thread_control: z.looseObject({}) }),
  z.looseObject({ app_roles: z.looseObject({}) }),
]);
const call = z.looseObject({ direction: z.optional(z.string()) });
const feedItem = z.looseObject({ item: z.string() });
const change = z.looseObject({ field: z.string(), value: z.unknown() });
const value = z.looseObject({
  metadata: z.looseObject({ phone_number_id: z.string() }),
  contacts: z.optional(list),
  messages: z.optional(list),
  message_echoes: z.optional(list),
  user_preferences: z.optional(list),
  statuses: z.optional(list),
  calls: z.optional(list),
  errors: z.optional(list),
});

/** A change without the account that it is about. */
const noticeValue = z.pipe(
  z.pipe(
    z.record(z.string(), z.unknown()),
    z.transform(({ metadata: _metadata, messaging_product: _product, ...rest }) => rest),
  ),
  z.record(z.string(), z.unknown()).check(z.refine((rest) => Object.keys(rest).length > 0)),
);

/** Splits a delivery, as received and as JSON, into its parts; never throws. What is kept of a part can be posted again. */
export function partsOf(body: Buffer, json: unknown): Part[] {
  const read = delivery.safeParse(json);
  if (!read.success) return [{ kind: 'other', account: null, reason: 'This is no delivery of Meta.', body }];
  const { object } = read.data;
  const parts = read.data.entry.flatMap((each) => partsOfEntry(object, each));
  // A delivery of one part is kept to the byte.
  const [only, ...others] = parts;
  if (only === undefined) return [{ kind: 'other', account: null, reason: 'A delivery without entries.', body }];
  return others.length === 0 ? [{ ...only, body }] : parts;
}

function partsOfEntry(object: string, given: unknown): Part[] {
  const envelope = (content: object): Buffer => Buffer.from(JSON.stringify({ object, entry: [content] }));
  const read = entry.safeParse(given);
  const { id, changes, messaging, standby, time } = read.data ?? {};
  const account = id ?? null;
  const social = SOCIAL.find((each) => each === object);
  if (social !== undefined && id !== undefined && (messaging ?? standby ?? changes) !== undefined) {
    const messagingPart = (event: unknown, body: Buffer): Part => {
      if (handover.safeParse(event).success) return { kind: 'ignored', account: id, body };
      return { kind: 'messaging', account: id, object: social, event, body };
    };
    return [
      ...(messaging ?? []).map((event) => messagingPart(event, envelope({ id, time, messaging: [event] }))),
      ...(standby ?? []).map((event) => messagingPart(event, envelope({ id, time, standby: [event] }))),
      ...(changes ?? []).map((one): Part => {
        return socialChange({ account: id, object: social, time }, one, envelope({ id, time, changes: [one] }));
      }),
    ];
  }
  if (changes === undefined || changes.length === 0) {
    const reason =
      messaging === undefined ? 'An entry without changes.' : `Messages of '${object}' are not taken in here.`;
    return [
      {
        kind: 'other',
        account,
        reason,
        body: Buffer.from(JSON.stringify({ object, entry: [given] })),
      },
    ];
  }
  return changes.flatMap((each) => partsOfChange(account, each, (one) => envelope({ id, changes: [one] })));
}

function socialChange(
  { account, object, time }: { account: string; object: SocialObject; time: number | undefined },
  given: unknown,
  body: Buffer,
): Part {
  const read = change.safeParse(given);
  if (!read.success) return { kind: 'other', account, reason: 'A change without a field.', body };
  const { field, value: told } = read.data;
  if (!COMMENT_FIELDS[object].includes(field)) return { ...unreadField(account, field), body };
  const isOtherNews = object === 'page' && feedItem.safeParse(told).data?.item !== 'comment';
  if (isOtherNews) return { kind: 'ignored', account, body };
  return { kind: 'comment', account, object, value: told, at: time ?? null, body };
}

const unreadField = (account: string | null, field: string) =>
  ({ kind: 'other', account, reason: `A change of '${field}' is not taken in here.`, field }) as const;

function partsOfChange(entryId: string | null, given: unknown, envelope: (change: unknown) => Buffer): Part[] {
  const other = (account: string | null, reason: string): Part[] => [
    { kind: 'other', account, reason, body: envelope(given) },
  ];
  const read = change.safeParse(given);
  if (!read.success) return other(entryId, 'A change without a field.');
  const { field } = read.data;
  if (entryId !== null && TEMPLATE_FIELDS.has(field)) {
    const news = { account: entryId, change: { field, value: read.data.value }, body: envelope(given) };
    return [
      { kind: 'template', ...news },
      { kind: 'notice', ...news },
    ];
  }
  const content = value.safeParse(read.data.value);
  const news = isNotice(field) ? noticeValue.safeParse(read.data.value).data : undefined;
  const business = content.data?.metadata.phone_number_id ?? entryId;
  if (news !== undefined && business !== null) {
    return [{ kind: 'notice', account: business, change: { field, value: news }, body: envelope(given) }];
  }
  if (!content.success) {
    return WHATSAPP_FIELDS.has(field)
      ? other(entryId, `A change of '${field}' that names no phone number.`)
      : [{ ...unreadField(entryId, field), body: envelope(given) }];
  }
  const { metadata, contacts = [], messages = [], statuses = [], errors = [] } = content.data;
  const { message_echoes: echoes = [], user_preferences: preferences = [], calls = [] } = content.data;
  const account = metadata.phone_number_id;
  if (PHONE_APP_FIELDS.has(field)) return [{ kind: 'ignored', account, body: envelope(given) }];
  if (!WHATSAPP_FIELDS.has(field)) return [{ ...unreadField(account, field), body: envelope(given) }];

  const alone = (what: object): Buffer =>
    envelope({ field, value: { messaging_product: 'whatsapp', metadata, contacts, ...what } });
  // Errors beside one message say what is wrong with it.
  const [only, ...more] = messages;
  const isAboutOne = only !== undefined && more.length === 0;
  const explained = isAboutOne && errors.length > 0 ? [{ errors, ...Object(only) } as unknown] : messages;
  const parts: Part[] = [
    ...explained.map((message): Part => {
      return { kind: 'message', account, message, contacts, byShop: false, body: alone({ messages: [message] }) };
    }),
    ...calls.map((told): Part => {
      const byShop = call.safeParse(told).data?.direction === 'BUSINESS_INITIATED';
      const message: unknown = { ...Object(told), type: 'call' };
      return { kind: 'message', account, message, contacts, byShop, body: alone({ calls: [told] }) };
    }),
    ...echoes.map((message): Part => {
      return { kind: 'message', account, message, contacts, byShop: true, body: alone({ message_echoes: [message] }) };
    }),
    ...preferences.map((preference): Part => {
      return { kind: 'preference', account, preference, contacts, body: alone({ user_preferences: [preference] }) };
    }),
    ...statuses.map((status): Part => {
      return { kind: 'status', account, status, body: alone({ statuses: [status] }) };
    }),
    ...(isAboutOne ? [] : errors).map((error): Part => {
      return { kind: 'other', account, reason: 'Meta reports an error.', body: alone({ errors: [error] }) };
    }),
  ];
  return parts.length > 0 ? parts : other(account, 'A change that holds neither messages nor reports.');
}
