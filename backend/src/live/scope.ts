import type { ClientMessage } from '@inbox/api/wire';
import type { CustomerId, LiveEventType, LiveSignal, LiveSignalType, MerchantId, TicketId } from '@inbox/domain';
import type { SignedIn } from '../agents/sessions/session';
import type { Queryable } from '../platform/db/connection';
import { beyondScope, embedMessages } from '../embed/beyond-scope';
import { customersWithin, isWithin, ticketsWithin } from '../embed/reach';
import { hasPanel, type PanelName, type Reach, type TokenScope } from '../embed/scope';
import type { StoredEvent } from './live-events';

const TICKET_PANELS: readonly PanelName[] = ['ticket-list', 'conversation', 'customer-panel'];

/** Whose pages hear of an event. Its tickets and items are cut to what the token reaches. */
const EVENT_PANELS: Readonly<Record<LiveEventType, readonly PanelName[]>> = {
  'tickets.tickets': TICKET_PANELS,
  'tickets.ownership_transferred_to_me': TICKET_PANELS,
  'tickets.ownership_transferred': TICKET_PANELS,
  'tickets.status_updated': TICKET_PANELS,
  'tickets.priority_updated': TICKET_PANELS,
  'tickets.tags_added': TICKET_PANELS,
  'tickets.tags_removed': TICKET_PANELS,
  'tickets.subscriber_added': TICKET_PANELS,
  'tickets.subscriber_removed': TICKET_PANELS,
  'tickets.ticket_content_v2': TICKET_PANELS,
  'conversations.new_message': TICKET_PANELS,
  'conversations.conversation_initiated': TICKET_PANELS,
  'conversations.message_sent': TICKET_PANELS,
  'conversations.message_failed': TICKET_PANELS,
  'conversations.message_delivered': TICKET_PANELS,
  'conversations.message_read': TICKET_PANELS,
  'conversations.message_deleted': TICKET_PANELS,
  'conversations.new_comment': TICKET_PANELS,
  'conversations.comment_created': TICKET_PANELS,
  'conversations.comment_deleted': TICKET_PANELS,
  'tickets.note_added': TICKET_PANELS,
};

/** The same of what is true for the moment; `about` as of the calls. */
type SignalRule<T extends LiveSignalType> =
  | { about: 'never' }
  | { about: 'own' | 'all'; panels?: readonly PanelName[] }
  | { about: 'ticket'; panels: readonly PanelName[]; ticket: (signal: Extract<LiveSignal, { type: T }>) => TicketId }
  | { about: 'customers'; panels: readonly PanelName[] };

const SIGNAL_RULES: { readonly [T in LiveSignalType]: SignalRule<T> } = {
  'conversations.agent_counter_update': { about: 'all', panels: ['ticket-list'] },
  'conversations.unassigned_counter_update': { about: 'all', panels: ['ticket-list'] },
  'tickets.popular_tags': { about: 'own', panels: ['ticket-list', 'conversation'] },
  'tickets.presence': { about: 'ticket', panels: TICKET_PANELS, ticket: ({ ticket_id }) => ticket_id },
  'tickets.progress': { about: 'all', panels: ['ticket-list'] },
  'customers.changed': { about: 'customers', panels: TICKET_PANELS },
  // Numbers alone, of what is not there any more.
  'customers.erased': { about: 'own' },
  'tickets.mentioned': { about: 'never' },
  'agents.changed': { about: 'own' },
  'settings.changed': { about: 'own' },
  'quick_replies.changed': { about: 'own', panels: ['quick-replies', 'conversation'] },
  'scheduled_mails.changed': { about: 'ticket', panels: ['conversation'], ticket: ({ ticket_id }) => ticket_id },
  'templates.changed': { about: 'own', panels: ['ticket-list', 'conversation'] },
};

/** What an embedding page may say over the socket. */
const MESSAGE_PANELS: Readonly<Record<ClientMessage['type'], readonly PanelName[]>> = {
  'conversations.mark_unread': ['ticket-list', 'conversation'],
  'tickets.set_priority': ['conversation'],
  'tickets.add_subscriber': ['conversation'],
  'tickets.remove_subscriber': ['conversation'],
  'tickets.popular_tags': ['ticket-list', 'conversation'],
  'tickets.presence': TICKET_PANELS,
  'page.releases': [...TICKET_PANELS, 'quick-replies'],
  'page.erasures': [...TICKET_PANELS, 'quick-replies'],
};

