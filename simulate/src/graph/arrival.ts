import * as z from 'zod/mini';
import type { ArrivedTemplate, SentMessage } from '../sent-message';
import { newMid, newSocialId } from '../social/delivery';
import { newWamid } from '../whatsapp/delivery';
import { sentTemplateSchema, type SentTemplate } from '../whatsapp/templates';

const sentFile = z.optional(
  z.object({ id: z.string(), caption: z.optional(z.string()), voice: z.optional(z.boolean()) }),
);

const whatsappSchema = z.object({
  messaging_product: z.literal('whatsapp'),
  to: z.string(),
  type: z.string(),
  text: z.optional(z.object({ body: z.string() })),
  image: sentFile,
  video: sentFile,
  audio: sentFile,
  document: sentFile,
  template: z.optional(sentTemplateSchema),
  context: z.optional(z.object({ message_id: z.string() })),
  biz_opaque_callback_data: z.optional(z.string()),
});

const socialSchema = z.object({
  recipient: z.object({ id: z.string() }),
  message: z.object({
    text: z.optional(z.string()),
    attachment: z.optional(z.object({ type: z.string(), payload: z.object({ attachment_id: z.string() }) })),
    metadata: z.optional(z.string()),
  }),
  reply_to: z.optional(z.object({ mid: z.string() })),
});

const commentSchema = z.object({ message: z.string() });

/** Message that arrives at a customer, and the answer to the inbox. */
export interface Arrival {
  message: SentMessage;
  said: object;
}

const NO_FILE = { file: null, media_id: null, isVoice: false, template: null } as const;

/** @throws ZodError when the body is no comment */
export function commentArrival(id: string, body: unknown): Arrival {
  const { message: text } = commentSchema.parse(body);
  const wamid = newSocialId();
  const to = { channel: 'comment', phone_number_id: id, to: id, callbackData: null } as const;
  return { message: { ...to, wamid, text, ...NO_FILE, quotes: id, at: new Date() }, said: { id: wamid } };
}

/** @returns null when the body is not of Instagram or Messenger */
export function socialArrival(id: string, body: unknown): Arrival | null {
  const parsed = socialSchema.safeParse(body);
  if (!parsed.success) return null;
  const { recipient, message, reply_to } = parsed.data;
  const wamid = newMid();
  return {
    message: {
      channel: 'social',
      wamid,
      phone_number_id: id,
      to: recipient.id,
      text: message.text ?? '',
      file: message.attachment?.type ?? null,
      media_id: message.attachment?.payload.attachment_id ?? null,
      isVoice: false,
      quotes: reply_to?.mid ?? null,
      template: null,
      callbackData: message.metadata ?? null,
      at: new Date(),
    },
    said: { recipient_id: recipient.id, message_id: wamid },
  };
}

/** A message of WhatsApp as the inbox asks for it. */
export type WhatsappRequest = z.infer<typeof whatsappSchema>;

/** @throws ZodError when the body is no message */
export const readWhatsapp = (body: unknown): WhatsappRequest => whatsappSchema.parse(body);

/**
 * @param arrive fills a template in for the customer
 * @throws Error when the template does not exist, or its values do not fit
 */
export function whatsappArrival(
  numberId: string,
  { to, type, text, image, video, audio, document, template: asked, context, ...rest }: WhatsappRequest,
  arrive: (template: SentTemplate) => ArrivedTemplate | string,
): Arrival {
  const file = image ?? video ?? audio ?? document;
  const template = asked === undefined ? null : arrive(asked);
  if (typeof template === 'string') throw new Error(template);
  const wamid = newWamid();
  return {
    message: {
      channel: 'whatsapp',
      wamid,
      phone_number_id: numberId,
      to,
      text: text?.body ?? file?.caption ?? template?.text ?? '',
      file: type === 'text' || type === 'template' ? (template?.media?.kind ?? null) : type,
      media_id: file?.id ?? template?.media?.id ?? null,
      isVoice: file?.voice === true,
      quotes: context?.message_id ?? null,
      template,
      callbackData: rest.biz_opaque_callback_data ?? null,
      at: new Date(),
    },
    said: {
      messaging_product: 'whatsapp',
      contacts: [{ input: to, wa_id: to.replace(/\D/g, '') }],
      messages: [{ id: wamid }],
    },
  };
}
