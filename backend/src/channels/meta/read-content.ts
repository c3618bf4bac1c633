import { formatMessageTime, type ChatMessage, type MediaKind, type MessageMark } from '@inbox/domain';
import * as z from 'zod/mini';
import { safeFilename } from '../../files/file-types';
import type { IncomingAttachment } from '../../messages/incoming-message';
import { messages } from './messages';

export interface ReadContent {
  content_type: ChatMessage['content_type'];
  message_type: ChatMessage['message_type'];
  message: string;
  /** The channel's id of the message that this one is about, when not told by its context. */
  quotes: string | null;
  attachments: IncomingAttachment[];
  marks: MessageMark[];
}

const text = z.string();
const optionalText = z._default(z.optional(z.string()), '');
const number = z.union([z.number(), z.pipe(z.string(), z.pipe(z.transform(Number), z.number()))]);

/** Words, and whatever else there is. */
export const said = (message: string, more: Partial<ReadContent> = {}): ReadContent => {
  return {
    content_type: 'message',
    message_type: 'session',
    message,
    quotes: null,
    attachments: [],
    marks: [],
    ...more,
  };
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
  view_once: z.optional(z.boolean()),
});

/** Media come as an id only; the bytes are fetched later, and then their true type is known. */
function mediaOf(kind: MediaKind, { id, mime_type, caption, filename, view_once }: z.infer<typeof media>): ReadContent {
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
  return said(caption, {
    content_type: kind,
    attachments: [attachment],
    marks: view_once === true ? ['view_once'] : [],
  });
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

const sections = z.array(
  z.object({
    title: optionalText,
    rows: z._default(z.optional(z.array(titled)), []),
    product_items: z._default(z.optional(z.array(z.object({ product_retailer_id: text }))), []),
  }),
);
const product = z.object({
  title: optionalText,
  name: optionalText,
  product_retailer_id: optionalText,
  description: optionalText,
});
const productOf = ({ title, name, product_retailer_id, description }: z.infer<typeof product>): ReadContent =>
  said(messages.product(title || name || product_retailer_id, description));

const optionName = z.union([z.string(), z.object({ name: z.string() })]);
const nameOfOption = (option: z.infer<typeof optionName>): string =>
  typeof option === 'string' ? option : option.name;
const pollParts = z.object({
  name: optionalText,
  question: optionalText,
  options: z._default(z.optional(z.array(optionName)), []),
});
const pollOf = ({ name, question, options }: z.infer<typeof pollParts>): ReadContent =>
  said(messages.poll(name || question, options.map(nameOfOption)));

const interactiveParts = z.object({
  type: optionalText,
  button_reply: z.optional(titled),
  list_reply: z.optional(titled),
  nfm_reply: z.optional(flowAnswer),
  call_permission_reply: z.optional(
    z.object({ response: z.enum(['accept', 'reject']), expiration_timestamp: z.optional(number) }),
  ),
  header: z.optional(z.object({ text: optionalText })),
  body: z.optional(z.object({ text: optionalText })),
  action: z.optional(
    z.object({
      button: z.optional(z.unknown()),
      buttons: z._default(z.optional(z.array(z.object({ reply: z.optional(titled) }))), []),
      sections: z._default(z.optional(sections), []),
      product_retailer_id: optionalText,
      parameters: z.optional(z.object({ display_text: optionalText, url: optionalText })),
    }),
  ),
});

/** What a customer chose or filled in; or, of the shop's own from its phone, what it offers. */
function readInteractive(parts: z.infer<typeof interactiveParts>): ReadContent | null {
  const { type, button_reply, list_reply, nfm_reply, call_permission_reply, header, body, action } = parts;
  const chosen = button_reply ?? list_reply;
  if (chosen !== undefined) return interactive(titledLines(chosen));
  if (nfm_reply !== undefined) {
    return interactive([nfm_reply.body, ...flowLines(nfm_reply.response_json)].filter(Boolean).join('\n'));
  }
  if (call_permission_reply !== undefined) {
    const { response, expiration_timestamp } = call_permission_reply;
    return said(messages.callPermission(response === 'accept', dayOf(expiration_timestamp)));
  }
  const words = body?.text ?? '';
  if (type === 'product') return said(messages.product(action?.product_retailer_id ?? '', words));
  if (type === 'product_list' || type === 'catalog_message') {
    const items = (action?.sections ?? []).flatMap(({ product_items }) => product_items);
    const ids = items.map(({ product_retailer_id }) => product_retailer_id);
    return said(messages.products(header?.text ?? '', words, ids));
  }
  const labels = [
    ...(action?.buttons ?? []).flatMap(({ reply }) => reply?.title ?? []),
    ...(action?.sections ?? []).flatMap(({ rows }) => rows.map(({ title }) => title)),
    ...(action?.parameters === undefined ? [] : [lineOf(action.parameters)]),
  ].filter(Boolean);
  return words === '' && labels.length === 0 ? null : interactive(messages.choices(words, labels));
}

const lineOf = ({ display_text, url }: { display_text: string; url: string }) =>
  [display_text, url].filter(Boolean).join(' ');

/** In words; null when no moment is told. @param seconds since 1970 */
export function dayOf(seconds: number | undefined): string | null {
  return seconds !== undefined && seconds > 0 && seconds < 8.64e12 ? formatMessageTime(new Date(seconds * 1000)) : null;
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
  interactive: reader(z.object({ interactive: interactiveParts }), ({ interactive: parts }) => readInteractive(parts)),
  template: reader(z.object({ template: z.object({ name: text }) }), (it) => said(messages.template(it.template.name))),

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
  product: reader(z.object({ product }), (it) => productOf(it.product)),
  poll: reader(z.object({ poll: pollParts }), (it) => pollOf(it.poll)),
  poll_creation: reader(z.object({ poll_creation: pollParts }), (it) => pollOf(it.poll_creation)),
  poll_update: reader(
    z.object({ poll_update: z.object({ vote: z.object({ selected_options: z.array(optionName) }) }) }),
    ({ poll_update: { vote } }) => said(messages.vote(vote.selected_options.map(nameOfOption))),
  ),
  request_welcome: () => said(messages.welcome),
  // Its beginning and its end have one id, and so one line.
  call: () => said(messages.called),
  system: reader(
    z.object({
      system: z.object({ body: optionalText, type: optionalText, wa_id: optionalText, new_wa_id: optionalText }),
    }),
    ({ system: { body, type, wa_id, new_wa_id } }) => {
      if (body !== '') return said(body);
      if (/changed_number/.test(type)) return said(messages.newNumber(wa_id || new_wa_id));
      return /identity/.test(type) ? said(messages.newIdentity) : null;
    },
  ),
  // WhatsApp itself says that it cannot hand this out: a poll, a view-once picture and the like.
  unsupported: reader(
    z.object({
      unsupported: z.optional(z.object({ type: optionalText })),
      errors: z._default(
        z.optional(
          z.array(z.object({ title: optionalText, error_data: z.optional(z.object({ details: optionalText })) })),
        ),
        [],
      ),
    }),
    ({ unsupported: { type } = { type: '' }, errors: [error] }) => {
      const known = Object.hasOwn(messages.notHandedOutKind, type) ? messages.notHandedOutKind[type] : undefined;
      const why = error?.error_data?.details || error?.title || '';
      return unsupported(known ?? messages.notHandedOut('WhatsApp', [type, why].filter(Boolean).join(': ')));
    },
  ),
};

/** What cannot be shown itself; its words say what it is. */
export function unsupported(message: string): ReadContent {
  return said(message, { message_type: 'unsupported' });
}

const MEDIA: Readonly<Record<string, MediaKind>> = {
  image: 'image',
  sticker: 'image',
  video: 'video',
  document: 'document',
  audio: 'audio',
  voice: 'voice',
};

/** A message that no reader understands: a file that cannot be had, or a kind that is not known, which is named. */
export function notUnderstood(type: string): ReadContent {
  const kind = Object.hasOwn(MEDIA, type) ? MEDIA[type] : undefined;
  if (type === 'edit') return unsupported(messages.editedUnknown);
  if (type === 'revoke') return unsupported(messages.deletedUnknown);
  return kind === undefined
    ? unsupported(messages.unknownKind(type.slice(0, 60)))
    : said('', { message_type: 'unsupported', content_type: kind });
}

/** What a message says, by its type; null when the type or its content is not understood. */
export function readContent(type: string, message: unknown): ReadContent | null {
  const read = Object.hasOwn(readers, type) ? readers[type] : undefined;
  return read?.(message) ?? null;
}

/** A message as the channel sent it, for people to read. */
export const rawOf = (message: unknown): string => JSON.stringify(message, null, 2);
