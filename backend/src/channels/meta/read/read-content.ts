import type { MediaKind } from '@inbox/domain';
import { withoutBidiControls } from '@inbox/domain/conversation';
import * as z from 'zod/mini';
import { contactCard, contactLines } from './contact-card';
import { lenientText } from './lenient-text';
import { messages } from '../messages';
import { number, order, orderWords } from './order-words';
import { interactive, interactiveParts, payloadWords, readInteractive } from './read-interactive';
import { fileById, said, unsupported, type ReadContent } from './said';

const text = z.string();

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
  mime_type: lenientText,
  caption: lenientText,
  filename: lenientText,
  voice: z.nullish(z.boolean()),
  view_once: z.nullish(z.boolean()),
});

/** Media come as an id only; the bytes are fetched later, and then their true type is known. */
function mediaOf(kind: MediaKind, { id, mime_type, caption, filename, view_once }: z.infer<typeof media>): ReadContent {
  const attachment = fileById(id, { kind, mime_type, filename });
  return said(caption, {
    content_type: kind,
    attachments: [attachment],
    marks: view_once === true ? ['view_once'] : [],
  });
}

const product = z.object({
  title: lenientText,
  name: lenientText,
  product_retailer_id: lenientText,
  description: lenientText,
});
const productOf = ({ title, name, product_retailer_id, description }: z.infer<typeof product>): ReadContent =>
  said(messages.product(title || name || product_retailer_id, description));

const optionName = z.union([z.string(), z.object({ name: z.string() })]);
const nameOfOption = (option: z.infer<typeof optionName>): string =>
  typeof option === 'string' ? option : option.name;
const pollParts = z.object({
  name: lenientText,
  question: lenientText,
  options: z._default(z.optional(z.array(optionName)), []),
});
const pollOf = ({ name, question, options }: z.infer<typeof pollParts>): ReadContent =>
  said(messages.poll(name || question, options.map(nameOfOption)));

const digitsIn = (of: string): string => of.replace(/\D/g, '');

/** WhatsApp's message types, by their own names. */
const readers: Readonly<Record<string, Reader>> = {
  text: reader(z.object({ text: z.object({ body: text }) }), (it) => said(it.text.body)),
  image: reader(z.object({ image: media }), (it) => mediaOf('image', it.image)),
  sticker: reader(z.object({ sticker: media }), (it) => mediaOf('image', it.sticker)),
  video: reader(z.object({ video: media }), (it) => mediaOf('video', it.video)),
  document: reader(z.object({ document: media }), (it) => mediaOf('document', it.document)),
  audio: reader(z.object({ audio: media }), (it) => mediaOf(it.audio.voice === true ? 'voice' : 'audio', it.audio)),
  voice: reader(z.object({ voice: media }), (it) => mediaOf('voice', it.voice)),

  button: reader(z.object({ button: z.object({ text: lenientText, payload: lenientText }) }), ({ button }) => {
    const words = button.text || payloadWords(button.payload);
    return words === '' ? null : interactive(words);
  }),
  interactive: reader(z.object({ interactive: interactiveParts }), ({ interactive: parts }) => readInteractive(parts)),
  template: reader(z.object({ template: z.object({ name: text }) }), (it) => said(messages.template(it.template.name))),

  location: reader(
    z.object({
      location: z.object({ latitude: number, longitude: number, name: lenientText, address: lenientText }),
    }),
    ({ location: { latitude, longitude, name, address } }) =>
      said(messages.location(name, address, `https://maps.google.com/?q=${latitude},${longitude}`)),
  ),
  contacts: reader(z.object({ contacts: z.array(contactCard).check(z.minLength(1)) }), ({ contacts }) =>
    said(contacts.map((card) => contactLines(card).join('\n')).join('\n\n')),
  ),
  order: reader(z.object({ order }), (it) => said(orderWords(it.order))),
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
      system: z.object({ body: lenientText, type: lenientText, wa_id: lenientText, new_wa_id: lenientText }),
    }),
    ({ system: { body, type, wa_id, new_wa_id } }) => {
      // WhatsApp puts marks of direction around its numbers.
      const words = withoutBidiControls(body)
        .replace(/[\u200e\u200f]/g, '')
        .trim();
      const newer = /changed_number/.test(type) ? new_wa_id || wa_id : '';
      const hasNumber = digitsIn(words).includes(digitsIn(newer));
      if (words !== '') return said(hasNumber ? words : `${words}\n${messages.newNumber(newer)}`);
      if (/changed_number/.test(type)) return said(messages.newNumber(newer));
      return /identity/.test(type) ? said(messages.newIdentity) : null;
    },
  ),
  // WhatsApp itself says that it cannot hand this out: a poll, a view-once picture and the like.
  unsupported: reader(
    z.object({
      unsupported: z.optional(z.object({ type: lenientText })),
      errors: z._default(
        z.optional(
          z.array(z.object({ title: lenientText, error_data: z.optional(z.object({ details: lenientText })) })),
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
