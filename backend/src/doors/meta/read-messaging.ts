import { idSchema, type ContentId } from '@inbox/domain';
import * as z from 'zod/mini';
import type { MetaAccount } from '../../store/accounts';
import type { Alteration } from '../../work/changed-elsewhere';
import type { IncomingMessage } from '../../work/incoming';
import { messages } from './messages';
import { unsupported, type ReadContent } from './read-content';
import { attachmentSchema, readAttachments } from './read-attachments';

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
});

const edit = z.object({ mid: id, text: z.string() });
const reaction = z.object({
  mid: id,
  action: z.enum(['react', 'unreact']),
  emoji: optionalText,
  reaction: optionalText,
});
const postback = z.object({ mid: z.optional(id), title: optionalText, payload: optionalText });
const delivery = z.object({ mids: z._default(z.optional(z.array(id)), []), watermark: z.optional(z.number()) });
const read = z.object({ mid: z.optional(id), watermark: z.optional(z.number()) });

const event = z.object({
  message: z.optional(message),
  message_edit: z.optional(edit),
  reaction: z.optional(reaction),
  postback: z.optional(postback),
  delivery: z.optional(delivery),
  read: z.optional(read),
});

/** What one messaging event of Instagram or Messenger says. */
export type Messaging =
  | { kind: 'message'; incoming: IncomingMessage; isUnderstood: boolean }
  /** Sent by the merchant: from here, when `contentId` or a message on its way says so, or from elsewhere. */
  | { kind: 'echo'; incoming: IncomingMessage; contentId: ContentId | null; isUnderstood: boolean }
  | { kind: 'altered'; externalId: string; what: Alteration }
  /** One message each by its id, or all that were sent to the customer up to a moment. */
  | { kind: 'report'; status: 'delivered' | 'read'; contact: string; mids: string[]; until: Date | null };

/** Null when it is none that is known here. */
export function readMessaging(account: MetaAccount, given: unknown, now: Date): Messaging | null {
  const who = envelope.safeParse(given);
  const what = event.safeParse(given);
  if (!who.success || !what.success) return null;
  const { sender, recipient, timestamp } = who.data;
  const told = what.data;
  const at = momentOf(timestamp, now);
  const line = { account, contact: sender.id, at };

  if (told.message !== undefined)
    return readMessage({ account, sender: sender.id, recipient: recipient.id, at }, told.message);
  if (told.message_edit !== undefined) {
    const { mid, text } = told.message_edit;
    return { kind: 'altered', externalId: mid, what: { kind: 'edited', text } };
  }
  if (told.reaction !== undefined) {
    const { mid, action, emoji, reaction: name } = told.reaction;
    const sign = emoji || name;
    const text = action === 'react' && sign !== '' ? messages.reacted(sign) : messages.reactionRemoved;
    // It has no id of its own; of the same person the same one twice is one.
    const externalId = `reaction:${sender.id}:${timestamp ?? ''}:${action}:${mid}`.slice(0, 512);
    return understood(incomingOf(line, externalId, { ...plain(text), quotes: mid }));
  }
  if (told.postback !== undefined) {
    const { mid, title, payload } = told.postback;
    const externalId = mid ?? `postback:${sender.id}:${timestamp ?? ''}`;
    return understood(incomingOf(line, externalId, { ...plain(title || payload), message_type: 'interactive' }));
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

interface Line {
  account: MetaAccount;
  contact: string;
  at: Date;
}

const understood = (incoming: IncomingMessage): Messaging => ({ kind: 'message', incoming, isUnderstood: true });

const plain = (text: string): ReadContent => {
  return { content_type: 'message', message_type: 'session', message: text, quotes: null, attachments: [] };
};

function readMessage(
  { account, sender, recipient, at }: { account: MetaAccount; sender: string; recipient: string; at: Date },
  told: z.infer<typeof message>,
): Messaging {
  const { mid, text, is_echo, is_deleted, is_unsupported, metadata, quick_reply, reply_to, attachments } = told;
  if (is_deleted) return { kind: 'altered', externalId: mid, what: { kind: 'deleted' } };
  const files = readAttachments(attachments, reply_to?.story?.url);
  const isReadable = !is_unsupported && files.isUnderstood && (text !== '' || !files.isEmpty);
  const said = [text, ...files.lines].filter(Boolean).join('\n');
  const content: ReadContent = isReadable
    ? {
        content_type: text === '' ? (files.attachments[0]?.kind ?? 'message') : 'message',
        message_type: quick_reply === undefined ? 'session' : 'interactive',
        message: said,
        quotes: reply_to?.mid ?? null,
        attachments: files.attachments,
      }
    : unsupported(said);
  const contact = is_echo ? recipient : sender;
  const incoming = incomingOf({ account, contact, at }, mid, content);
  const msg_type = reply_to?.story !== undefined ? 'story_replies' : files.isStoryMention ? 'story_mention' : undefined;
  const shown: IncomingMessage = { ...incoming, details: msg_type === undefined ? {} : { msg_type } };
  if (!is_echo) return { kind: 'message', incoming: shown, isUnderstood: isReadable };
  return { kind: 'echo', incoming: shown, contentId: contentIdOf(metadata ?? ''), isUnderstood: isReadable };
}

function incomingOf({ account, contact, at }: Line, externalId: string, content: ReadContent): IncomingMessage {
  const source = account.kind === 'instagram' ? 'instagram' : 'messenger';
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
    details: {},
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
