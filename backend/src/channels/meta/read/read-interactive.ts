import * as z from 'zod/mini';
import { labelOf, readAnswers } from './answers';
import { lenientList, lenientText } from './lenient-text';
import { messages } from '../messages';
import { number } from './order-words';
import { dayOf, said, unsupported, type ReadContent } from './said';

const titled = z.object({ id: lenientText, title: lenientText, description: lenientText });
const products = lenientList(z.object({ product_retailer_id: lenientText }));
const sections = lenientList(z.object({ title: lenientText, rows: lenientList(titled), product_items: products }));

export const interactiveParts = z.object({
  type: lenientText,
  button_reply: z.nullish(titled),
  list_reply: z.nullish(titled),
  nfm_reply: z.nullish(z.object({ name: lenientText, body: lenientText, response_json: z.optional(z.unknown()) })),
  call_permission_reply: z.nullish(
    z.object({ response: z.enum(['accept', 'reject']), expiration_timestamp: z.optional(number) }),
  ),
  header: z.nullish(z.object({ text: lenientText })),
  body: z.nullish(z.object({ text: lenientText })),
  action: z.nullish(
    z.object({
      buttons: lenientList(z.object({ reply: z.nullish(titled) })),
      sections,
      product_retailer_id: lenientText,
      parameters: z.nullish(z.object({ display_text: lenientText, flow_cta: lenientText, url: lenientText })),
    }),
  ),
});
type InteractiveParts = z.infer<typeof interactiveParts>;

/** Reads a customer's choice or filled-in form, or the choices that the shop offered from its phone. */
export function readInteractive(parts: InteractiveParts): ReadContent | null {
  const { type, button_reply, list_reply, nfm_reply, call_permission_reply, header, body, action } = parts;
  const chosen = button_reply ?? list_reply;
  if (chosen != null) {
    const { id, title, description } = chosen;
    const words = [title || payloadWords(id), description].filter(Boolean).join('\n');
    return words === '' ? null : interactive(words);
  }
  if (nfm_reply != null) return readForm(nfm_reply);
  if (call_permission_reply != null) {
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
    ...(action?.parameters == null ? [] : [lineOf(action.parameters)]),
  ].filter(Boolean);
  return words === '' && labels.length === 0 ? null : interactive(messages.choices(words, labels));
}

const lineOf = ({ display_text, flow_cta, url }: { display_text: string; flow_cta: string; url: string }) =>
  [display_text || flow_cta, url].filter(Boolean).join(' ');

/** Meta's own words beside the answers, which say nothing that they do not. */
const STOCK = /^(?:address )?sent\.?$/i;

/** A flow or an address form. Its answers come first: the list shows the beginning. */
function readForm({ name, body, response_json }: NonNullable<InteractiveParts['nfm_reply']>): ReadContent {
  const answers = readAnswers(response_json);
  const { lines, files } = answers ?? { lines: [], files: [] };
  const isNews = !STOCK.test(body.trim()) && !isSaid(body, lines);
  const all = [...(lines.length > 0 && name === 'address_message' ? [messages.address] : []), ...lines];
  const words = [...all, ...(isNews ? [body.trim()] : [])].join('\n');
  if (words !== '') return interactive(words, { attachments: files });
  const hasAnswers = answers !== null || response_json == null || response_json === '';
  return hasAnswers ? interactive(messages.emptyForm, { attachments: files }) : unsupported(messages.unreadForm);
}

/** Does every word of this text stand in the answers? */
function isSaid(text: string, lines: readonly string[]): boolean {
  const wordsIn = (of: string) => of.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const inAnswers = new Set(lines.flatMap(wordsIn));
  return wordsIn(text).every((word) => inAnswers.has(word));
}

/** Words for a choice whose label is missing, made of the payload of its button: JSON by its parts, a name in words. */
export function payloadWords(payload: string): string {
  const answers = /^\s*[[{]/.test(payload) ? readAnswers(payload) : null;
  if (answers !== null) return answers.lines.join('\n');
  if (!/^[\w-]+$/.test(payload) || !/[_-]/.test(payload)) return payload;
  return labelOf(/[a-z]/.test(payload) ? payload : payload.toLowerCase());
}

export const interactive = (content: string, more: Partial<ReadContent> = {}): ReadContent =>
  said(content, { ...more, message_type: 'interactive' });
