import { idSchema, type ContentId } from '@inbox/domain';
import * as z from 'zod/mini';
import type { MetaAccount } from '../account';
import type { ContentDetails } from '../../../conversations/thread/content-details';
import type { IncomingMessage } from '../../../conversations/incoming/incoming-message';
import type { ChannelEvent } from './channel-event';
import { messages } from '../messages';
import { dayOf, rawOf, said, unsupported, type ReadContent } from './said';
import { interactive, payloadWords } from './read-interactive';
import { attachmentSchema, readAttachments } from './read-attachments';
import { lenientReferral, readReferral, type referralSchema } from './referral';

const id = z.string().check(z.minLength(1), z.maxLength(512));
const optionalText = z._default(z.optional(z.string()), '');

const envelope = z.object({
  sender: z.object({ id }),
  recipient: z.object({ id }),
  timestamp: z.optional(z.number()),
});

const message = z.object({
  mid: id,
  text: optionalText,
  is_echo: z._default(z.optional(z.boolean()), false),
  is_deleted: z._default(z.optional(z.boolean()), false),
  is_unsupported: z._default(z.optional(z.boolean()), false),
  /** Given back by Messenger in the echo of what we sent. */
  metadata: z.optional(z.string()),
  quick_reply: z.optional(z.object({ payload: optionalText })),
  reply_to: z.optional(
    z.object({
      mid: z.optional(id),
      story: z.optional(z.object({ id: z.optional(z.string()), url: z.optional(z.string()) })),
    }),
  ),
  attachments: z._default(z.optional(z.array(attachmentSchema)), []),
  referral: lenientReferral,
});

const edit = z.object({ mid: id, text: z.string() });
const reaction = z.object({
  mid: id,
  action: z.enum(['react', 'unreact']),
  emoji: optionalText,
  reaction: optionalText,
});
const postback = z.object({
  mid: z.optional(id),
  title: optionalText,
  payload: optionalText,
  referral: lenientReferral,
});
const delivery = z.object({ mids: z._default(z.optional(z.array(id)), []), watermark: z.optional(z.number()) });
const read = z.object({ mid: z.optional(id), watermark: z.optional(z.number()) });

const optin = z.object({
  type: optionalText,
  title: optionalText,
  ref: optionalText,
  notification_messages_status: optionalText,
});
const permission = z.object({ response: z.enum(['accept', 'reject']), expiration_timestamp: z.optional(z.number()) });

const event = z.object({
  message: z.optional(message),
  message_edit: z.optional(edit),
  message_deletion: z.optional(z.object({ mid: id })),
  reaction: z.optional(reaction),
  postback: z.optional(postback),
  optin: z.optional(optin),
  referral: lenientReferral,
  call_permission_reply: z.optional(permission),
  delivery: z.optional(delivery),
  read: z.optional(read),
});

/** What one messaging event of Instagram or Messenger says; null when it is none that is known here. */
export function readMessaging(account: MetaAccount, given: unknown, now: Date): ChannelEvent | null {
  const who = envelope.safeParse(given);
  const what = event.safeParse(given);
  if (!who.success || !what.success) return null;
  const { sender, recipient, timestamp } = who.data;
  const told = what.data;
  const byShop = sender.id === account.external_id || told.message?.is_echo === true;
  const at = momentOf(timestamp, now);
  const line: MessagingThread = { account, contact: byShop ? recipient.id : sender.id, at, byShop };
  /** It has no id of its own; the same one twice is one. */
  const idOf = (kind: string, more = '') => `${kind}:${sender.id}:${timestamp ?? ''}:${more}`.slice(0, 512);
  if (told.message !== undefined) return readWritten(line, told.message, given);
  if (told.message_edit !== undefined) return readEdit(line, told.message_edit);
  if (told.message_deletion !== undefined) return deletion(told.message_deletion.mid);
  if (told.reaction !== undefined) return readReaction(line, told.reaction, idOf);
  if (told.postback !== undefined) {
    const { mid, title, payload, referral } = told.postback;
    const content = interactive(title || payloadWords(payload));
    return shownAs(line, mid ?? idOf('postback'), withCard(content, referral));
  }
  if (told.optin !== undefined) {
    const { title, ref, notification_messages_status: status } = told.optin;
    const words = /STOP/i.test(status) ? messages.optOut(title || ref) : messages.optIn(title || ref);
    return shownAs(line, idOf('optin', ref), withCard(said(words), undefined));
  }
  if (told.call_permission_reply !== undefined) {
    const { response, expiration_timestamp } = told.call_permission_reply;
    const words = messages.callPermission(response === 'accept', dayOf(expiration_timestamp));
    return shownAs(line, idOf('call-permission'), withCard(said(words), undefined));
  }
  if (told.referral !== undefined) {
    return shownAs(line, idOf('referral', told.referral.ref ?? ''), withCard(said(messages.referred), told.referral));
  }
  if (told.delivery !== undefined) {
    const { mids, watermark } = told.delivery;
    return { kind: 'report', status: 'delivered', contact: sender.id, mids, until: untilOf(watermark) };
  }
  if (told.read !== undefined) {
    const { mid, watermark } = told.read;
    return {
      kind: 'report',
      status: 'read',
      contact: sender.id,
      mids: mid === undefined ? [] : [mid],
      until: untilOf(watermark),
    };
  }
  return null;
}

interface MessagingThread {
  account: MetaAccount;
  /** The customer, whoever wrote. */
  contact: string;
  at: Date;
  byShop: boolean;
}

type Facts = NonNullable<ContentDetails['channel']>;
interface Carded {
  content: ReadContent;
  channel: Facts;
}

