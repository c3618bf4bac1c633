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
  /**
   * A button in the toast, for as long as it shows. Pressing it closes the toast and emits `toast.acted` with this id; ids
   * begin with the name of the panel that acts on them.
   */
  action?: ToastAction | undefined;
  /** Another one beside it. */
  second_action?: ToastAction | undefined;
  /** The fault that the toast is about. The first reporter of a fault shows it in its own words; toasts of others are not shown. */
  cause?: ToastCause | undefined;
}

export interface ToastCause {
  /** As `faultId` has it, or the id of an event. */
  id: string;
  /** The panel that reports it, or the shell. */
  by: string;
}

export interface ToastAction {
  label: string;
  id: string;
}

const toastAction = z.optional(z.object({ label: z.string(), id: z.string() }));
const toastSchema: Schema<Toast> = z.object({
  kind: z.enum(['success', 'error', 'info', 'warning']),
  text: z.string(),
  duration: z.optional(z.number()),
  action: toastAction,
  second_action: toastAction,
  cause: z.optional(z.object({ id: z.string(), by: z.string() })),
});

/** Where a panel lets others add something: the header of what it shows, say. A name of its own for each point. */
export interface Fill {
  /** The panel that adds it, and that carries `action` out. */
  panel: string;
  point: string;
  /** Sent to the panel as `act.<panel>` with the tickets that it is about. */
  action: string;
  label: string;
  /** A line below the label, where the point has room for one. */
  text?: string | undefined;
  /** Label of the button, where the point shows `label` as a heading. */
  button?: string | undefined;
  /** Outline of a 24 × 24 icon, as the `d` of an SVG path. */
  icon?: string | undefined;
  order: number;
}

const fillSchema: Schema<Fill> = z.object({
  panel: z.string(),
  point: z.string(),
  action: z.string(),
  label: z.string(),
  text: z.optional(z.string()),
  button: z.optional(z.string()),
  icon: z.optional(z.string()),
  order: z.number(),
});

/** What a panel is asked to do, by the id of an action in its description. */
export interface PanelAct {
  action: string;
  /** The tickets that it is about, when it is about any. */
  ticket_ids?: TicketId[] | undefined;
}

const panelActSchema: Schema<PanelAct> = z.object({
  action: z.string(),
  ticket_ids: z.optional(z.array(ticketIdSchema)),
});
/** What of the agent's work a panel has stored in this browser alone, whichever ticket it is of. */
export interface Unsent {
  /** How many there are that leave by themselves as soon as they can. */
  waiting: number;
  /** How many there are that leave only after the agent has decided about them: refused or held back. */
  held: number;
  /** All of it in words, a line for each kind: what waits, what is held, and drafts. Empty when there is nothing. */
  lines: string[];
}

/** What a panel is asked when the agent signs out. `send`: what waits is to leave now, also what waits for its next attempt. */
export interface UnsentRequest {
  send: boolean;
}

const unsentRequestSchema: Schema<UnsentRequest> = z.object({ send: z.boolean() });
const unsentSchema: Schema<Unsent> = z.object({ waiting: z.int(), held: z.int(), lines: z.array(z.string()) });
const panelActionsSchema: Schema<{ actions: string[] }> = z.object({ actions: z.array(z.string()) });

/** Who sets a state, emits an event or handles a command: the shell, the panel in a slot, or whoever declares it. */
export type TopicOwner = 'host' | 'list' | 'main' | 'any';

interface Topic<T> {
  version: number;
  owner: TopicOwner;
  schema: Schema<T>;
}
const topic = <T>(version: number, owner: TopicOwner, schema: Schema<T>): Topic<T> => ({ version, owner, schema });