/** Whether a ticket is within reach, of the tickets that some events are about. */
export type CustomerOf = ReadonlyMap<TicketId, CustomerId>;

/** Whose the tickets of these events are; read only while somebody hears by customers. */
export async function readCustomersOf(
  db: Queryable,
  merchantId: MerchantId,
  events: readonly StoredEvent[],
): Promise<CustomerOf> {
  const ids = new Set(
    events.flatMap(({ event }) => [...event.tickets.map(({ id }) => id), ...event.items.map(ticketOf)]),
  );
  if (ids.size === 0) return new Map();
  const rows = await db
    .selectFrom('tickets')
    .select(['id', 'customer_id'])
    .where('merchant_id', '=', merchantId)
    .where('id', 'in', [...ids])
    .execute();
  return new Map(rows.map(({ id, customer_id }) => [id, customer_id]));
}

const ticketOf = ({ ticket_id }: { ticket_id: TicketId }): TicketId => ticket_id;

/** The event as far as the scope reaches; null when nothing of it does. */
export function eventWithin(
  event: StoredEvent['event'],
  scope: TokenScope,
  customerOf: CustomerOf,
): StoredEvent['event'] | null {
  if (!hasPanel(scope, EVENT_PANELS[event.type])) return null;
  const { reach } = scope;
  if (reach === null) return event;
  const reaches = (id: TicketId): boolean => isReached(reach, id, customerOf.get(id));
  const tickets = event.tickets.filter(({ id }) => reaches(id));
  const items = event.items.filter((item) => reaches(item.ticket_id));
  return tickets.length + items.length === 0 ? null : { ...event, tickets, items };
}

function isReached({ tickets, customers }: Reach, id: TicketId, customer: CustomerId | undefined): boolean {
  return tickets.includes(id) || (customer !== undefined && customers.includes(customer));
}

/** Does the page of this token hear what is about the whole inbox? */
export function receivesAllEvents({ narrowed }: SignedIn, type: LiveSignalType): boolean {
  if (narrowed === undefined) return true;
  const rule: SignalRule<never> = SIGNAL_RULES[type];
  return rule.about === 'all' && narrowed.scope.reach === null && hasPanel(narrowed.scope, rule.panels);
}

/** The signal as far as the token reaches; null when it does not. */
export async function signalWithin(db: Queryable, who: SignedIn, signal: LiveSignal): Promise<LiveSignal | null> {
  const { narrowed, merchantId } = who;
  if (narrowed === undefined) return signal;
  const { scope } = narrowed;
  // The rule of this very signal; TypeScript cannot follow that through the table.
  const rule = SIGNAL_RULES[signal.type] as SignalRule<LiveSignalType>;
  if (rule.about === 'never' || !hasPanel(scope, rule.panels)) return null;
  const { reach } = scope;
  if (reach === null || rule.about === 'own') return signal;
  const bound = { db, merchantId, reach };
  if (rule.about === 'ticket') {
    const id = rule.ticket(signal);
    return (await ticketsWithin(bound, [id])).has(id) ? signal : null;
  }
  if (rule.about !== 'customers' || signal.type !== 'customers.changed') return null;
  const known = await customersWithin(bound, signal.customer_ids);
  const customer_ids = signal.customer_ids.filter((id) => known.has(id));
  return customer_ids.length === 0 ? null : { ...signal, customer_ids };
}

/**
 * May a page say this?
 * @throws WorkError 403 `beyond_scope`
 */
export async function checkMessageScope(db: Queryable, who: SignedIn, message: ClientMessage): Promise<void> {
  const { narrowed, merchantId } = who;
  if (narrowed === undefined) return;
  const { scope } = narrowed;
  const whose = MESSAGE_PANELS[message.type];
  if (!hasPanel(scope, whose)) throw beyondScope(embedMessages.otherPanel(message.type, whose, scope.panels ?? []));
  // All others are about one ticket, and change something.
  if (message.type === 'tickets.popular_tags' || message.type === 'page.releases' || message.type === 'page.erasures') {
    return;
  }
  if (scope.readOnly) throw beyondScope(embedMessages.readOnly(message.type));
  const { ticket_id } = message.data;
  if (scope.reach === null || ticket_id === null) return;
  if (!(await isWithin({ db, merchantId, reach: scope.reach }, { tickets: [ticket_id] }))) {
    throw beyondScope(embedMessages.outOfReach);
  }
}
