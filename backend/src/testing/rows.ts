import { randomUUID } from 'node:crypto';
import {
  type AccountId,
  type AgentId,
  type ContentId,
  type ConversationId,
  type KnownSource,
  type CustomerId,
  type MerchantId,
  type QuickReplyId,
  type QuickReplyText,
  type TemplateId,
  type TemplateParts,
  type TicketId,
} from '@inbox/domain';
import type { Insertable } from 'kysely';
import { NEW_AGENT_PERMISSIONS } from '../agents/new-agent';
import type { Queryable } from '../platform/db/connection';
import type { AccountKind } from '../accounts/tables';
import type { AgentsTable } from '../agents/tables';
import type { ContentsTable } from '../conversations/thread/tables';
import type { TicketsTable } from '../tickets/lifecycle/tables';
import type { StoredTemplateParts, TemplatesTable } from '../templates/tables';
import { hashCheaply } from './password';

/** Rows for tests, straight into the tables: each with what it needs, and what a test says of it. */

let unique = 0;
const next = (): number => (unique += 1);

export async function addMerchant(db: Queryable, name = `Shop ${next()}`): Promise<MerchantId> {
  const { id } = await db
    .insertInto('merchants')
    .values({
      slug: `shop-${randomUUID()}`,
      name,
      disable_reason: null,
      redirect_url: null,
      payment_settings_url: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Hash for agents of tests that do not sign in by password. A malformed hash would be compared at the cost of a real one. */
const NOBODYS_PASSWORD = hashCheaply(randomUUID());

/** An agent who may do everything that an owner may, unless told otherwise. */
export async function addAgent(
  db: Queryable,
  merchantId: MerchantId,
  agent: Partial<Insertable<AgentsTable>> = {},
): Promise<AgentId> {
  const { id } = await db
    .insertInto('agents')
    .values({
      merchant_id: merchantId,
      first_name: 'Asha',
      last_name: `Rao ${next()}`,
      email: `${randomUUID()}@shop.example`,
      password_hash: NOBODYS_PASSWORD,
      user_permissions: [...NEW_AGENT_PERMISSIONS],
      can_assign_ticket_to_self: true,
      can_assign_ticket_to_other_agent: true,
      ...agent,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export interface TestConversation {
  merchantId: MerchantId;
  source: KnownSource;
  accountId: AccountId;
  customerId: CustomerId;
  conversationId: ConversationId;
}

const kindOf = (source: KnownSource): AccountKind => (source === 'comment' ? 'instagram' : source);

/** An account, a customer and their conversation. */
export async function addConversation(
  db: Queryable,
  merchantId: MerchantId,
  source: KnownSource = 'whatsapp',
  customer: { full_name?: string; email?: string; phone?: string } = {},
): Promise<TestConversation> {
  const { full_name = 'Rohit Khanna', email = null, phone = null } = customer;
  const mailbox = `help-${next()}@shop.example`;
  const { id: accountId } = await db
    .insertInto('accounts')
    .values({
      merchant_id: merchantId,
      kind: kindOf(source),
      external_id: source === 'email' ? mailbox : randomUUID(),
      name: 'Shop',
      address: source === 'email' ? mailbox : null,
      out_url: 'http://127.0.0.1:9',
      credentials: Buffer.alloc(0),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: customerId } = await db
    .insertInto('customers')
    .values({ merchant_id: merchantId, first_name: null, last_name: null, full_name, email, phone })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: conversationId } = await db
    .insertInto('conversations')
    .values({
      merchant_id: merchantId,
      account_id: accountId,
      customer_id: customerId,
      source,
      contact: (source === 'email' ? email : null) ?? phone ?? email ?? `contact-${next()}`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { merchantId, source, accountId, customerId, conversationId };
}

export async function addTicket(
  db: Queryable,
  line: TestConversation,
  ticket: Partial<Insertable<TicketsTable>> = {},
): Promise<TicketId> {
  const { id } = await db
    .insertInto('tickets')
    .values({
      merchant_id: line.merchantId,
      conversation_id: line.conversationId,
      account_id: line.accountId,
      customer_id: line.customerId,
      source: line.source,
      full_name: 'Rohit Khanna',
      status: 'unassigned',
      ...ticket,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** An approved template of the conversation's account, with its parts. */
export async function addTemplate(
  db: Queryable,
  line: TestConversation,
  {
    name = 'order_update',
    status = 'approved',
    ...parts
  }: Partial<TemplateParts> & Partial<Pick<Insertable<TemplatesTable>, 'name' | 'status'>> = {},
): Promise<TemplateId> {
  const shown = {
    header: { kind: 'none', text: '' },
    content: 'Hello {{1}}, your order is on its way.',
    footer: '',
    buttons: [],
    not_supported: null,
    named: false,
    ...parts,
  } satisfies StoredTemplateParts;
  const { id } = await db
    .insertInto('templates')
    .values({
      merchant_id: line.merchantId,
      account_id: line.accountId,
      external_id: String(next()),
      name,
      language: 'en',
      category: 'UTILITY',
      status,
      parts: JSON.stringify(shown),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function addContent(
  db: Queryable,
  line: TestConversation,
  ticketId: TicketId,
  content: Partial<Insertable<ContentsTable>> = {},
): Promise<ContentId> {
  const { id } = await db
    .insertInto('contents')
    .values({
      merchant_id: line.merchantId,
      conversation_id: line.conversationId,
      ticket_id: ticketId,
      account_id: line.accountId,
      content_type: 'message',
      actor: 'customer',
      message: 'Where is my order?',
      external_id: randomUUID(),
      ...content,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** A customer's comment under a post of its own, in a conversation with the source `comment`; by the channel's ids. */
export async function addComment(
  db: Queryable,
  line: TestConversation,
  ticketId: TicketId,
  content: Partial<Insertable<ContentsTable>> = {},
): Promise<{ id: ContentId; comment_id: string; post_id: string }> {
  const post_id = randomUUID();
  const comment_id = randomUUID();
  const { id: row } = await db
    .insertInto('posts')
    .values({ merchant_id: line.merchantId, account_id: line.accountId, external_id: post_id })
    .returning('id')
    .executeTakeFirstOrThrow();
  const id = await addContent(db, line, ticketId, {
    content_type: 'comment',
    external_id: comment_id,
    post_id: row,
    details: JSON.stringify({ username: 'rohit.k', comment_parent: null, comment_root: comment_id, hidden: false }),
    ...content,
  });
  return { id, comment_id, post_id };
}

export async function addQuickReply(
  db: Queryable,
  merchantId: MerchantId,
  written: QuickReplyText,
): Promise<QuickReplyId> {
  const { id } = await db
    .insertInto('quick_replies')
    .values({ merchant_id: merchantId, ...written })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
