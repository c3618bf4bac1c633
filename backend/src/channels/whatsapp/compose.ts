import * as z from 'zod/mini';
import type { ComposeReply } from '../../conversations/send/compose-reply';
import { externalIdSchema, filePartSchema } from '../../platform/outbox/payloads';
import { composeChat } from '../chat-messages';

/** `to` is the conversation's contact; `reply_to_wamid` the channel's id of the message that this one quotes. */
export const whatsappTextSchema = z.object({
  to: externalIdSchema,
  text: z.string().check(z.minLength(1)),
  reply_to_wamid: z.nullable(z.string()),
});
export type WhatsappTextPayload = z.infer<typeof whatsappTextSchema>;

/** A message that is a file; the caption may be empty. */
export const whatsappFileSchema = z.object({
  to: externalIdSchema,
  file: filePartSchema,
  caption: z.string(),
  reply_to_wamid: z.nullable(z.string()),
});
export type WhatsappFilePayload = z.infer<typeof whatsappFileSchema>;

export const composeWhatsappReply: ComposeReply = async (_db, reply) => ({
  parent: reply.quoted,
  messages: composeChat(
    'whatsapp',
    {
      text: (to, text, quotes) => {
        const payload: WhatsappTextPayload = { to, text, reply_to_wamid: quotes };
        return { kind: 'whatsapp.text', payload };
      },
      file: (to, file, caption, quotes) => {
        const payload: WhatsappFilePayload = { to, file, caption, reply_to_wamid: quotes };
        return { kind: 'whatsapp.file', payload };
      },
    },
    reply,
  ),
});
