import type { ContentId, MediaKind } from '@inbox/domain';
import * as z from 'zod/mini';
import type { JobOf } from '../outbox/payloads';
import type { MetaAccount } from '../store/accounts';
import type { Uploads } from '../store/uploads';
import type { ChannelAnswer, HandOver } from './answer';
import { askGraph, beforeSending, fileBlob } from './graph';
import { messages } from './messages';

/** Instagram's and Messenger's answer to a message. */
const taken = z.object({ message_id: z.string() });
const uploaded = z.object({ attachment_id: z.union([z.string(), z.pipe(z.number(), z.transform(String))]) });

interface SendOptions {
  handOver: HandOver;
  timeoutMs: number;
}

/**
 * What the Send API is asked. Messenger gives `metadata` back with the echo of the message, so that one whose answer was
 * lost is known by it.
 */
function bodyOf(account: MetaAccount, to: string, message: object, contentId: ContentId | null) {
  const isMessenger = account.kind === 'messenger';
  return {
    recipient: { id: to },
    ...(isMessenger && { messaging_type: 'RESPONSE' }),
    message: { ...message, ...(isMessenger && contentId !== null && { metadata: String(contentId) }) },
  };
}

async function send(account: MetaAccount, body: Record<string, unknown>, options: SendOptions): Promise<ChannelAnswer> {
  const path = `${encodeURIComponent(account.external_id)}/messages`;
  const answer = await askGraph(account, { method: 'POST', path, body }, options);
  if (answer.kind !== 'taken') return answer;
  return { kind: 'sent', externalId: taken.safeParse(answer.body).data?.message_id ?? null, note: null };
}

/** Sends a text to an Instagram or Messenger customer. Never throws but from `handOver`. */
export async function sendMetaText(
  account: MetaAccount,
  { to, text, reply_to_mid }: JobOf<'meta.text'>['payload'],
  contentId: ContentId | null,
  options: SendOptions,
): Promise<ChannelAnswer> {
  const body = {
    ...bodyOf(account, to, { text }, contentId),
    ...(reply_to_mid !== null && { reply_to: { mid: reply_to_mid } }),
  };
  return send(account, body, options);
}

const TYPES: Record<MediaKind, string> = {
  image: 'image',
  video: 'video',
  audio: 'audio',
  voice: 'audio',
  document: 'file',
};

/** Hands the file over first, which sends nothing yet, and then sends the message that names it. */
export async function sendMetaFile(
  account: MetaAccount,
  { to, file }: JobOf<'meta.file'>['payload'],
  contentId: ContentId | null,
  { uploads, ...options }: SendOptions & { uploads: Uploads },
): Promise<ChannelAnswer> {
  const blob = await fileBlob(uploads, file).catch(() => null);
  if (blob === null) return { kind: 'refused', reason: messages.fileGone };
  const type = TYPES[file.kind];
  const form = new FormData();
  form.set('message', JSON.stringify({ attachment: { type, payload: { is_reusable: true } } }));
  if (account.kind === 'instagram') form.set('platform', 'instagram');
  form.set('filedata', blob, file.filename);
  const path = `${encodeURIComponent(account.external_id)}/message_attachments`;
  const answer = await askGraph(account, { method: 'POST', path, body: form }, { timeoutMs: options.timeoutMs });
  if (answer.kind !== 'taken') return beforeSending(answer);
  const attachment = uploaded.safeParse(answer.body).data;
  if (attachment === undefined) return { kind: 'later', reason: messages.answered(200) };
  const message = { attachment: { type, payload: { attachment_id: attachment.attachment_id } } };
  return send(account, bodyOf(account, to, message, contentId), options);
}

const profile = z.object({
  name: z.optional(z.string()),
  username: z.optional(z.string()),
  first_name: z.optional(z.string()),
  last_name: z.optional(z.string()),
});

export type Fetched<T> = { kind: 'fetched'; value: T } | Exclude<ChannelAnswer, { kind: 'sent' | 'unknown' }>;

/** Asking changes nothing, so an answer that did not come is asked for again. */
function fetched<T>(answer: Awaited<ReturnType<typeof askGraph>>, schema: z.ZodMiniType<T>): Fetched<T> {
  if (answer.kind === 'unknown') return { ...answer, kind: 'later' };
  if (answer.kind !== 'taken') return answer;
  const read = schema.safeParse(answer.body);
  return read.success ? { kind: 'fetched', value: read.data } : { kind: 'refused', reason: messages.answered(200) };
}

/** What the customer calls themselves; empty when they do not say. */
export async function fetchProfileName(
  account: MetaAccount,
  contact: string,
  options: { timeoutMs: number },
): Promise<Fetched<string>> {
  const fields = account.kind === 'instagram' ? 'name,username' : 'first_name,last_name';
  const path = `${encodeURIComponent(contact)}?fields=${fields}`;
  const answer = fetched(await askGraph(account, { method: 'GET', path }, options), profile);
  if (answer.kind !== 'fetched') return answer;
  const { name = '', username = '', first_name = '', last_name = '' } = answer.value;
  return { kind: 'fetched', value: name.trim() || `${first_name} ${last_name}`.trim() || username.trim() };
}

const optional = z._default(z.nullable(z.optional(z.string())), null);

const instagramMedia = z.object({
  caption: optional,
  media_type: optional,
  media_product_type: optional,
  media_url: optional,
  thumbnail_url: optional,
  permalink: optional,
});

const pagePost = z.object({
  message: optional,
  permalink_url: optional,
  full_picture: optional,
  status_type: optional,
  promotion_status: optional,
});

export interface FetchedPost {
  permalink: string | null;
  caption: string | null;
  post_type: string | null;
  /** `FEED`: an advertisement. */
  ad_type: string | null;
  picture: string | null;
}

/** What the channel tells of a post, reel or advertisement. */
export async function fetchPost(
  account: MetaAccount,
  externalId: string,
  options: { timeoutMs: number },
): Promise<Fetched<FetchedPost>> {
  const id = encodeURIComponent(externalId);
  const ask = (fields: string) => askGraph(account, { method: 'GET', path: `${id}?fields=${fields}` }, options);
  if (account.kind === 'instagram') {
    const answer = fetched(
      await ask('caption,media_type,media_product_type,media_url,thumbnail_url,permalink'),
      instagramMedia,
    );
    if (answer.kind !== 'fetched') return answer;
    const { caption, media_type, media_product_type, media_url, thumbnail_url, permalink } = answer.value;
    const ad_type = media_product_type === 'AD' ? 'FEED' : null;
    const picture = thumbnail_url ?? (media_type === 'VIDEO' ? null : media_url);
    return { kind: 'fetched', value: { permalink, caption, post_type: media_type, ad_type, picture } };
  }
  const answer = fetched(await ask('message,permalink_url,full_picture,status_type,promotion_status'), pagePost);
  if (answer.kind !== 'fetched') return answer;
  const { message, permalink_url, full_picture, status_type, promotion_status } = answer.value;
  const ad_type = promotion_status === 'active' ? 'FEED' : null;
  const told = { permalink: permalink_url, caption: message, post_type: status_type, ad_type, picture: full_picture };
  return { kind: 'fetched', value: told };
}
