import { fileKind, type FileProblem } from '../sending/files';
import type { AccountId, TemplateId } from '../ids';
import { mayReply, type Acting, type ReplyRefusal, type RuledTicket, type Verdict } from '../actions/rules';

/** Where a template stands at WhatsApp. Only an approved one can be sent. */
export const TEMPLATE_STATUSES = ['approved', 'pending', 'paused', 'rejected', 'disabled', 'deleted'] as const;
export type TemplateStatus = (typeof TEMPLATE_STATUSES)[number];

export const TEMPLATE_HEADERS = ['none', 'text', 'image', 'video', 'document'] as const;
export const TEMPLATE_BUTTONS = ['quick_reply', 'url', 'phone', 'copy_code'] as const;
/** Parts of templates that the inbox cannot send. */
export const TEMPLATE_GAPS = [
  'catalogue',
  'carousel',
  'products',
  'flow',
  'one_time_code',
  'offer',
  'location',
] as const;
export type TemplateGap = (typeof TEMPLATE_GAPS)[number];

/** `text` of a text header may hold placeholders; of all others it is empty. */
export interface TemplateHeader {
  kind: (typeof TEMPLATE_HEADERS)[number] | 'other';
  text: string;
}

/** `value`: the address, which may end in a placeholder; the phone number; an example of the code. */
export interface TemplateButton {
  kind: (typeof TEMPLATE_BUTTONS)[number] | 'other';
  label: string;
  value: string;
}

/** What a template is made of. */
export interface TemplateParts {
  header: TemplateHeader;
  /** With {{placeholder}} parameters. */
  content: string;
  footer: string;
  buttons: TemplateButton[];
  /** What it has that the inbox cannot send; null when it can be sent. `other`: something newer than this version. */
  not_supported: TemplateGap | 'other' | null;
}

/** A message that WhatsApp has approved, and that may be sent at any time (spec section 3, Template). */
export interface WhatsappTemplate extends TemplateParts {
  id: TemplateId;
  /** The WhatsApp account that it can be sent from. */
  account_id: AccountId;
  template_name: string;
  /** As WhatsApp writes it, like `en_US`. */
  language: string;
  status: TemplateStatus | 'other';
}

/** Where an input of a template stands. */
export type InputPlace = 'header' | 'content' | 'link' | 'code';

/** One value that a template cannot be sent without. */
export interface TemplateInput {
  /** By which its value is found: the placeholder's name where that says enough. */
  key: string;
  /** What stands between the braces; for a code, nothing. */
  name: string;
  place: InputPlace;
  /** The label of the button that it belongs to; empty otherwise. */
  button: string;
}

/** By the keys of `templateInputs`. */
export type TemplateValues = Readonly<Record<string, string>>;

/** Name before the value: WhatsApp's own are numbers, or lower-case words. */
const PLACEHOLDER = /\{\{\s*(\w{1,100})\s*\}\}/g;

/** A number counts anew in each part of a template; a name is the same everywhere. */
const headerKey = (name: string) => (/^\d+$/.test(name) ? `header:${name}` : name);
const contentKey = (name: string) => name;
export const buttonKey = (index: number): string => `button:${index}`;

/** The names of a text's placeholders, each once, in their order. */
export function placeholdersOf(text: string): string[] {
  return [...new Set([...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name))];
}

/** One input for each distinct placeholder, and for each code of a button: the header's first, then the content's. */
export function templateInputs({ header, content, buttons }: TemplateParts): TemplateInput[] {
  const inputs = [
    ...placeholdersOf(header.text).map(
      (name) => ({ key: headerKey(name), name, place: 'header', button: '' }) as const,
    ),
    ...placeholdersOf(content).map((name) => ({ key: contentKey(name), name, place: 'content', button: '' }) as const),
    ...buttons.flatMap(({ kind, label, value }, index): TemplateInput[] => {
      const at = { key: buttonKey(index), button: label };
      if (kind === 'copy_code') return [{ ...at, name: '', place: 'code' }];
      const [name] = kind === 'url' ? placeholdersOf(value) : [];
      return name === undefined ? [] : [{ ...at, name, place: 'link' }];
    }),
  ];
  return inputs.filter(({ key }, index) => inputs.findIndex((other) => other.key === key) === index);
}

/** The key of the value that spec section 7 names `button_url`: that of the first link with a placeholder. */
export function buttonUrlKey(template: TemplateParts): string | null {
  return templateInputs(template).find(({ place }) => place === 'link')?.key ?? null;
}

/** WhatsApp takes no line breaks, tabs or rows of spaces in a value. */
export const cleanTemplateValue = (value: string): string => value.replace(/\s+/g, ' ').trim();

