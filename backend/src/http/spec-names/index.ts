import {
  NOT_KNOWN,
  type CallAnswer,
  type ChangeAnswer,
  type ConversationNames,
  type CustomerNames,
} from '@inbox/api/wire';
import type { AllCalls, AnyCallName } from '@inbox/api/all-calls';
import type { ContentItem, Customer, CustomerInfo, Ticket } from '@inbox/domain';
import { commentPosts } from '@inbox/domain/conversation';
import { readEnabledChannels } from '../../accounts/accounts';
import { contentNames, nameItem } from './content';
import { nameTicket, nameTickets, type NamingContext } from './tickets';

type Naming = {
  [Name in AnyCallName]?: (answer: CallAnswer<AllCalls[Name]>, context: NamingContext) => Promise<unknown>;
};

interface Said {
  item: ContentItem;
  ticket: Ticket;
}

const nameSaid = async ({ item, ticket }: Said, context: NamingContext) => ({
  item: nameItem(item),
  ticket: await nameTicket(context, ticket),
});

const nameChange = async (answer: ChangeAnswer, context: NamingContext) => ({
  ...answer,
  tickets: await nameTickets(context, answer.tickets),
});

const nameOne = async ({ ticket }: { ticket: Ticket }, context: NamingContext) => ({
  ticket: await nameTicket(context, ticket),
});

const CHANNELS = ['whatsapp', 'instagram', 'messenger', 'email', 'phone'] as const;

const NAMING: Naming = {
  ticketList: async (answer, context) => ({ ...answer, tickets: await nameTickets(context, answer.tickets) }),
  content: nameConversation,
  reply: nameSaid,
  undoReply: nameSaid,
  commentReply: nameSaid,
  commentDelete: nameSaid,
  markRead: nameOne,
  markUnread: nameOne,
  followUp: nameOne,
  addTags: nameOne,
  removeTags: nameOne,
  linkTicket: nameOne,
  unlinkTicket: nameOne,
  customerTicket: nameOne,
  createPhoneTicket: nameOne,
  linkedTickets: (answer, context) => nameTickets(context, answer),
  setStatus: nameChange,
  undoClose: nameChange,
  transfer: nameChange,
  markManyUnread: nameChange,
  customerDetails: async (answer) => nameCustomer(answer),
  correctCustomer: async (answer) => nameCustomer(answer),
  customerInfo: async (answer) => nameCustomerInfo(answer),
  settings: async (answer, { db, who }) => {
    const enabled = await readEnabledChannels(db, who.merchantId);
    const channels = Object.fromEntries(CHANNELS.map((name) => [name, { enabled: enabled.has(name) }]));
    return { ...answer, profile: { ...answer.profile, channels } };
  },
};

/**
 * The answer of a call with every field of spec section 3 under its name. The domain has one name for each thing; what
 * the specification has besides stands here, so that only the wire knows it.
 */
export async function withSpecNames(name: AnyCallName, answer: unknown, context: NamingContext): Promise<unknown> {
  // The handler of this very call has made the answer; TypeScript cannot follow that through the table.
  const naming = NAMING[name] as ((given: unknown, by: NamingContext) => Promise<unknown>) | undefined;
  return naming === undefined ? answer : naming(answer, context);
}

async function nameConversation(
  answer: CallAnswer<AllCalls['content']>,
  context: NamingContext,
): Promise<CallAnswer<AllCalls['content']> & ConversationNames> {
  const ticket = await nameTicket({ ...context, requested: answer.ticket.id }, answer.ticket);
  const comments = answer.content.filter((item) => item.content_type === 'comment');
  const tickets = answer.siblings.map((sibling) => ({
    id: sibling.id,
    tags: sibling.tags ?? '',
    requested_ticket: sibling.id === ticket.id,
    content: answer.content.filter(({ ticket_id }) => ticket_id === sibling.id).map(contentNames),
  }));
  const { conversation_id, conversation_source, conv_source_acc_id, subject, full_name } = ticket;
  const { conversation_read, last_message, new_message, post_id } = ticket;
  return {
    ...{ conversation_id, conversation_source, conv_source_acc_id, subject, full_name },
    ...{ conversation_read, last_message, new_message, post_id },
    ...answer,
    content: answer.content.map(nameItem),
    ticket,
    tickets,
    comment_posts: commentPosts(comments),
  };
}

function nameCustomer(customer: Customer): Customer & CustomerNames {
  const { first_name, last_name, email, phone, address, city, pin } = customer;
  return { ...customer, basic_info: { first_name, last_name, email, phone, address, city, pin } };
}

function nameCustomerInfo({ phone, email, first_name, last_name, conversation_id }: CustomerInfo) {
  const told = (text: string | null) => text ?? NOT_KNOWN;
  const names = { phone: told(phone), email: told(email), first_name: told(first_name), last_name: told(last_name) };
  return { ...names, conversation_id: conversation_id ?? null };
}
