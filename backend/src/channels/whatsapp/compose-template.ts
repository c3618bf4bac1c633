import type { TemplateValues } from '@inbox/domain';
import { buttonKey, mediaHeader, placeholdersOf, templateInputs } from '@inbox/domain/conversation';
import * as z from 'zod/mini';
import { externalIdSchema, filePartSchema } from '../../platform/outbox/payloads';
import type { ComposeTemplate } from '../../templates/send-template';
import { toFilePart } from '../chat-messages';

/** `components` as the Graph API takes them, but for a header with a file: that is handed over when it is sent. */
export const whatsappTemplateSchema = z.object({
  to: externalIdSchema,
  name: z.string(),
  language: z.string(),
  file: z.nullable(z.object({ ...filePartSchema.shape, kind: z.enum(['image', 'video', 'document']) })),
  components: z.array(z.record(z.string(), z.unknown())),
});
export type WhatsappTemplatePayload = z.infer<typeof whatsappTemplateSchema>;

/** One value of a text; by its name, in a template whose placeholders have names. */
type TextParameter = { type: 'text'; text: string; parameter_name?: string };

export const composeWhatsappTemplate: ComposeTemplate = ({ name, language, parts }, { to, values, media }) => {
  const inputs = templateInputs(parts);
  const keyOf = (place: 'header' | 'content', placeholder: string) =>
    // A name that header and content share is one input.
    inputs.find((input) => input.name === placeholder && (input.place === place || parts.named))?.key ?? placeholder;
  const parameters = (place: 'header' | 'content', text: string): TextParameter[] =>
    placeholdersOf(text).map((placeholder) => ({
      type: 'text',
      text: values[keyOf(place, placeholder)] ?? '',
      ...(parts.named && { parameter_name: placeholder }),
    }));
  const header = parameters('header', parts.header.text);
  const body = parameters('content', parts.content);
  const kind = mediaHeader(parts);
  const payload: WhatsappTemplatePayload = {
    to,
    name,
    language,
    file: media === null || kind === null ? null : { ...toFilePart(media), kind },
    components: [
      ...(header.length > 0 ? [{ type: 'header', parameters: header }] : []),
      ...(body.length > 0 ? [{ type: 'body', parameters: body }] : []),
      ...parts.buttons.flatMap(({ kind: button, value }, index) => buttonComponent(button, value, index, values)),
    ],
  };
  return { kind: 'whatsapp.template', payload };
};

function buttonComponent(
  kind: string,
  address: string,
  index: number,
  values: TemplateValues,
): Record<string, unknown>[] {
  const value = values[buttonKey(index)] ?? '';
  const button = { type: 'button', index: String(index) };
  if (kind === 'copy_code') {
    return [{ ...button, sub_type: 'copy_code', parameters: [{ type: 'coupon_code', coupon_code: value }] }];
  }
  if (kind !== 'url' || placeholdersOf(address).length === 0) return [];
  return [{ ...button, sub_type: 'url', parameters: [{ type: 'text', text: value }] }];
}