/** What is needed before the template can be sent. */
export type TemplateProblem = 'not_supported' | 'values' | 'media';

/** Why the template cannot be sent with these values; null when it can (spec section 5). */
export function templateProblem(
  template: TemplateParts,
  values: TemplateValues,
  hasMedia: boolean,
): TemplateProblem | null {
  if (templateGap(template) !== null) return 'not_supported';
  const isMissing = ({ key }: TemplateInput) => cleanTemplateValue(values[key] ?? '') === '';
  if (templateInputs(template).some(isMissing)) return 'values';
  return mediaHeader(template) !== null && !hasMedia ? 'media' : null;
}

/** What the inbox cannot send of it, also when that is a kind of header or button which is newer than this version. */
export function templateGap({ not_supported, header, buttons }: TemplateParts): TemplateGap | 'other' | null {
  if (not_supported !== null) return not_supported;
  return header.kind === 'other' || buttons.some(({ kind }) => kind === 'other') ? 'other' : null;
}

export type MediaHeader = 'image' | 'video' | 'document';

/** The kind of file that it begins with; null when it begins with none. */
export function mediaHeader({ header: { kind } }: Pick<TemplateParts, 'header'>): MediaHeader | null {
  return kind === 'image' || kind === 'video' || kind === 'document' ? kind : null;
}

/** A template with its values in: what the customer reads. A placeholder without a value stays as it is. */
export interface FilledTemplate {
  header: string;
  content: string;
  footer: string;
  buttons: TemplateButton[];
}

export function fillTemplate(template: TemplateParts, values: TemplateValues): FilledTemplate {
  const fill = (text: string, keyOf: (name: string) => string) =>
    text.replace(PLACEHOLDER, (all, name: string) => cleanTemplateValue(valueOf(values, keyOf(name))) || all);
  return {
    header: fill(template.header.text, headerKey),
    content: fill(template.content, contentKey),
    footer: template.footer,
    buttons: template.buttons.map((button, index) => {
      const key = buttonKey(index);
      if (button.kind === 'url') return { ...button, value: fill(button.value, () => key) };
      return button.kind === 'copy_code' ? { ...button, value: cleanTemplateValue(valueOf(values, key)) } : button;
    }),
  };
}

const valueOf = (values: TemplateValues, key: string): string =>
  Object.hasOwn(values, key) ? (values[key] ?? '') : '';

/** The same as one text for the thread, with the buttons as section 5 writes them: 'button N (label)'. */
export function templateText({ header, content, footer, buttons }: FilledTemplate): string {
  const lines = [header, content, footer, ...buttons.map(({ label }, index) => `button ${index + 1} (${label})`)];
  return lines.filter((line) => line !== '').join('\n');
}

const MB = 1_000_000;

/** Most megabytes of a file, by what it is (spec section 5, 'Per-type limits in the template/media helper'). */
const TEMPLATE_FILE_MB = { image: 5, video: 16, audio: 16, document: 100 } as const;

/** Bytes, for any file of a template. */
export const MAX_TEMPLATE_FILE_BYTES = TEMPLATE_FILE_MB.document * MB;

/** What keeps a file of this type and size (bytes) from being a template's header; null when nothing does. */
export function templateFileProblem(
  header: MediaHeader | null,
  { type, size }: { type: string; size: number },
): FileProblem | null {
  const kind = fileKind(type);
  if (kind === null || (header !== null && kind !== header)) return { code: 'type-not-supported', type };
  const limit = TEMPLATE_FILE_MB[kind];
  return size <= limit * MB ? null : { code: 'size-too-large', type, limit, channel: null, asDocument: false };
}

type ChannelRefusal = 'session_expired' | 'phone' | 'newer_channel';
export type TemplateRefusal = Exclude<ReplyRefusal, ChannelRefusal> | 'not_whatsapp';

const isOfChannel = (reason: ReplyRefusal): reason is ChannelRefusal =>
  reason === 'session_expired' || reason === 'phone' || reason === 'newer_channel';

/** May this agent send a template on this ticket? As a reply, but whenever the session has ended (spec section 4). */
export function maySendTemplate(agent: Acting, ticket: RuledTicket): Verdict<TemplateRefusal> {
  if (ticket.conversation_source !== 'whatsapp') return { allowed: false, reason: 'not_whatsapp' };
  const verdict = mayReply(agent, { ...ticket, session_expiry_at: null }, 0);
  if (verdict.allowed) return verdict;
  const { reason } = verdict;
  return { allowed: false, reason: isOfChannel(reason) ? 'not_whatsapp' : reason };
}

/** Digits of a phone number that a template can be sent to (spec section 5). */
export const TEMPLATE_PHONE_DIGITS = 10;
