import { clientMessageSchema, type ClientMessage } from '@inbox/api/wire';
import type { RawData } from 'ws';
import { popularTags } from '../tickets/list/counter-rows';
import type { WorkContext } from '../platform/db/unit-of-work';
import { WorkError } from '../platform/errors/errors';
import { enterTicket, leaveTicket } from '../tickets/presence/presence';
import { markRead } from '../tickets/lifecycle/mark-read';
import { setPriority } from '../tickets/lifecycle/priority';
import { setSubscriber } from '../tickets/subscribers';
import { notifyErased } from './notify-erased';
import { checkMessageScope } from './scope';
import type { LiveSocket } from './socket';
import { readJson } from '../platform/net/read-json';

export const messages = {
  notUnderstood: 'This message is not understood.',
  failed: 'Something went wrong. Please try again.',
  noPermission: 'You may not use the inbox.',
  originRemoved: 'Pages of this origin may not show panels of this shop any more.',
} as const;

/** What a client says over the socket: done, or refused with the reason, by the `ref` it gave. */
export async function takeMessage(
  context: WorkContext,
  socket: LiveSocket,
  data: RawData,
  report: (error: unknown) => void,
): Promise<void> {
  const message = parse(data);
  if ('refused' in message) {
    socket.publish({ type: 'live.refused', ref: message.refused, message: messages.notUnderstood });
    return;
  }
  try {
    await carryOut(context, socket, message);
    socket.publish({ type: 'live.done', ref: message.ref });
  } catch (error) {
    const known = error instanceof WorkError;
    if (!known) report(error);
    socket.publish({ type: 'live.refused', ref: message.ref, message: known ? error.message : messages.failed });
  }
}

async function carryOut(context: WorkContext, socket: LiveSocket, message: ClientMessage): Promise<void> {
  const { who } = socket;
  // An open page keeps its files whatever its agent may do.
  if (message.type === 'page.releases') {
    socket.runs = message.data.releases;
    return undefined;
  }
  if (!who.mayUseInbox) throw new WorkError(403, messages.noPermission, 'no_permission');
  await checkMessageScope(context.db, who, message);
  if (message.type === 'page.erasures') return notifyErased(context.db, socket, message.data.since);
  if (message.type === 'tickets.presence') return takePresence(context, socket, message.data);
  if (message.type === 'tickets.popular_tags') {
    const tags = await popularTags(context.db, who.merchantId);
    context.live.signal(who.merchantId, { type: 'tickets.popular_tags', tags }, who.agent.id);
    return undefined;
  }
  const { type, data } = message;
  const ticketId = data.ticket_id;
  switch (type) {
    case 'conversations.mark_unread':
      await markRead(context, who, ticketId, false);
      return;
    case 'tickets.set_priority':
      return setPriority(context, who, { ticketId, priority: data.priority });
    case 'tickets.add_subscriber':
      return setSubscriber(context, who, { ticketId, agentId: data.agent_id, subscribed: true });
    case 'tickets.remove_subscriber':
      return setSubscriber(context, who, { ticketId, agentId: data.agent_id, subscribed: false });
  }
}

type PresenceData = Extract<ClientMessage, { type: 'tickets.presence' }>['data'];

async function takePresence(context: WorkContext, socket: LiveSocket, data: PresenceData): Promise<void> {
  if (data.ticket_id !== socket.shows) await leavePlace(context, socket);
  if (data.ticket_id === null) return;
  await enterTicket(context, socket, { ticketId: data.ticket_id, doing: data.doing });
  socket.shows = data.ticket_id;
}

/** The page shows no ticket any more. */
export async function leavePlace(context: WorkContext, socket: LiveSocket): Promise<void> {
  if (socket.shows === null) return;
  await leaveTicket(context, socket, socket.shows);
  socket.shows = null;
}

/** The message, or the `ref` of one that is not understood, when it has one. */
function parse(data: RawData): ClientMessage | { refused: string | null } {
  const value = readJson(Buffer.isBuffer(data) ? data.toString() : '');
  const parsed = clientMessageSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const ref = typeof value === 'object' && value !== null && 'ref' in value ? value.ref : null;
  return { refused: typeof ref === 'string' ? ref.slice(0, 64) : null };
}
