import {
  AGENT_STATUSES,
  contentIdSchema,
  inboxSettingsSchema,
  listFiltersSchema,
  LIVE_EVENTS,
  liveEventSchema,
  liveSignalSchemas,
  profileSchema,
  ticketIdSchema,
  ticketSchema,
  type InboxSettings,
  type AgentStatus,
  type ContentId,
  type ListFilters,
  type LiveEvent,
  type LiveEventType,
  type LiveSignal,
  type LiveSignalType,
  type Profile,
  type Schema,
  type Ticket,
  type TicketId,
} from '@inbox/domain';
import * as z from 'zod/mini';

/** What the agent is told of the live channel. `since` is in milliseconds. */
export type Connection =
  | { state: 'connecting' }
  | { state: 'live' }
  | { state: 'catching-up' }
  | { state: 'offline'; since: number; attempt: number };

const connectionSchema: Schema<Connection> = z.discriminatedUnion('state', [
  z.object({ state: z.literal('connecting') }),
  z.object({ state: z.literal('live') }),
  z.object({ state: z.literal('catching-up') }),
  z.object({ state: z.literal('offline'), since: z.number(), attempt: z.int() }),
]);

export type Session = { signedIn: true; profile: Profile } | { signedIn: false };

const sessionSchema: Schema<Session> = z.discriminatedUnion('signedIn', [
  z.object({ signedIn: z.literal(true), profile: profileSchema }),
  z.object({ signedIn: z.literal(false) }),
]);

/** A toast, top right for 6 seconds unless said otherwise (spec section 8). */
export interface Toast {
  kind: 'success' | 'error' | 'info' | 'warning';
  text: string;
  /** Milliseconds. */
  duration?: number | undefined;
}

const toastSchema: Schema<Toast> = z.object({
  kind: z.enum(['success', 'error', 'info', 'warning']),
  text: z.string(),
  duration: z.optional(z.number()),
});

/** Places of the page that one panel may ask the shell to show or hide for another. */
export type ShownPanel = 'quick-replies' | 'customer-panel';

/** What the list does when asked by the shell's shortcuts and palette. */
export const LIST_ACTIONS = ['next', 'previous', 'search', 'filters', 'clear_filters', 'export'] as const;
export type ListAction = (typeof LIST_ACTIONS)[number];

/** What the conversation does with the open ticket when asked by the shell's shortcuts and palette. */
export const CONVERSATION_ACTIONS = [
  'reply',
  'assign_me',
  'assign',
  'close',
  'follow_up',
  'mark_unread',
  'find',
] as const;
export type ConversationAction = (typeof CONVERSATION_ACTIONS)[number];

interface Topic<T> {
  version: number;
  schema: Schema<T>;
}
const topic = <T>(version: number, schema: Schema<T>): Topic<T> => ({ version, schema });

/** State topics: one owner (named beside each), replayed to late subscribers. */
export const stateTopics = {
  /** host */
  session: topic<Session>(1, sessionSchema),
  /** host */
  connection: topic<Connection>(1, connectionSchema),
  /** host */
  settings: topic<InboxSettings>(1, inboxSettingsSchema),
  /** host */
  agentStatus: topic<AgentStatus>(1, z.enum(AGENT_STATUSES)),
  /** host: which ticket the address names; null when none. */
  'ticket.open': topic<{ id: TicketId | null }>(1, z.object({ id: z.nullable(ticketIdSchema) })),
  /**
   * conversation: the open ticket as the panel knows it; null while none is loaded. `missing` names the ticket that
   * cannot be shown, so that nobody waits for it.
   */
  'ticket.current': topic<{ ticket: Ticket | null; missing?: TicketId | undefined }>(
    1,
    z.object({ ticket: z.nullable(ticketSchema), missing: z.optional(ticketIdSchema) }),
  ),
  /** conversation: is anything unsent? Nothing is reloaded or swapped under it. */
  'draft.present': topic<{ present: boolean }>(1, z.object({ present: z.boolean() })),
  /** ticket-list */
  'list.filters': topic<ListFilters>(1, listFiltersSchema),
  /**
   * ticket-list: the tickets that are chosen for bulk work; `all` when every ticket under the filters is.
   */
  'list.checked': topic<{ ids: TicketId[]; all: boolean }>(
    1,
    z.object({ ids: z.array(ticketIdSchema), all: z.boolean() }),
  ),
  /** host: the filters that the address names; null when it names none. The list follows them. */
  'list.asked': topic<{ filters: ListFilters | null }>(1, z.object({ filters: z.nullable(listFiltersSchema) })),
  /** ticket-list: what `list.act` can do now, for the command palette. */
  'list.actions': topic<{ actions: ListAction[] }>(1, z.object({ actions: z.array(z.enum(LIST_ACTIONS)) })),
  /** conversation: what `conversation.act` can do now with the open ticket, for the command palette. */
  'conversation.actions': topic<{ actions: ConversationAction[] }>(
    1,
    z.object({ actions: z.array(z.enum(CONVERSATION_ACTIONS)) }),
  ),
  /** host: which optional panels stand open beside the conversation. */
  'panels.shown': topic<{ shown: ShownPanel[] }>(
    1,
    z.object({ shown: z.array(z.enum(['quick-replies', 'customer-panel'])) }),
  ),
} as const;

