import {
  contentItemSchema,
  rowsOf,
  tempIdSchema,
  templateIdSchema,
  templateSchema,
  ticketIdSchema,
  ticketSchema,
  type ContentItem,
  type Schema,
  type TempId,
  type TemplateId,
  type TemplateStatus,
  type Ticket,
  type TicketId,
  type WhatsappTemplate,
} from '@inbox/domain';
import { SENDS_PER_REQUEST, TEMPLATE_STATUSES } from '@inbox/domain/conversation';
import * as z from 'zod/mini';
import { get, post } from '../call';
import { UPLOAD_PATH } from '../uploads';
import { sendResults, type SendResults } from './send-to-many';

/** Spec section 7. `rt` and `mt` name lists of the main product; the inbox has the one that is neither. */
export interface TemplateListQuery {
  sf: TemplateStatus;
  t: 'initiate_chat';
  rt: false;
  mt: false;
}

/** What the inbox asks for: approved templates that may begin a chat (spec section 9). */
export const APPROVED_TEMPLATES: TemplateListQuery = { sf: 'approved', t: 'initiate_chat', rt: false, mt: false };

export interface TemplateListAnswer {
  /** By name. */
  templates: WhatsappTemplate[];
  /** Why WhatsApp could not be asked for them, when none are known yet; null otherwise. */
  problem: string | null;
}

/** Names a phone number, or the tickets that are written on. */
export interface InitiateTemplateRequest {
  template_id: TemplateId;
  /** By the keys of `templateInputs`. */
  parameters: Record<string, string>;
  phone?: string | undefined;
  /** The number with its country, where that was typed; `phone` is its last ten digits. */
  whole_phone?: string | undefined;
  ticket_ids?: TicketId[] | undefined;
  /** The file that the template begins with, as its upload answered it. */
  media_url: string | null;
  /** What stands for the placeholder of the first link among the buttons. */
  button_url: string | null;
  /** Made once by whoever sends: the same request made again answers the message that the first has stored. */
  temp_id?: TempId | undefined;
  /** The same for several tickets: one for each of `ticket_ids`, in their order. */
  temp_ids?: TempId[] | undefined;
}

/** For a phone number or one ticket the message; for several tickets, or with `temp_ids`, what has become of each. */
export type InitiateTemplateAnswer = { item: ContentItem; ticket: Ticket } | SendResults;

/** As text in an address, as itself from a caller. */
const no = () =>
  z.pipe(
    z._default(z.union([z.literal('false'), z.literal(false)]), false),
    z.transform((): false => false),
  );

const templateListQuery = (): Schema<TemplateListQuery> =>
  z.object({
    sf: z._default(z.enum(TEMPLATE_STATUSES), 'approved'),
    t: z._default(z.literal('initiate_chat'), 'initiate_chat'),
    rt: no(),
    mt: no(),
  });

const ONE_TARGET = { error: 'Name a phone number, or tickets.', path: ['phone'] };

const EACH_ITS_OWN = { error: 'Name a temp_id for each ticket.', path: ['temp_ids'] };

const initiateTemplateRequest = (): Schema<InitiateTemplateRequest> =>
  z
    .object({
      template_id: templateIdSchema,
      parameters: z._default(
        z
          .record(z.string().check(z.maxLength(120)), z.string().check(z.maxLength(2_000)))
          .check(z.refine((values) => Object.keys(values).length <= 100)),
        {},
      ),
      phone: z.optional(z.string().check(z.maxLength(50))),
      whole_phone: z.optional(z.string().check(z.maxLength(50))),
      ticket_ids: z.optional(z.array(ticketIdSchema).check(z.minLength(1), z.maxLength(SENDS_PER_REQUEST))),
      media_url: z._default(z.nullable(z.string().check(z.regex(UPLOAD_PATH))), null),
      button_url: z._default(z.nullable(z.string().check(z.maxLength(2_000))), null),
      temp_id: z.optional(tempIdSchema),
      temp_ids: z.optional(z.array(tempIdSchema)),
    })
    .check(z.refine(({ phone, ticket_ids }) => (phone === undefined) !== (ticket_ids === undefined), ONE_TARGET))
    .check(
      z.refine(
        ({ ticket_ids = [], temp_ids }) => temp_ids === undefined || temp_ids.length === ticket_ids.length,
        EACH_ITS_OWN,
      ),
    );

/** Templates of WhatsApp, which may be sent when nothing else may. */
export const templateCalls = {
  templates: get<TemplateListAnswer, null, TemplateListQuery>('/api/connect/merchant-whatsapp-template/list/', () => ({
    query: templateListQuery(),
    answer: z.object({ templates: rowsOf('template', templateSchema()), problem: z.nullable(z.string()) }),
  })),
  initiateTemplate: post<InitiateTemplateAnswer, null, InitiateTemplateRequest>(
    '/api/inbox/initiate-whatsapp-template/',
    () => ({
      body: initiateTemplateRequest(),
      answer: z.union([z.object({ item: contentItemSchema, ticket: ticketSchema }), sendResults()]),
    }),
  ),
} as const;