function withCard(content: ReadContent, told: z.infer<typeof referralSchema> | undefined): Carded {
  const card = readReferral(told);
  if (card === null) return { content, channel: {} };
  const attachments = [...content.attachments, ...card.picture];
  return { content: { ...content, attachments }, channel: { referral: card.referral } };
}

const shownAs = (line: MessagingThread, externalId: string, { content, channel }: Carded): ChannelEvent => {
  return { kind: 'message', incoming: incomingOf(line, externalId, content, channel), isUnderstood: true };
};

const deletion = (externalId: string): ChannelEvent => {
  return { kind: 'altered', externalId, what: { kind: 'deleted' }, otherwise: null };
};

const elsewhere = ({ byShop }: MessagingThread): Facts => (byShop ? { sent_from: 'other_tool' } : {});
const sideOf = ({ byShop }: MessagingThread) => (byShop ? 'merchant' : 'customer');

function readEdit(line: MessagingThread, { mid, text }: z.infer<typeof edit>): ChannelEvent {
  const at = line.at.toISOString();
  const incoming = incomingOf(line, mid, said(text), {
    ...elsewhere(line),
    stand_in: true,
    versions: [{ message: text, at }],
    marks: ['original_unknown'],
  });
  return {
    kind: 'altered',
    externalId: mid,
    what: { kind: 'edited', text, at },
    otherwise: { incoming, by: sideOf(line) },
  };
}

function readReaction(
  line: MessagingThread,
  { mid, action, emoji, reaction: name }: z.infer<typeof reaction>,
  idOf: (kind: string, more: string) => string,
): ChannelEvent {
  const sign = action === 'unreact' ? '' : emoji || (NAMED[name] ?? name) || '❤';
  const who = line.byShop ? '' : line.contact;
  const at = line.at.toISOString();
  const incoming = incomingOf(
    line,
    idOf('reaction', `${action}:${mid}`),
    said(messages.reactedElsewhere(sign)),
    elsewhere(line),
  );
  return {
    kind: 'altered',
    externalId: mid,
    what: { kind: 'reacted', actor: sideOf(line), who, name: null, emoji: sign, at },
    otherwise: sign === '' ? null : { incoming, by: sideOf(line) },
  };
}

/** What Messenger names without a sign. */
const NAMED: Readonly<Record<string, string>> = {
  love: '❤',
  smile: '😆',
  wow: '😮',
  sad: '😢',
  angry: '😠',
  like: '👍',
  dislike: '👎',
};

function readWritten(line: MessagingThread, told: z.infer<typeof message>, given: unknown): ChannelEvent {
  const { mid, text, is_echo, is_deleted, is_unsupported, metadata, quick_reply, reply_to, attachments } = told;
  if (is_deleted) return deletion(mid);
  const files = readAttachments(attachments, reply_to?.story?.url);
  const isReadable = !is_unsupported && files.isUnderstood && (text !== '' || !files.isEmpty);
  const words = [text, ...files.lines].filter(Boolean).join('\n');
  const content: ReadContent = isReadable
    ? said(words, {
        content_type: text === '' ? (files.attachments[0]?.kind ?? 'message') : 'message',
        message_type: quick_reply === undefined ? 'session' : 'interactive',
        quotes: reply_to?.mid ?? null,
        attachments: files.attachments,
        marks: files.marks,
      })
    : unsupported(words === '' ? notHandedOut(line.account) : words);
  const { content: shown, channel } = withCard(content, told.referral);
  const incoming = incomingOf(line, mid, shown, { ...channel, ...elsewhere(line) });
  const msg_type = reply_to?.story !== undefined ? 'story_replies' : files.isStoryMention ? 'story_mention' : undefined;
  const complete: IncomingMessage = {
    ...incoming,
    details: { ...incoming.details, ...(msg_type !== undefined && { msg_type }) },
    ...(!isReadable && { raw: rawOf(given) }),
  };
  if (!is_echo) return { kind: 'message', incoming: complete, isUnderstood: isReadable };
  return { kind: 'echo', incoming: complete, contentId: contentIdOf(metadata ?? ''), isUnderstood: isReadable };
}

const notHandedOut = ({ kind }: MetaAccount) =>
  messages.notHandedOut(kind === 'instagram' ? 'Instagram' : 'Messenger', '');

function incomingOf(
  { account, contact, at }: MessagingThread,
  externalId: string,
  { marks, ...content }: ReadContent,
  channel: Facts,
): IncomingMessage {
  const source = account.kind === 'instagram' ? 'instagram' : 'messenger';
  const all = [...(channel.marks ?? []), ...marks];
  const facts = { ...channel, ...(all.length > 0 && { marks: all }) };
  return {
    ...content,
    merchantId: account.merchant_id,
    accountId: account.id,
    source,
    externalId,
    contact,
    answers: [],
    from: { name: messages.unnamed[source], phone: null, email: null },
    isUnnamed: true,
    sentAt: at,
    details: Object.keys(facts).length === 0 ? {} : { channel: facts },
  };
}

/** These channels tell milliseconds; one that is none counts as now. */
function momentOf(timestamp: number | undefined, now: Date): Date {
  return timestamp !== undefined && timestamp > 0 && timestamp < 8.64e15 ? new Date(timestamp) : now;
}

const untilOf = (watermark: number | undefined): Date | null =>
  watermark !== undefined && watermark > 0 && watermark < 8.64e15 ? new Date(watermark) : null;

const contentId = idSchema<ContentId>();

function contentIdOf(metadata: string): ContentId | null {
  return /^\d{1,15}$/.test(metadata) ? (contentId.safeParse(Number(metadata)).data ?? null) : null;
}
