import type { AllCalls, AnyCallName } from '@inbox/api/all-calls';
import type { CallAnswer, ManyTickets, ReplyRequest } from '@inbox/api/wire';
import type { ContentId, ConversationId, CustomerId, TicketId } from '@inbox/domain';
import { beyondScope, embedMessages } from './beyond-scope';
import type { Named } from './reach';
import type { PanelName } from './scope';
import type { InputOf } from '../platform/http/call-input';

interface Rule {
  /** Refused to tokens that only read. */
  writes: boolean;
  /** Whose call it is; every panel's when left out. */
  panels?: readonly PanelName[];
}

/** What of an answer a token with a reach is given; `within` tells which of these tickets it reaches. */
type Keep<Answer> = (answer: Answer, within: (ids: readonly TicketId[]) => Promise<Set<TicketId>>) => Promise<Answer>;

/**
 * What narrow tokens may do with one call.
 * - never: nothing.
 * - own: it is about the agent, or about what all tickets of the merchant have in common.
 * - named: it is about what it names, which must be within reach; 'all' for a request that names nothing.
 * - all: it is about the whole inbox, and for tokens that are not limited to tickets and customers.
 * - analytics: only for tokens that say so.
 */
export type ScopeRule<Name extends AnyCallName> =
  | { about: 'never' }
  | (Rule & { about: 'own'; keep?: Keep<CallAnswer<AllCalls[Name]>> })
  | (Rule & {
      about: 'named';
      names: (input: InputOf<Name>) => Named | 'all';
      keep?: Keep<CallAnswer<AllCalls[Name]>>;
    })
  | (Rule & { about: 'all' })
  | { about: 'analytics' };

const NEVER = { about: 'never' } as const;
const LIST = ['ticket-list'] as const;
const THREAD = ['conversation'] as const;
const CUSTOMER = ['customer-panel'] as const;
const QUICK = ['quick-replies'] as const;
/** The conversation and the list do this to one and to many. */
const TICKETS = ['ticket-list', 'conversation'] as const;
/** Placeholders and details need the customer everywhere. */
const ABOUT_CUSTOMER = ['ticket-list', 'conversation', 'customer-panel', 'quick-replies'] as const;

const reads = (panels?: readonly PanelName[]) => ({ writes: false, ...(panels && { panels }) });
const writes = (panels?: readonly PanelName[]) => ({ writes: true, ...(panels && { panels }) });

const ticketInPath = ({ params }: { params: { ticket_id: TicketId } }): Named => ({ tickets: [params.ticket_id] });
const ticketInBody = ({ body }: { body: { ticket_id: TicketId } }): Named => ({ tickets: [body.ticket_id] });
const conversationInPath = ({ params }: { params: { conversation_id: ConversationId } }): Named => ({
  conversations: [params.conversation_id],
});

/** Filters reach over the whole inbox. */
const manyTickets = ({ body }: { body: ManyTickets }): Named | 'all' =>
  body.filters === undefined ? { tickets: body.ticket_ids } : 'all';

/** Both tickets of a link. */
const bothTickets = ({
  params,
  body,
}: {
  params: { ticket_id: TicketId };
  body: { link_ticket_id: TicketId };
}): Named => ({ tickets: [params.ticket_id, body.link_ticket_id] });

/** A reply also carries what it quotes, sends once more, and hands on. */
const replyNames = ({
  ticket_id,
  conversation_id,
  temp_id,
  convmsg_message_id,
  again_of,
  forward_attachment_ids = [],
}: ReplyRequest): Named => ({
  tickets: [ticket_id],
  conversations: [conversation_id],
  temps: [temp_id],
  contents: [convmsg_message_id, again_of].filter((id): id is ContentId => id !== null && id !== undefined),
  attachments: forward_attachment_ids,
});

const onlyWithin = async <T>(
  rows: readonly T[],
  ticketOf: (row: T) => TicketId,
  within: (ids: readonly TicketId[]) => Promise<Set<TicketId>>,
): Promise<T[]> => {
  const reached = await within(rows.map(ticketOf));
  return rows.filter((row) => reached.has(ticketOf(row)));
};

