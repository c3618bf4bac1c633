import type { ChatMessage, MediaKind } from '@inbox/domain';
import * as z from 'zod/mini';
import { safeFilename } from '../../channels/files';
import type { IncomingAttachment } from '../../work/incoming';
import { messages } from './messages';

export interface ReadContent {
  content_type: ChatMessage['content_type'];
  message_type: ChatMessage['message_type'];
  message: string;
  /** The channel's id of the message that this one is about, when not told by its context. */
  quotes: string | null;
  attachments: IncomingAttachment[];
}

const text = z.string();
const optionalText = z._default(z.optional(z.string()), '');
const number = z.union([z.number(), z.pipe(z.string(), z.pipe(z.transform(Number), z.number()))]);

const said = (message: string, more: Partial<ReadContent> = {}): ReadContent => {
  return { content_type: 'message', message_type: 'session', message, quotes: null, attachments: [], ...more };
};

/** A reader parses a message by its type's schema and says what it means; null when it does not fit. */
type Reader = (message: unknown) => ReadContent | null;
function reader<T>(schema: z.ZodMiniType<T>, read: (parsed: T) => ReadContent | null): Reader {
  return (message) => {
    const parsed = schema.safeParse(message);
    return parsed.success ? read(parsed.data) : null;
  };
}

const media = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(512)),
  mime_type: optionalText,
  caption: optionalText,
  filename: optionalText,
  voice: z.optional(z.boolean()),
});

/** Media come as an id only; the bytes are fetched later, and then their true type is known. */
function mediaOf(kind: MediaKind, { id, mime_type, caption, filename }: z.infer<typeof media>): ReadContent {
  const content_type = (mime_type.split(';')[0] ?? '').trim().toLowerCase() || 'application/octet-stream';
  const attachment: IncomingAttachment = {
    kind,
    filename: safeFilename(filename, content_type, kind),
    content_type,
    size: 0,
    disposition: 'attachment',
    content_id_header: null,
    storage_key: null,
    external_media_id: id,
  };
  return said(caption, { content_type: kind, attachments: [attachment] });
}

const titled = z.object({ title: text, description: optionalText });
const flowAnswer = z.object({ body: optionalText, response_json: optionalText });

/** What was filled in, one line a field; the token that Meta adds says nothing to people. */
function flowLines(json: string): string[] {
  try {
    const fields = z.record(z.string(), z.unknown()).parse(JSON.parse(json));
    return Object.entries(fields)
      .filter(([name]) => name !== 'flow_token')
      .map(([name, value]) => messages.field(name, typeof value === 'string' ? value : JSON.stringify(value)));
  } catch {
    return [];
  }
}

const interactive = (content: string): ReadContent => said(content, { message_type: 'interactive' });
const titledLines = ({ title, description }: z.infer<typeof titled>) => [title, description].filter(Boolean).join('\n');

/** WhatsApp's message types, by their own names. */
const readers: Readonly<Record<string, Reader>> = {
  text: reader(z.object({ text: z.object({ body: text }) }), (it) => said(it.text.body)),
  image: reader(z.object({ image: media }), (it) => mediaOf('image', it.image)),
  sticker: reader(z.object({ sticker: media }), (it) => mediaOf('image', it.sticker)),
  video: reader(z.object({ video: media }), (it) => mediaOf('video', it.video)),
  document: reader(z.object({ document: media }), (it) => mediaOf('document', it.document)),
  audio: reader(z.object({ audio: media }), (it) => mediaOf(it.audio.voice === true ? 'voice' : 'audio', it.audio)),
  voice: reader(z.object({ voice: media }), (it) => mediaOf('voice', it.voice)),

  button: reader(z.object({ button: z.object({ text }) }), (it) => interactive(it.button.text)),
  interactive: reader(
    z.object({
      interactive: z.object({
        button_reply: z.optional(titled),
        list_reply: z.optional(titled),
        nfm_reply: z.optional(flowAnswer),
      }),
    }),
    ({ interactive: { button_reply, list_reply, nfm_reply } }) => {
      const chosen = button_reply ?? list_reply;
      if (chosen !== undefined) return interactive(titledLines(chosen));
      if (nfm_reply === undefined) return null;
      return interactive([nfm_reply.body, ...flowLines(nfm_reply.response_json)].filter(Boolean).join('\n'));
    },
  ),

  location: reader(
    z.object({
      location: z.object({ latitude: number, longitude: number, name: optionalText, address: optionalText }),
    }),
    ({ location: { latitude, longitude, name, address } }) =>
      said(messages.location(name, address, `https://maps.google.com/?q=${latitude},${longitude}`)),
  ),
  contacts: reader(
    z.object({
      contacts: z
        .array(
          z.object({
            name: z.object({ formatted_name: optionalText }),
            phones: z._default(z.optional(z.array(z.object({ phone: optionalText }))), []),
          }),
        )
        .check(z.minLength(1)),
    }),
    ({ contacts }) =>
      said(
        contacts
          .map(({ name, phones }) =>
            messages.contact(
              name.formatted_name,
              phones.map(({ phone }) => phone),
            ),
          )
          .join('\n\n'),
      ),
  ),
  reaction: reader(
    z.object({ reaction: z.object({ message_id: text, emoji: optionalText }) }),
    ({ reaction: { message_id, emoji } }) =>
      said(emoji === '' ? messages.reactionRemoved : messages.reacted(emoji), { quotes: message_id }),
  ),
  order: reader(
    z.object({
      order: z.object({
        text: optionalText,
        product_items: z.array(
          z.object({
            product_retailer_id: text,
            quantity: number,
            item_price: z.optional(number),
            currency: optionalText,
          }),
        ),
      }),
    }),
    ({ order }) => {
      const lines = order.product_items.map(({ product_retailer_id, quantity, item_price, currency }) => {
        const price = item_price === undefined ? '' : ` (${currency} ${item_price})`;
        return messages.orderLine(quantity, product_retailer_id, price);
      });
      return said(messages.order(lines, order.text));
    },
  ),
  system: reader(z.object({ system: z.object({ body: text.check(z.minLength(1)) }) }), (it) => said(it.system.body)),
  // WhatsApp itself says that it cannot hand this out: a poll, a view-once picture and the like.
  unsupported: () => unsupported(''),
};

/** The thread shows that something came, as 'Media not available'. */
export function unsupported(message: string): ReadContent {
  return said(message, { message_type: 'unsupported' });
}

/** What a message says, by its type; null when the type or its content is not understood. */
export function readContent(type: string, message: unknown): ReadContent | null {
  const read = Object.hasOwn(readers, type) ? readers[type] : undefined;
  return read?.(message) ?? null;
}
