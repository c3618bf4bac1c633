import type { ContentId, MediaKind } from '@inbox/domain';
import * as z from 'zod/mini';
import type { MetaFilePayload, MetaTextPayload } from './compose';
import type { MetaAccount } from '../account';
import type { Uploads } from '../../../platform/files/uploads';
import type { ChannelAnswer, HandOver } from '../../../platform/outbox/answer';
import { beforeSending, callGraphApi, fileBlob } from '../graph';
import { messages } from '../graph-messages';

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
  const answer = await callGraphApi(account, { method: 'POST', path, body }, options);
  if (answer.kind !== 'taken') return answer;
  return { kind: 'sent', externalId: taken.safeParse(answer.body).data?.message_id ?? null, note: null };
}

/** Sends a text to an Instagram or Messenger customer. Never throws but from `handOver`. */
export async function sendMetaText(
  account: MetaAccount,
  { to, text, reply_to_mid }: MetaTextPayload,
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
  { to, file }: MetaFilePayload,
  contentId: ContentId | null,
  { uploads, ...options }: SendOptions & { uploads: Uploads },
): Promise<ChannelAnswer> {
  const found = await fileBlob(uploads, file);
  if (found.kind !== 'read') return found;
  const type = TYPES[file.kind];
  const form = new FormData();
  form.set('message', JSON.stringify({ attachment: { type, payload: { is_reusable: true } } }));
  if (account.kind === 'instagram') form.set('platform', 'instagram');
  form.set('filedata', found.blob, file.filename);
  const path = `${encodeURIComponent(account.external_id)}/message_attachments`;
  const answer = await callGraphApi(account, { method: 'POST', path, body: form }, { timeoutMs: options.timeoutMs });
  if (answer.kind !== 'taken') return beforeSending(answer);
  const attachment = uploaded.safeParse(answer.body).data;
  if (attachment === undefined) return { kind: 'later', reason: messages.answered(200) };
  const message = { attachment: { type, payload: { attachment_id: attachment.attachment_id } } };
  return send(account, bodyOf(account, to, message, contentId), options);
}
