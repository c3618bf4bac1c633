import type { Profile } from '@inbox/domain';
import { findProfile, listAgents, readAgentStatus, writeAgentStatus } from '../../store/agents';
import { listCustomerTickets, readCustomer } from '../../store/customers';
import { readMarker, type Marker } from '../../store/marker';
import { listQuickReplies, readLiveSeq, readSettings } from '../../store/merchants';
import { listSiblings, readThread } from '../../store/thread';
import { countTickets } from '../../store/ticket-counter';
import { listTickets } from '../../store/ticket-list';
import { findTicket, toTicket } from '../../store/ticket-rows';
import { assign } from '../../work/assign';
import { WorkError } from '../../work/errors';
import { markRead } from '../../work/mark-read';
import { messages as workMessages } from '../../work/messages';
import { reply } from '../../work/reply';
import { signOut, type SignedIn } from '../../work/session';
import { setStatus } from '../../work/set-status';
import type { HttpDeps } from './deps';
import { BadRequest, SignedOut } from './failures';
import { messages } from './messages';
import type { Handlers } from './serve-calls';

/** The calls of spec section 7, each handed on to the work or the store that does it. */
export function createHandlers(deps: HttpDeps): Handlers {
  const { context, tokens } = deps;
  const { db } = context;
  return {
    allAgents: ({ merchantId }) => listAgents(db, merchantId),

    agentStatus: async ({ merchantId, agent }) => ({ agent_status: await readAgentStatus(db, merchantId, agent.id) }),
    setAgentStatus: async ({ merchantId, agent }, { body: { agent_status } }) => {
      await writeAgentStatus(db, merchantId, agent.id, agent_status);
      return { agent_status };
    },

    settings: async (who) => ({
      ...(await readSettings(db, who.merchantId)),
      profile: await profileOf(who),
    }),

    ticketList: async ({ merchantId }, { body: { filters, page_size, fetch_since } }) => {
      const since = markerOf(fetch_since);
      const seq = await readLiveSeq(db, merchantId);
      const page = await listTickets(db, merchantId, { filters, pageSize: page_size, since, now: context.now() });
      return { ...page, seq };
    },

    ticketCounter: ({ merchantId }, { body: { filters } }) => countTickets(db, merchantId, filters),

    content: async ({ merchantId }, { params: { ticket_id }, query: { page_size, fetch_since } }) => {
      const since = markerOf(fetch_since ?? null);
      const seq = await readLiveSeq(db, merchantId);
      const row = await findTicket(db, merchantId, ticket_id);
      if (row === undefined) throw new WorkError(404, workMessages.noTicket, 'no_ticket');
      const conversationId = row.conversation_id;
      const [siblings, thread] = await Promise.all([
        listSiblings(db, merchantId, conversationId),
        readThread(db, merchantId, { conversationId, pageSize: page_size, since }),
      ]);
      return { ticket: toTicket(row), siblings, ...thread, seq, server_time: context.now().toISOString() };
    },

    reply: (who, { body }) => reply(context, who, body),
    setStatus: (who, { body: { ticket_ids, status } }) => setStatus(context, who, ticket_ids, status),
    transfer: (who, { body: { ticket_ids, transfer_to } }) => assign(context, who, ticket_ids, transfer_to),
    markRead: async (who, { body }) => ({ ticket: await markRead(context, who, body.ticket_id, true) }),
    markUnread: async (who, { body }) => ({ ticket: await markRead(context, who, body.ticket_id, false) }),

    customerDetails: async ({ merchantId }, { params }) =>
      there(await readCustomer(db, merchantId, params.conversation_id)),
    customerTickets: async ({ merchantId }, { params }) =>
      there(await listCustomerTickets(db, merchantId, params.conversation_id)),

    quickReplies: ({ merchantId }) => listQuickReplies(db, merchantId),

    logout: async (who) => {
      await signOut({ ...context, tokens }, who);
      deps.sessionEnded(who.sessionId);
      return {};
    },
  };

  async function profileOf({ merchantId, agent }: SignedIn): Promise<Profile> {
    const profile = await findProfile(db, merchantId, agent.id);
    if (profile === undefined) throw new SignedOut();
    return profile;
  }
}

function markerOf(text: string | null): Marker | null {
  if (text === null) return null;
  const marker = readMarker(text);
  if (marker === undefined) throw new BadRequest(messages.badMarker, { fetch_since: [messages.badMarker] });
  return marker;
}

function there<T>(found: T | undefined): T {
  if (found === undefined) throw new WorkError(404, workMessages.noConversation, 'no_conversation');
  return found;
}
