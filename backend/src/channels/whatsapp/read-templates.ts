import type { TemplateButton, TemplateGap, TemplateHeader, TemplateStatus } from '@inbox/domain';
import { placeholdersOf } from '@inbox/domain/conversation';
import * as z from 'zod/mini';
import type { ReadTemplate } from '../../templates/template-queries';

const text = z._default(z.optional(z.string()), '');
const button = z.looseObject({
  type: z.string(),
  text,
  url: text,
  phone_number: text,
  example: z.optional(z.union([z.string(), z.array(z.string())])),
});
const component = z.looseObject({ type: z.string(), format: text, text, buttons: z.optional(z.array(button)) });
const template = z.looseObject({
  id: z.string().check(z.minLength(1)),
  name: z.string().check(z.minLength(1)),
  language: z.string().check(z.minLength(1)),
  status: z.string(),
  category: text,
  parameter_format: z.optional(z.string()),
  components: z._default(z.optional(z.array(component)), []),
});

type Component = z.infer<typeof component>;
type Button = z.infer<typeof button>;

const HEADERS: Readonly<Record<string, TemplateHeader['kind']>> = {
  TEXT: 'text',
  IMAGE: 'image',
  VIDEO: 'video',
  DOCUMENT: 'document',
};
const BUTTONS: Readonly<Record<string, TemplateButton['kind']>> = {
  QUICK_REPLY: 'quick_reply',
  URL: 'url',
  PHONE_NUMBER: 'phone',
  COPY_CODE: 'copy_code',
};
/** Parts that cannot be sent from here, by what WhatsApp calls the component, the header's format or the button. */
const GAPS: Readonly<Record<string, TemplateGap>> = {
  CAROUSEL: 'carousel',
  LIMITED_TIME_OFFER: 'offer',
  CATALOG: 'catalogue',
  MPM: 'products',
  SPM: 'products',
  PRODUCT: 'products',
  FLOW: 'flow',
  OTP: 'one_time_code',
  LOCATION: 'location',
};
const STATUSES: Readonly<Record<string, TemplateStatus>> = {
  APPROVED: 'approved',
  REINSTATED: 'approved',
  PENDING: 'pending',
  IN_APPEAL: 'pending',
  PAUSED: 'paused',
  REJECTED: 'rejected',
  PENDING_DELETION: 'deleted',
  DELETED: 'deleted',
};
const KNOWN_COMPONENTS = new Set(['HEADER', 'BODY', 'FOOTER', 'BUTTONS']);

/** WhatsApp's word for a status; one that is not known keeps the template from being sent. */
export const templateStatusOf = (word: string): TemplateStatus => STATUSES[word.toUpperCase()] ?? 'disabled';

/** A template as the Graph API answers it; undefined when it cannot be read. */
export function readTemplate(given: unknown): ReadTemplate | undefined {
  const read = template.safeParse(given);
  if (!read.success) return undefined;
  const { id, name, language, status, category, parameter_format, components } = read.data;
  const one = (type: string) => components.find((each) => each.type.toUpperCase() === type);
  const buttons = (one('BUTTONS')?.buttons ?? []).map(toButton);
  const header = toHeader(one('HEADER'));
  return {
    externalId: id,
    name,
    language,
    category: category.toUpperCase(),
    status: templateStatusOf(status),
    parts: {
      header,
      content: one('BODY')?.text ?? '',
      footer: one('FOOTER')?.text ?? '',
      buttons,
      not_supported: gapOf(components),
      named: parameter_format?.toUpperCase() === 'NAMED',
    },
  };
}

function toHeader(given: Component | undefined): TemplateHeader {
  if (given === undefined) return { kind: 'none', text: '' };
  const kind = HEADERS[given.format.toUpperCase()] ?? 'other';
  return { kind, text: kind === 'text' ? given.text : '' };
}

function toButton({ type, text: label, url, phone_number, example }: Button): TemplateButton {
  const kind = BUTTONS[type.toUpperCase()] ?? 'other';
  const [sample = ''] = Array.isArray(example) ? example : [example];
  const value = kind === 'url' ? url : kind === 'phone' ? phone_number : kind === 'copy_code' ? sample : '';
  return { kind, label: label === '' ? type.toLowerCase().replaceAll('_', ' ') : label, value };
}

/** The first part that cannot be sent. */
function gapOf(components: readonly Component[]): TemplateGap | 'other' | null {
  const names = components.flatMap(({ type, format, buttons = [] }) => [
    ...(KNOWN_COMPONENTS.has(type.toUpperCase()) ? [] : [type.toUpperCase()]),
    ...(format === '' || format.toUpperCase() in HEADERS ? [] : [format.toUpperCase()]),
    ...buttons.flatMap(({ type: kind }) => (kind.toUpperCase() in BUTTONS ? [] : [kind.toUpperCase()])),
    // Only the end of an address can be filled in, and only once.
    ...buttons.flatMap(({ url }) => (placeholdersOf(url).length > 1 ? ['LINK'] : [])),
  ]);
  const [first] = names;
  return first === undefined ? null : (GAPS[first] ?? 'other');
}
