import * as z from 'zod/mini';
import type { InboxErrorCode, InboxEvent, InboxProps, InboxTheme, Intent } from '../types';

/**
 * What a page and its frame say to each other. Each reads what the other says by a schema: the frame, because any script
 * of the page may talk to it; the page, because the frame may be of a newer version.
 */

/** The frame's first words, which tell nothing: to its parent, whoever that is. */
export const FrameReady = z.object({ type: z.literal('inbox.frame.ready') });
/** The page's answer, with a port. All else goes through the port. */
export const Connect = z.object({ type: z.literal('inbox.frame.connect') });

const Props = z.object({
  ticketId: z.optional(z.number()),
  conversationId: z.optional(z.number()),
  customerId: z.optional(z.number()),
  filters: z.optional(z.record(z.string(), z.unknown())),
  theme: z.optional(
    z.object({
      mode: z.optional(z.enum(['light', 'dark'])),
      tokens: z.optional(z.record(z.string(), z.string())),
    }) satisfies z.ZodMiniType<InboxTheme>,
  ),
});

export const ToFrame = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('mount'),
    name: z.string(),
    props: Props,
    locale: z.optional(z.string()),
    live: z.optional(z.boolean()),
  }),
  z.object({ type: z.literal('update'), props: Props }),
  /** Does the page's element have a height of its own, which the panel fills? */
  z.object({ type: z.literal('box'), isFixed: z.boolean() }),
  /** The answer to `getToken`; with `failure` when the page's function threw. */
  z.object({
    type: z.literal('token'),
    id: z.number(),
    token: z.nullable(z.string()),
    failure: z.optional(z.string()),
  }),
  z.object({ type: z.literal('unmount') }),
]);
export type ToFrame = z.infer<typeof ToFrame>;

const IntentOut: z.ZodMiniType<Intent> = z.discriminatedUnion('to', [
  z.object({ to: z.literal('ticket'), id: z.number() }),
  z.object({ to: z.literal('tickets'), filters: z.optional(z.record(z.string(), z.unknown())) }),
  z.object({ to: z.literal('inbox-settings') }),
  z.object({ to: z.literal('whatsapp-templates') }),
]);

const EventOut: z.ZodMiniType<InboxEvent> = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ticket.changed'), ticketId: z.number(), status: z.string(), unread: z.boolean() }),
  z.object({ type: z.literal('reply.sent'), ticketId: z.number(), messageId: z.number() }),
  z.object({ type: z.literal('unread.count'), ticketId: z.number(), count: z.number() }),
]);

const CODES = [
  'bad-options',
  'no-token',
  'wrong-origin',
  'blocked-by-csp',
  'unknown-panel',
  'network',
  'signed-out',
  'two-inboxes',
  'panel-failed',
] as const satisfies readonly InboxErrorCode[];

export const FromFrame = z.discriminatedUnion('type', [
  z.object({ type: z.literal('getToken'), id: z.number(), forceRefresh: z.boolean() }),
  z.object({ type: z.literal('navigate'), intent: IntentOut }),
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('error'), code: z.enum(CODES), message: z.string() }),
  z.object({ type: z.literal('event'), event: EventOut }),
  /** CSS pixels that the panel would fill, where the page's element has no height of its own. */
  z.object({ type: z.literal('size'), height: z.number().check(z.minimum(0), z.maximum(100_000)) }),
  z.object({ type: z.literal('unmounted') }),
]);
export type FromFrame = z.infer<typeof FromFrame>;

/** What the inbox writes into the frame's page: for whom it is, and which pages may talk to it. */
export const FrameConfig = z.object({
  merchant: z.string(),
  merchantId: z.number(),
  origins: z.array(z.string()),
  panelOrigins: z.optional(z.array(z.string())),
});
export type FrameConfig = z.infer<typeof FrameConfig>;

/** What of the options may change, as it goes through a port. */
export const propsOf = ({ ticketId, conversationId, customerId, filters, theme }: InboxProps): InboxProps => ({
  ...(ticketId !== undefined && { ticketId }),
  ...(conversationId !== undefined && { conversationId }),
  ...(customerId !== undefined && { customerId }),
  ...(filters !== undefined && { filters }),
  ...(theme !== undefined && { theme }),
});