/** State topics: one owner, replayed to late subscribers. */
export const stateTopics = {
  session: topic<Session>(1, 'host', sessionSchema),
  connection: topic<Connection>(1, 'host', connectionSchema),
  settings: topic<InboxSettings>(1, 'host', inboxSettingsSchema),
  agentStatus: topic<AgentStatus>(1, 'host', z.enum(AGENT_STATUSES)),
  /** Which ticket the address names; null when none. */
  'ticket.open': topic<{ id: TicketId | null }>(1, 'host', z.object({ id: z.nullable(ticketIdSchema) })),
  /**
   * The open ticket as its panel knows it; null while none is loaded. `missing` names the ticket that
   * cannot be shown, so that nobody waits for it.
   */
  'ticket.current': topic<{ ticket: Ticket | null; missing?: TicketId | undefined }>(
    1,
    'main',
    z.object({ ticket: z.nullable(ticketSchema), missing: z.optional(ticketIdSchema) }),
  ),
  /** Is anything unsent? Nothing is reloaded or swapped under it. */
  'draft.present': topic<{ present: boolean }>(1, 'main', z.object({ present: z.boolean() })),
  /** The filters that the list shows. */
  'list.filters': topic<ListFilters>(1, 'list', listFiltersSchema),
  /**
   * The tickets that are chosen for bulk work; `all` when every ticket under the filters is.
   */
  'list.checked': topic<{ ids: TicketId[]; all: boolean }>(
    1,
    'list',
    z.object({ ids: z.array(ticketIdSchema), all: z.boolean() }),
  ),
  /** The filters that the address names; null when it names none. The list follows them. */
  'list.asked': topic<{ filters: ListFilters | null }>(1, 'host', z.object({ filters: z.nullable(listFiltersSchema) })),
  /** What panels add to each other, in order; only what applies to this agent and merchant. */
  extensions: topic<{ fills: Fill[] }>(1, 'host', z.object({ fills: z.array(fillSchema) })),
} as const;

/** Every server event is a topic of its own: `live.` and the event's name. */
type LiveTopics = { [T in LiveEventType as `live.${T}`]: Topic<LiveEvent> };
const liveTopics = Object.fromEntries(
  LIVE_EVENTS.map((type) => [`live.${type}`, topic(1, 'host', liveEventSchema)]),
) as LiveTopics;

/** What is true for the moment is a topic of its own as well, by the same rule. */
type SignalTopics = { [T in LiveSignalType as `live.${T}`]: Topic<Extract<LiveSignal, { type: T }>> };
const signalTopic = <T extends LiveSignalType>(type: T): Topic<Extract<LiveSignal, { type: T }>> =>
  topic(1, 'host', liveSignalSchemas[type]);
const signalTopics: SignalTopics = {
  'live.conversations.agent_counter_update': signalTopic('conversations.agent_counter_update'),
  'live.conversations.unassigned_counter_update': signalTopic('conversations.unassigned_counter_update'),
  'live.tickets.popular_tags': signalTopic('tickets.popular_tags'),
  'live.tickets.presence': signalTopic('tickets.presence'),
  'live.tickets.progress': signalTopic('tickets.progress'),
  'live.customers.changed': signalTopic('customers.changed'),
  'live.customers.erased': signalTopic('customers.erased'),
  'live.tickets.mentioned': signalTopic('tickets.mentioned'),
  'live.agents.changed': signalTopic('agents.changed'),
  'live.settings.changed': signalTopic('settings.changed'),
  'live.quick_replies.changed': signalTopic('quick_replies.changed'),
  'live.scheduled_mails.changed': signalTopic('scheduled_mails.changed'),
  'live.templates.changed': signalTopic('templates.changed'),
};

/** Event topics: no replay, any number of subscribers. */
export const eventTopics = {
  ...liveTopics,
  ...signalTopics,
  /** Events were missed that can not be had again; load anew what you show. */
  'live.resync': topic<{ seq: number }>(1, 'host', z.object({ seq: z.int() })),
  /** Whoever changed tickets by a call of its own: the tickets as the server answered them. */
  'ticket.changed': topic<{ tickets: Ticket[] }>(1, 'any', z.object({ tickets: z.array(ticketSchema) })),
  /** The agent may open this ticket next; who shows it can get ready. */
  'ticket.likely': topic<{ id: TicketId }>(1, 'list', z.object({ id: ticketIdSchema })),
  /** The agent pressed the button of a toast, by the action's id. */
  'toast.acted': topic<{ id: string }>(1, 'host', z.object({ id: z.string() })),
  /** The agent pressed Refresh; load anew. */
  'refresh.requested': topic<Record<string, never>>(1, 'host', z.object({})),
} as const;

interface CommandTopic<T, R> extends Topic<T> {
  /** What the handler answers. */
  result: Schema<R>;
}
const command = <T, R>(
  version: number,
  owner: TopicOwner,
  schema: Schema<T>,
  result: Schema<R>,
): CommandTopic<T, R> => ({
  version,
  owner,
  schema,
  result,
});
const nothing: Schema<void> = z.void();

