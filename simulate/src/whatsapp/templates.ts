import * as z from 'zod/mini';
import type { ArrivedTemplate } from '../sent-message';

/** A template as the Graph API answers it. */
export interface GraphTemplate {
  id: string;
  name: string;
  language: string;
  status: string;
  category: string;
  parameter_format?: 'NAMED' | 'POSITIONAL';
  components: readonly GraphComponent[];
}

interface GraphComponent {
  type: string;
  format?: string;
  text?: string;
  buttons?: readonly { type: string; text: string; url?: string; phone_number?: string; example?: string | string[] }[];
  cards?: readonly object[];
}

/** What a demo shop has had approved, and what it has not: one of each kind that agents meet. */
const SAMPLES: readonly Omit<GraphTemplate, 'id'>[] = [
  {
    name: 'order_on_its_way',
    language: 'en',
    status: 'APPROVED',
    category: 'UTILITY',
    components: [
      { type: 'HEADER', format: 'TEXT', text: 'Order {{1}}' },
      { type: 'BODY', text: 'Hello {{1}}, your order *{{2}}* is on its way. Write to us here with any question.' },
      { type: 'FOOTER', text: 'Reply STOP to hear no more' },
      {
        type: 'BUTTONS',
        buttons: [
          {
            type: 'URL',
            text: 'Track order',
            url: 'https://track.example/{{1}}',
            example: ['https://track.example/1'],
          },
          { type: 'QUICK_REPLY', text: 'Talk to us' },
        ],
      },
    ],
  },
  {
    name: 'we_are_here',
    language: 'en',
    status: 'APPROVED',
    category: 'UTILITY',
    parameter_format: 'NAMED',
    components: [
      { type: 'BODY', text: 'Hello {{customer_name}}, this is {{agent_name}}. May we go on with your question?' },
      { type: 'BUTTONS', buttons: [{ type: 'QUICK_REPLY', text: 'Yes, please' }] },
    ],
  },
  {
    name: 'festive_offer',
    language: 'en',
    status: 'APPROVED',
    category: 'MARKETING',
    components: [
      { type: 'HEADER', format: 'IMAGE' },
      { type: 'BODY', text: 'Hello {{1}}, our festive collection is here.' },
      {
        type: 'BUTTONS',
        buttons: [
          { type: 'COPY_CODE', text: 'Copy offer code', example: 'DIWALI25' },
          { type: 'PHONE_NUMBER', text: 'Call us', phone_number: '+918045670000' },
        ],
      },
    ],
  },
  {
    name: 'browse_the_catalogue',
    language: 'en',
    status: 'APPROVED',
    category: 'MARKETING',
    components: [
      { type: 'BODY', text: 'See everything that we weave.' },
      { type: 'BUTTONS', buttons: [{ type: 'CATALOG', text: 'View catalogue' }] },
    ],
  },
  {
    name: 'new_arrivals',
    language: 'en',
    status: 'APPROVED',
    category: 'MARKETING',
    components: [
      { type: 'BODY', text: 'New arrivals of this week' },
      { type: 'CAROUSEL', cards: [] },
    ],
  },
  {
    name: 'old_offer',
    language: 'en',
    status: 'PAUSED',
    category: 'MARKETING',
    components: [{ type: 'BODY', text: 'Hello {{1}}, only today.' }],
  },
  {
    name: 'too_pushy',
    language: 'en',
    status: 'REJECTED',
    category: 'MARKETING',
    components: [{ type: 'BODY', text: 'Buy now!!!' }],
  },
];

/** The templates that a business begins with. */
export const sampleTemplates = (businessId: string): GraphTemplate[] =>
  SAMPLES.map((template, index) => ({ ...template, id: `${businessId}${index + 1}` }));

