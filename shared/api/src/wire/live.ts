import {
  agentIdSchema,
  liveEventSchema,
  liveSignalSchema,
  PRESENCE,
  prioritySchema,
  ticketIdSchema,
  type AgentId,
  type LiveEvent,
  type LiveSignal,
  type Presence,
  type Priority,
  type Schema,
  type TicketId,
} from '@inbox/domain';
import * as z from 'zod/mini';

/** Where the socket is; the query carries `jwt` and, on a reconnect, `since`: the last event applied. */
export const LIVE_PATH = '/ws/inbox/';

/** Close codes (spec section 4). */
export const CLOSE_QUIET = 1005;
/** Service Restart (RFC 6455, as registered): this node stops, and another one is there. */
export const CLOSE_RESTART = 1012;
export const CLOSE_SESSION_EXPIRED = 4401;
/** The page's origin is not in the merchant's list: trying again is of no use. */
export const CLOSE_ORIGIN = 4403;

/** Milliseconds between the server's beats. A client that hears nothing for three of them takes the line for dead. */
export const BEAT_MS = 15_000;

/**
 * What the server says beside events.
 * hello: the line is open; `seq` is the newest event there is, `oldest` the oldest that can be replayed.
 * caught-up: all that was missed has been sent, from here on it is live.
 * resync: what was missed is too old to be sent; load anew and go on from `seq`.
 * beat: the line lives; `seq` is the newest event for this line: a client that lacks one asks for it.
 * panels: the registry of panels has this revision now; the first one comes with hello.
 * skip: the event of this number is for another agent alone. Numbers on a line have no holes, so that a missing one shows.
 * done, refused: the answer to a typed message, by the `ref` it carried.
 */
export type LiveNotice =
  | { type: 'live.hello'; seq: number; server_time: string; panels?: number | undefined }
  | { type: 'live.caught_up'; seq: number }
  | { type: 'live.resync'; seq: number }
  | { type: 'live.beat'; seq: number }
  | { type: 'live.panels'; revision: number }
  | { type: 'live.skip'; seq: number }
  | { type: 'live.done'; ref: string }
  | { type: 'live.refused'; ref: string | null; message: string };

export type ServerMessage = LiveEvent | LiveSignal | LiveNotice;

const seq = z.int();

export const liveNoticeSchema: Schema<LiveNotice> = z.discriminatedUnion('type', [
  z.object({ type: z.literal('live.hello'), seq, server_time: z.string(), panels: z.optional(z.int()) }),
  z.object({ type: z.literal('live.panels'), revision: z.int() }),
  z.object({ type: z.literal('live.caught_up'), seq }),
  z.object({ type: z.literal('live.resync'), seq }),
  z.object({ type: z.literal('live.beat'), seq }),
  z.object({ type: z.literal('live.skip'), seq }),
  z.object({ type: z.literal('live.done'), ref: z.string() }),
  z.object({ type: z.literal('live.refused'), ref: z.nullable(z.string()), message: z.string() }),
]);

/** Signals come before events, which may have any name. */
export const serverMessageSchema: Schema<ServerMessage> = z.union([
  liveNoticeSchema,
  liveSignalSchema,
  liveEventSchema,
]);

/** What a client may say (spec section 7). `ref` is made by the client and comes back in the answer. */
export type ClientMessage =
  | { type: 'conversations.mark_unread'; ref: string; data: { ticket_id: TicketId } }
  | { type: 'tickets.set_priority'; ref: string; data: { ticket_id: TicketId; priority: Priority } }
  | { type: 'tickets.add_subscriber'; ref: string; data: { ticket_id: TicketId; agent_id: AgentId } }
  | { type: 'tickets.remove_subscriber'; ref: string; data: { ticket_id: TicketId; agent_id: AgentId } }
  /** Answered by the signal of the same name, too. */
  | { type: 'tickets.popular_tags'; ref: string }
  /** Which releases this page runs, as `name@version`: the shell's, as `host@version`, and the panels' that it has loaded. */
  | { type: 'page.releases'; ref: string; data: { releases: string[] } }
  /** What was erased since this revision? Answered by `customers.erased`, when something was; and from then on as it is. */
  | { type: 'page.erasures'; ref: string; data: { since: number } }
  /** Which ticket this page shows, and whether its agent writes; null when it shows none (any more). */
  | { type: 'tickets.presence'; ref: string; data: { ticket_id: TicketId | null; doing: Presence['doing'] } };

export const clientMessageSchema: Schema<ClientMessage> = z.lazy(() => {
  const ref = z.string().check(z.maxLength(64));
  const subscriber = z.object({ ticket_id: ticketIdSchema, agent_id: agentIdSchema });
  return z.discriminatedUnion('type', [
    z.object({ type: z.literal('conversations.mark_unread'), ref, data: z.object({ ticket_id: ticketIdSchema }) }),
    z.object({
      type: z.literal('tickets.set_priority'),
      ref,
      data: z.object({ ticket_id: ticketIdSchema, priority: prioritySchema }),
    }),
    z.object({ type: z.literal('tickets.add_subscriber'), ref, data: subscriber }),
    z.object({ type: z.literal('tickets.remove_subscriber'), ref, data: subscriber }),
    z.object({ type: z.literal('tickets.popular_tags'), ref }),
    z.object({
      type: z.literal('page.releases'),
      ref,
      data: z.object({ releases: z.array(z.string().check(z.maxLength(160))).check(z.maxLength(50)) }),
    }),
    z.object({ type: z.literal('page.erasures'), ref, data: z.object({ since: z.int() }) }),
    z.object({
      type: z.literal('tickets.presence'),
      ref,
      data: z.object({ ticket_id: z.nullable(ticketIdSchema), doing: z.enum(PRESENCE) }),
    }),
  ]);
});