/** Command topics: exactly one handler, which is its owner. */
export const commandTopics = {
  toast: command<Toast, void>(1, 'host', toastSchema, nothing),
  /** A typed message over the socket; fails when the connection is down or the server refuses. */
  'socket.send': command<{ type: string; data: Record<string, unknown> }, void>(
    1,
    'host',
    z.object({ type: z.string(), data: z.record(z.string(), z.unknown()) }),
    nothing,
  ),
  /** Shows, hides or toggles an optional panel, by its name in the registry. */
  'panel.show': command<{ panel: string; show: boolean | 'toggle' }, void>(
    1,
    'host',
    z.object({ panel: z.string(), show: z.union([z.boolean(), z.literal('toggle')]) }),
    nothing,
  ),
  /** Puts text at the caret of that ticket's reply box. */
  'reply.insert': command<{ ticket_id: TicketId; text: string }, void>(
    1,
    'main',
    z.object({ ticket_id: ticketIdSchema, text: z.string() }),
    nothing,
  ),
  /** Sends the text as a reply to that ticket; answers when the server has stored it. */
  'reply.send': command<{ ticket_id: TicketId; text: string }, { id: ContentId }>(
    1,
    'main',
    z.object({ ticket_id: ticketIdSchema, text: z.string() }),
    z.object({ id: contentIdSchema }),
  ),
  /** Loads the list anew; answers when it shows. */
  'list.refresh': command<Record<string, never>, void>(1, 'list', z.object({}), nothing),
} as const;

/**
 * Each panel has three topics under its own name, so that a panel that nobody here knows needs no line in this file:
 * `actions.<panel>` says which actions of its description it can carry out now, `act.<panel>` makes it do so, and
 * `unsent.<panel>` answers what a sign-out would leave behind.
 */
export type PanelActionsTopic = `actions.${string}`;
export type PanelActCommand = `act.${string}`;
export type PanelUnsentCommand = `unsent.${string}`;
// Each is the panel's that it names (`known-topics.ts`).
export const panelActionsTopic = topic(1, 'any', panelActionsSchema);
export const panelActCommand = command(1, 'any', panelActSchema, nothing);
export const panelUnsentCommand = command(1, 'any', unsentRequestSchema, unsentSchema);

type PayloadOf<T> = T extends Topic<infer P> ? P : never;
type ResultOf<T> = T extends CommandTopic<infer _P, infer R> ? R : never;

type OwnStateTopic = keyof typeof stateTopics;
type OwnCommandName = keyof typeof commandTopics;
export type StateTopic = OwnStateTopic | PanelActionsTopic;
export type EventTopic = keyof typeof eventTopics;
export type CommandName = OwnCommandName | PanelActCommand | PanelUnsentCommand;
export type StateValue<K extends StateTopic> = K extends OwnStateTopic
  ? PayloadOf<(typeof stateTopics)[K]>
  : { actions: string[] };
export type EventPayload<K extends EventTopic> = PayloadOf<(typeof eventTopics)[K]>;
export type CommandPayload<K extends CommandName> = K extends OwnCommandName
  ? PayloadOf<(typeof commandTopics)[K]>
  : K extends PanelUnsentCommand
    ? UnsentRequest
    : PanelAct;
export type CommandResult<K extends CommandName> = K extends OwnCommandName
  ? ResultOf<(typeof commandTopics)[K]>
  : K extends PanelUnsentCommand
    ? Unsent
    : void;

const table: Readonly<Record<string, Topic<unknown>>> = { ...stateTopics, ...eventTopics, ...commandTopics };

/** @throws Error for a name that is no topic: neither in the tables above nor a panel's own. */
export function topicOf(name: StateTopic | EventTopic | CommandName): Topic<unknown> {
  const known = table[name] ?? (name.startsWith('actions.') ? panelActionsTopic : undefined);
  return known ?? commandTopicOf(name as CommandName);
}

/** @throws Error for a name that is no command. */
export function commandTopicOf(name: CommandName): CommandTopic<unknown, unknown> {
  const known = (commandTopics as Readonly<Record<string, CommandTopic<unknown, unknown>>>)[name];
  if (known) return known;
  if (name.startsWith('unsent.')) return panelUnsentCommand;
  if (!name.startsWith('act.')) throw new Error(`${name} is no topic of the bus`);
  return panelActCommand;
}