const parameter = z.looseObject({
  type: z.string(),
  text: z.optional(z.string()),
  parameter_name: z.optional(z.string()),
  coupon_code: z.optional(z.string()),
  image: z.optional(z.object({ id: z.string() })),
  video: z.optional(z.object({ id: z.string() })),
  document: z.optional(z.object({ id: z.string() })),
});
export const sentTemplateSchema = z.object({
  name: z.string(),
  language: z.object({ code: z.string() }),
  components: z._default(
    z.array(
      z.object({
        type: z.string(),
        sub_type: z.optional(z.string()),
        index: z.optional(z.string()),
        parameters: z.array(parameter),
      }),
    ),
    [],
  ),
});
export type SentTemplate = z.infer<typeof sentTemplateSchema>;

export interface TemplateShelf {
  of(businessId: string): readonly GraphTemplate[];
  /** What arrives at a customer of the business; a text when WhatsApp refuses to send it. */
  arrive(businessId: string, sent: SentTemplate): ArrivedTemplate | string;
  /** Changes the status of the business's templates of this name. */
  setStatus(businessId: string, name: string, status: string): void;
}

/** The templates of all businesses: each begins with the samples. */
export function createTemplateShelf(): TemplateShelf {
  const statuses = new Map<string, string>();
  const keyOf = (businessId: string, name: string): string => `${businessId} ${name}`;
  const of = (businessId: string): GraphTemplate[] =>
    sampleTemplates(businessId).map((template) => ({
      ...template,
      status: statuses.get(keyOf(businessId, template.name)) ?? template.status,
    }));
  return {
    of,
    setStatus: (businessId, name, status) => void statuses.set(keyOf(businessId, name), status),
    arrive(businessId, sent) {
      const template = of(businessId).find(
        ({ name, language }) => name === sent.name && language === sent.language.code,
      );
      if (template === undefined) return '(#132001) Template name does not exist in the translation';
      if (template.status === 'PAUSED') return '(#132015) Template is paused';
      if (template.status !== 'APPROVED') return '(#132016) Template is disabled';
      return fill(template, sent);
    },
  };
}

function fill(template: GraphTemplate, { language, components }: SentTemplate): ArrivedTemplate | string {
  const textOf = (type: string) => template.components.find((component) => component.type === type)?.text ?? '';
  const sentTo = (type: string) => components.find((component) => component.type === type)?.parameters ?? [];
  const put = (type: 'HEADER' | 'BODY') => {
    const given = sentTo(type.toLowerCase());
    let used = 0;
    const text = textOf(type).replaceAll(/\{\{(\w+)\}\}/g, (_all, name: string) => {
      const named = given.find(({ parameter_name }) => parameter_name === name);
      const value = template.parameter_format === 'NAMED' ? named : given[Number(name) - 1];
      used += value === undefined ? 0 : 1;
      return value?.text ?? '';
    });
    const wanted = new Set([...textOf(type).matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name)).size;
    const isRight = wanted === given.filter(({ type: kind }) => kind === 'text').length && used >= wanted;
    return isRight ? text : null;
  };
  const [header, text] = [put('HEADER'), put('BODY')];
  const [file] = sentTo('header');
  const media = file?.image ?? file?.video ?? file?.document;
  const format = template.components.find(({ type }) => type === 'HEADER')?.format ?? 'TEXT';
  if (header === null || text === null || (format !== 'TEXT' && media === undefined)) {
    return '(#132000) Number of parameters does not match the expected number of params';
  }
  const buttons = components
    .filter(({ type }) => type === 'button')
    .map(({ parameters: [value] }) => value?.text ?? value?.coupon_code ?? '');
  const shown = { name: template.name, language: language.code, header, text, buttons };
  return { ...shown, media: media === undefined ? null : { kind: format.toLowerCase(), id: media.id } };
}

/** A delivery that says what became of a template, as the channel posts it. */
export function templateDelivery(
  businessId: string,
  { id, name, language }: Pick<GraphTemplate, 'id' | 'name' | 'language'>,
  event: string,
): unknown {
  const value = {
    event,
    message_template_id: Number(id),
    message_template_name: name,
    message_template_language: language,
  };
  return {
    object: 'whatsapp_business_account',
    entry: [{ id: businessId, time: 0, changes: [{ field: 'message_template_status_update', value }] }],
  };
}
