import type { ContentId } from '@inbox/domain';
import { GROUP_CONTACT } from '@inbox/domain/conversation';
import * as z from 'zod/mini';
import type { WhatsappFilePayload, WhatsappTextPayload } from './compose';
import type { WhatsappTemplatePayload } from './compose-template';
import type { MetaAccount } from '../meta/account';
import type { Uploads } from '../../platform/files/uploads';
import type { ChannelAnswer, HandOver } from '../../platform/outbox/answer';
import type { FilePart } from '../../platform/outbox/payloads';
import { beforeSending, callGraphApi, fileBlob } from '../meta/graph';
import { messages } from '../meta/graph-messages';

const taken = z.object({ messages: z.array(z.object({ id: z.string() })).check(z.minLength(1)) });
const uploaded = z.object({ id: z.string() });

interface Envelope {
  to: string;
  reply_to_wamid: string | null;
}

/**
 * What the Graph API is asked to send. It gives `biz_opaque_callback_data` back in every report on the message, so that a
 * report finds it even before the answer that names it.
 */
function envelope({ to, reply_to_wamid }: Envelope, contentId: ContentId | null): Record<string, unknown> {
  return {
    messaging_product: 'whatsapp',
    ...recipientOf(to),
    ...(reply_to_wamid !== null && { context: { message_id: reply_to_wamid } }),
    ...(contentId !== null && { biz_opaque_callback_data: String(contentId) }),
  };
}

function recipientOf(to: string): Record<string, string> {
  if (to.startsWith(GROUP_CONTACT)) return { recipient_type: 'group', to: to.slice(GROUP_CONTACT.length) };
  // A customer without a visible number is named by a user id that is scoped to the business.
  return { recipient_type: 'individual', ...(/^\+?\d+$/.test(to) ? { to } : { recipient: to }) };
}

export function whatsappBody(payload: WhatsappTextPayload, contentId: ContentId | null): Record<string, unknown> {
  return { ...envelope(payload, contentId), type: 'text', text: { body: payload.text, preview_url: true } };
}

/** Sends what `whatsappBody` made by the Graph API's messages call. Never throws but from `handOver`. */
export async function sendWhatsapp(
  account: MetaAccount,
  body: Record<string, unknown>,
  options: { handOver: HandOver; timeoutMs: number },
): Promise<ChannelAnswer> {
  const path = `${encodeURIComponent(account.external_id)}/messages`;
  const answer = await callGraphApi(account, { method: 'POST', path, body }, options);
  if (answer.kind !== 'taken') return answer;
  return { kind: 'sent', externalId: taken.safeParse(answer.body).data?.messages[0]?.id ?? null, note: null };
}

interface FileOptions {
  uploads: Uploads;
  handOver: HandOver;
  timeoutMs: number;
}

/** Hands a file over, which sends nothing yet. @returns its media id, or what to do since there is none */
async function handFileOver(
  account: MetaAccount,
  file: FilePart,
  { uploads, timeoutMs }: FileOptions,
): Promise<{ kind: 'taken'; id: string } | Exclude<ChannelAnswer, { kind: 'sent' }>> {
  const found = await fileBlob(uploads, file);
  if (found.kind !== 'read') return found;
  const { blob } = found;
  const form = new FormData();
  form.set('messaging_product', 'whatsapp');
  form.set('type', blob.type);
  form.set('file', blob, file.filename);
  const path = `${encodeURIComponent(account.external_id)}/media`;
  const answer = await callGraphApi(account, { method: 'POST', path, body: form }, { timeoutMs });
  if (answer.kind !== 'taken') return beforeSending(answer);
  const media = uploaded.safeParse(answer.body).data;
  return media === undefined ? { kind: 'later', reason: messages.answered(200) } : { kind: 'taken', id: media.id };
}

/** Hands the file over first, and then sends the message that names it. */
export async function sendWhatsappFile(
  account: MetaAccount,
  payload: WhatsappFilePayload,
  contentId: ContentId | null,
  options: FileOptions,
): Promise<ChannelAnswer> {
  const { file, caption } = payload;
  // WhatsApp takes Ogg with Opus alone, by its full name, and shows only that as a voice message.
  const isOpus = file.content_type === 'audio/ogg';
  const content_type = isOpus ? 'audio/ogg; codecs=opus' : file.content_type;
  const media = await handFileOver(account, { ...file, content_type }, options);
  if (media.kind !== 'taken') return media;

  const type = file.kind === 'voice' ? 'audio' : file.kind;
  const shown = {
    id: media.id,
    ...(caption !== '' && { caption }),
    ...(file.kind === 'voice' && isOpus && { voice: true }),
    ...(type === 'document' && { filename: file.filename }),
  };
  return sendWhatsapp(account, { ...envelope(payload, contentId), type, [type]: shown }, options);
}

/** Sends an approved template with its values, after the file that it begins with was handed over. */
export async function sendWhatsappTemplate(
  account: MetaAccount,
  { to, name, language, file, components }: WhatsappTemplatePayload,
  contentId: ContentId | null,
  options: FileOptions,
): Promise<ChannelAnswer> {
  const media = file === null ? null : await handFileOver(account, file, options);
  if (media !== null && media.kind !== 'taken') return media;
  const header =
    file === null || media === null
      ? []
      : [{ type: 'header', parameters: [{ type: file.kind, [file.kind]: shownFile(file, media.id) }] }];
  const template = { name, language: { code: language }, components: [...header, ...components] };
  const body = { ...envelope({ to, reply_to_wamid: null }, contentId), type: 'template', template };
  return sendWhatsapp(account, body, options);
}

const shownFile = ({ kind, filename }: FilePart, id: string) => ({ id, ...(kind === 'document' && { filename }) });
