import type { conversationCalls, sendToManyCalls } from '@inbox/api/wire';
import { ticketsWithin } from '../embed/reach';
import { readLiveSeq } from '../merchants/merchant-queries';
import { findInThread, listSiblings, readThread } from './thread/thread';
import { findTicket, toTicket } from '../tickets/lifecycle/ticket-rows';
import { deleteComment } from './comments/comment-moderation';
import { replyToComment } from './comments/comment-reply';
import { WorkError } from '../platform/errors/errors';
import { markRead } from '../tickets/lifecycle/mark-read';
import { isMail, replyByMail } from './send/mail-reply';
import { reply } from './send/reply';
import { replyToMany } from './send/send-to-many';
import { undoReply } from './send/undo-reply';
import { findSent } from './thread/reply-queries';
import type { HttpDeps } from '../http/deps';
import type { Handlers } from '../http/serve-calls';
import { messages as workMessages } from '../platform/errors/messages';
import { cursorOf } from '../http/cursor-of';

/** One conversation: reading and answering. */
export function conversationHandlers(
  deps: HttpDeps,
): Pick<Handlers, keyof typeof conversationCalls | keyof typeof sendToManyCalls> {
  const { context } = deps;
  const { db } = context;
  return {
    content: async (
      { merchantId, narrowed },
      { params: { ticket_id }, query: { page_size, fetch_since, back_to } },
    ) => {
      const since = cursorOf(fetch_since ?? null);
      const seq = await readLiveSeq(db, merchantId);
      const row = await findTicket(db, merchantId, ticket_id);
      if (row === undefined) throw new WorkError(404, workMessages.noTicket, 'no_ticket');
      const conversationId = row.conversation_id;
      const reading = listSiblings(db, merchantId, conversationId);
      // Read so, and not only left out afterwards: its pages are full ones.
      const reach = narrowed?.scope.reach ?? null;
      const idsOf = async () => (await reading).map(({ id }) => id);
      const onlyTickets =
        reach === null ? undefined : [...(await ticketsWithin({ db, merchantId, reach }, await idsOf()))];
      const page = { conversationId, pageSize: page_size, since, backTo: back_to, onlyTickets };
      const [siblings, thread] = await Promise.all([reading, readThread(db, merchantId, page)]);
      return { ticket: toTicket(row), siblings, ...thread, seq, server_time: context.now().toISOString() };
    },

    findInConversation: async ({ merchantId }, { params, query }) => {
      const answer = await findInThread(db, merchantId, params.conversation_id, query.q);
      if (answer === undefined) throw new WorkError(404, workMessages.noConversation, 'no_conversation');
      return answer;
    },

    reply: (who, { body }) =>
      isMail(body) ? replyByMail(context, deps.uploads, who, body) : reply(context, who, body),
    replyToMany: async (who, { body }) => ({ results: await replyToMany(context, who, body) }),
    sentMessages: async ({ merchantId, agent }, { body }) => ({
      results: await findSent(db, { merchantId, agentId: agent.id, tempIds: body.temp_ids }),
    }),
    undoReply: (who, { body }) => undoReply(context, who, body),
    commentReply: (who, { body }) => replyToComment(context, who, body),
    commentDelete: (who, { body }) => deleteComment(context, who, body),
    markRead: async (who, { body }) => ({ ticket: await markRead(context, who, body.ticket_id, true) }),
    markUnread: async (who, { body }) => ({ ticket: await markRead(context, who, body.ticket_id, false) }),
  };
}