/** Every server event is a topic of its own: `live.` and the event's name (owner: host). */
type LiveTopics = { [T in LiveEventType as `live.${T}`]: Topic<LiveEvent> };
const liveTopics = Object.fromEntries(
  LIVE_EVENTS.map((type) => [`live.${type}`, topic(1, liveEventSchema)]),
) as LiveTopics;

/** What is true for the moment is a topic of its own as well, by the same rule (owner: host). */
type SignalTopics = { [T in LiveSignalType as `live.${T}`]: Topic<Extract<LiveSignal, { type: T }>> };
const signalTopic = <T extends LiveSignalType>(type: T): Topic<Extract<LiveSignal, { type: T }>> =>
  topic(1, liveSignalSchemas[type]);
const signalTopics: SignalTopics = {
  'live.conversations.agent_counter_update': signalTopic('conversations.agent_counter_update'),
  'live.conversations.unassigned_counter_update': signalTopic('conversations.unassigned_counter_update'),
  'live.tickets.popular_tags': signalTopic('tickets.popular_tags'),
  'live.tickets.presence': signalTopic('tickets.presence'),
  'live.tickets.progress': signalTopic('tickets.progress'),
};

/** Event topics: no replay, any number of subscribers. */
export const eventTopics = {
  ...liveTopics,
  ...signalTopics,
  /** host: events were missed that can not be had again; load anew what you show. */
  'live.resync': topic<{ seq: number }>(1, z.object({ seq: z.int() })),
  /** Whoever changed tickets by a call of its own: the tickets as the server answered them. */
  'ticket.changed': topic<{ tickets: Ticket[] }>(1, z.object({ tickets: z.array(ticketSchema) })),
  /** ticket-list: the agent may open this ticket next; who shows it can get ready. */
  'ticket.likely': topic<{ id: TicketId }>(1, z.object({ id: ticketIdSchema })),
  /** host: the agent pressed Refresh; load anew. */
  'refresh.requested': topic<Record<string, never>>(1, z.object({})),
} as const;

interface CommandTopic<T, R> extends Topic<T> {
  /** What the handler answers. */
  result: Schema<R>;
}
const command = <T, R>(version: number, schema: Schema<T>, result: Schema<R>): CommandTopic<T, R> => ({
  version,
  schema,
  result,
});
const nothing: Schema<void> = z.void();

/** Command topics: exactly one handler (named beside each). */
export const commandTopics = {
  /** host */
  toast: command<Toast, void>(1, toastSchema, nothing),
  /** host: a typed message over the socket; fails when the connection is down or the server refuses. */
  'socket.send': command<{ type: string; data: Record<string, unknown> }, void>(
    1,
    z.object({ type: z.string(), data: z.record(z.string(), z.unknown()) }),
    nothing,
  ),
  /** host: shows, hides or toggles an optional panel. */
  'panel.show': command<{ panel: ShownPanel; show: boolean | 'toggle' }, void>(
    1,
    z.object({
      panel: z.enum(['quick-replies', 'customer-panel']),
      show: z.union([z.boolean(), z.literal('toggle')]),
    }),
    nothing,
  ),
  /** conversation: puts text at the caret of that ticket's reply box. */
  'reply.insert': command<{ ticket_id: TicketId; text: string }, void>(
    1,
    z.object({ ticket_id: ticketIdSchema, text: z.string() }),
    nothing,
  ),
  /** conversation: sends the text as a reply to that ticket; answers when the server has stored it. */
  'reply.send': command<{ ticket_id: TicketId; text: string }, { id: ContentId }>(
    1,
    z.object({ ticket_id: ticketIdSchema, text: z.string() }),
    z.object({ id: contentIdSchema }),
  ),
  /** conversation: refused when the action is not among `conversation.actions`. */
  'conversation.act': command<{ action: ConversationAction }, void>(
    1,
    z.object({ action: z.enum(CONVERSATION_ACTIONS) }),
    nothing,
  ),
  /** ticket-list: refused when the action is not among `list.actions`. */
  'list.act': command<{ action: ListAction }, void>(1, z.object({ action: z.enum(LIST_ACTIONS) }), nothing),
  /** ticket-list: loads the list anew; answers when it shows. */
  'list.refresh': command<Record<string, never>, void>(1, z.object({}), nothing),
} as const;

type PayloadOf<T> = T extends Topic<infer P> ? P : never;
type ResultOf<T> = T extends CommandTopic<infer _P, infer R> ? R : never;

export type StateTopic = keyof typeof stateTopics;
export type EventTopic = keyof typeof eventTopics;
export type CommandName = keyof typeof commandTopics;
export type StateValue<K extends StateTopic> = PayloadOf<(typeof stateTopics)[K]>;
export type EventPayload<K extends EventTopic> = PayloadOf<(typeof eventTopics)[K]>;
export type CommandPayload<K extends CommandName> = PayloadOf<(typeof commandTopics)[K]>;
export type CommandResult<K extends CommandName> = ResultOf<(typeof commandTopics)[K]>;