/** Every call, and how far it is open to tokens of embedding pages. A call that is not named here does not compile. */
export const SCOPE_RULES: { readonly [Name in AnyCallName]: ScopeRule<Name> } = {
  // The agent and the shop.
  allAgents: { about: 'own', ...reads() },
  agentStatus: { about: 'own', ...reads() },
  setAgentStatus: NEVER,
  settings: {
    about: 'own',
    ...reads(),
    // What an operator or store admin is to mend is not the embedding page's.
    keep: async ({ mailbox_problems: _mail, server_problems: _server, ...settings }) => ({
      ...settings,
      first_steps: null,
    }),
  },
  mailImages: { about: 'own', ...reads(THREAD) },
  logout: NEVER,

  // The list, and many tickets.
  ticketList: { about: 'all', ...reads(LIST) },
  ticketCounter: { about: 'all', ...reads(LIST) },
  foundCount: { about: 'all', ...reads(LIST) },
  ticketTags: { about: 'own', ...reads(TICKETS) },
  setStatus: { about: 'named', ...writes(TICKETS), names: manyTickets },
  undoClose: { about: 'named', ...writes(TICKETS), names: ({ body }) => ({ closedBy: [body.closed_ref] }) },
  transfer: { about: 'named', ...writes(TICKETS), names: manyTickets },
  exportConversations: NEVER,
  markManyUnread: { about: 'named', ...writes(LIST), names: manyTickets },
  replyToMany: {
    about: 'named',
    ...writes(LIST),
    names: ({ body }) => ({
      tickets: body.sends.map(({ ticket_id }) => ticket_id),
      temps: body.sends.map(({ temp_id }) => temp_id),
    }),
  },
  sentMessages: { about: 'named', ...reads(LIST), names: ({ body }) => ({ temps: body.temp_ids }) },

  // One conversation.
  content: {
    about: 'named',
    ...reads(THREAD),
    names: ({ params, query }) => ({
      tickets: [params.ticket_id],
      contents: query.back_to === undefined ? [] : [query.back_to],
    }),
    keep: async (answer, within) => ({
      ...answer,
      siblings: await onlyWithin(answer.siblings, ({ id }) => id, within),
      content: await onlyWithin(answer.content, ({ ticket_id }) => ticket_id, within),
    }),
  },
  findInConversation: {
    about: 'named',
    ...reads(THREAD),
    names: conversationInPath,
    keep: async ({ found, more }, within) => ({
      found: await onlyWithin(found, ({ ticket_id }) => ticket_id, within),
      more,
    }),
  },
  reply: { about: 'named', ...writes(THREAD), names: ({ body }) => replyNames(body) },
  undoReply: {
    about: 'named',
    ...writes(TICKETS),
    names: ({ body }) => ({ tickets: [body.ticket_id], temps: [body.temp_id] }),
  },
  sendLater: {
    about: 'named',
    ...writes(THREAD),
    names: ({ body: { reply } }) => ({ ...replyNames(reply), scheduledTemps: [reply.temp_id] }),
  },
  scheduledMails: { about: 'named', ...reads(THREAD), names: ticketInPath },
  scheduledText: { about: 'named', ...reads(THREAD), names: ({ params }) => ({ scheduled: [params.temp_id] }) },
  cancelScheduled: { about: 'named', ...writes(THREAD), names: ({ params }) => ({ scheduled: [params.temp_id] }) },
  commentReply: {
    about: 'named',
    ...writes(THREAD),
    names: ({ body }) => ({
      conversations: [body.conversation_id],
      comments: [body.comment_id],
      temps: [body.temp_id],
    }),
  },
  commentDelete: { about: 'named', ...writes(THREAD), names: ({ body }) => ({ comments: [body.comment_id] }) },
  markRead: { about: 'named', ...writes(THREAD), names: ticketInBody },
  markUnread: { about: 'named', ...writes(TICKETS), names: ticketInBody },
  handledTime: { about: 'named', ...reads(THREAD), names: ticketInPath },
  reportHandledTime: { about: 'named', ...writes(THREAD), names: ticketInPath },
  followUp: { about: 'named', ...writes(THREAD), names: ticketInBody },
  addTags: { about: 'named', ...writes(THREAD), names: ticketInBody },
  removeTags: { about: 'named', ...writes(THREAD), names: ticketInBody },
  callAccounts: { about: 'own', ...reads(THREAD) },
  connectCall: { about: 'named', ...writes(THREAD), names: ticketInBody },
  templates: { about: 'own', ...reads(TICKETS) },
  initiateTemplate: {
    about: 'named',
    ...writes(TICKETS),
    names: ({ body: { ticket_ids, temp_id, temp_ids = [] } }) =>
      ticket_ids === undefined
        ? 'all'
        : { tickets: ticket_ids, temps: temp_id === undefined ? temp_ids : [temp_id, ...temp_ids] },
  },

  // The customer.
  customerDetails: { about: 'named', ...reads(ABOUT_CUSTOMER), names: conversationInPath },
  correctCustomer: {
    about: 'named',
    ...writes(CUSTOMER),
    names: ({ params, body }) => ({ conversations: [params.conversation_id], tickets: [body.ticket_id] }),
  },
  // Other entries are other customers'.
  sameCustomers: { about: 'all', ...reads(CUSTOMER) },
  joinCustomers: { about: 'all', ...writes(CUSTOMER) },
  partCustomers: { about: 'all', ...writes(CUSTOMER) },
  customerOrders: { about: 'named', ...reads(ABOUT_CUSTOMER), names: conversationInPath },
  customerFigures: { about: 'named', ...reads(CUSTOMER), names: conversationInPath },
  customerCheckouts: { about: 'named', ...reads(CUSTOMER), names: conversationInPath },
  customerShop: { about: 'named', ...reads(CUSTOMER), names: conversationInPath },
  customerTicket: {
    about: 'named',
    ...reads(CUSTOMER),
    names: ({ params: { of, id } }) =>
      of === 'ticket'
        ? { tickets: [id as TicketId] }
        : of === 'customer'
          ? { customers: [id as CustomerId] }
          : { conversations: [id as ConversationId] },
    // The newest of a conversation or customer may be one that the token is not for.
    keep: async (answer, within) => {
      const { id } = answer.ticket;
      if (!(await within([id])).has(id)) throw beyondScope(embedMessages.outOfReach);
      return answer;
    },
  },
  customerTickets: {
    about: 'named',
    ...reads(CUSTOMER),
    names: conversationInPath,
    keep: (answer, within) => onlyWithin(answer, ({ id }) => id, within),
  },
  customerInfo: { about: 'all', ...reads(LIST) },
  linkedTickets: {
    about: 'named',
    ...reads(CUSTOMER),
    names: ticketInPath,
    keep: (answer, within) => onlyWithin(answer, ({ id }) => id, within),
  },
  linkTicket: { about: 'named', ...writes(['conversation', 'customer-panel']), names: bothTickets },
  unlinkTicket: { about: 'named', ...writes(CUSTOMER), names: bothTickets },
  customFields: { about: 'own', ...reads(CUSTOMER) },
  fieldValues: { about: 'named', ...reads(CUSTOMER), names: ticketInPath },
  saveFieldValues: { about: 'named', ...writes(CUSTOMER), names: ticketInPath },
  notes: { about: 'named', ...reads(CUSTOMER), names: ticketInPath },
  addNote: {
    about: 'named',
    ...writes(CUSTOMER),
    names: ({ params, body: { temp_id } }) => ({
      tickets: [params.ticket_id],
      noteTemps: temp_id === undefined ? [] : [temp_id],
    }),
  },
  // Had once: the shell's own.
  takeMentions: NEVER,

  // What agents begin.
  createPhoneTicket: { about: 'all', ...writes(LIST) },
  initiateEmail: { about: 'all', ...writes(LIST) },
  emailGroups: { about: 'own', ...reads(TICKETS) },
  mailSignatures: { about: 'own', ...reads(TICKETS) },
  saveMailSignature: { about: 'own', ...writes(TICKETS) },

  // Quick replies: whoever has one ticket uses them, and does not change them for the shop.
  quickReplies: { about: 'own', ...reads(['conversation', 'quick-replies']) },
  countQuickReplyUse: { about: 'own', ...writes(['conversation', 'quick-replies']) },
  saveQuickReply: { about: 'all', ...writes(QUICK) },
  deleteQuickReply: { about: 'all', ...writes(QUICK) },
  importQuickReplies: { about: 'all', ...writes(QUICK) },

  // Counts of nobody, which every page reports.
  reportHealth: { about: 'own', ...reads() },
  panelOperations: NEVER,
  auditRecords: NEVER,
  shopStatus: NEVER,
  sendAgain: NEVER,
  deadLetterText: NEVER,
  reprocessDeadLetter: NEVER,
  dismissNotice: NEVER,
  eraseCustomer: NEVER,
  signInState: NEVER,
  browserKey: NEVER,
  endSession: NEVER,
  endOtherSessions: NEVER,
  offerPasskey: NEVER,
  addPasskey: NEVER,
  removePasskey: NEVER,
  offerSecondStep: NEVER,
  confirmSecondStep: NEVER,
  removeSecondStep: NEVER,
  renewRecoveryCodes: NEVER,
  analytics: { about: 'analytics' },
  analyticsCustomers: { about: 'analytics' },
  changePanel: NEVER,
};
