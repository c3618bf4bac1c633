import {
  normalEmail,
  type AccountId,
  type AgentId,
  type ContentId,
  type ConversationId,
  type LogEntry,
  type MerchantId,
  type SendResult,
  type TempId,
  type TicketId,
} from '@inbox/domain';
import { sql, type Insertable } from 'kysely';
import type { Queryable } from '../../platform/db/connection';
import type { ContentRow } from './content-rows';
import type { ContentsTable } from './tables';

/** What was stored under this temp_id: a send is the same message however often it is asked for. */
export async function findByTempId(
  db: Queryable,
  merchantId: MerchantId,
  tempId: TempId,
): Promise<ContentRow | undefined> {
  return db
    .selectFrom('contents')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('temp_id', '=', tempId)
    .executeTakeFirst();
}

/** Is this the mail that its conversation was begun with, rather than an answer in it? */
export async function hasBegunConversation(
  db: Queryable,
  merchantId: MerchantId,
  { conversation_id, external_id }: Pick<ContentRow, 'conversation_id' | 'external_id'>,
): Promise<boolean> {
  if (external_id === null) return false;
  const row = await db
    .selectFrom('conversations')
    .select('id')
    .where('merchant_id', '=', merchantId)
    .where('id', '=', conversation_id)
    .where('thread_key', '=', external_id)
    .executeTakeFirst();
  return row !== undefined;
}

/** What colleagues of this agent have answered in the conversation after the item `after`, oldest first. */
export async function answersSince(
  db: Queryable,
  of: { merchantId: MerchantId; conversationId: ConversationId; agentId: AgentId; after: ContentId },
): Promise<ContentRow[]> {
  return db
    .selectFrom('contents')
    .selectAll()
    .where('merchant_id', '=', of.merchantId)
    .where('conversation_id', '=', of.conversationId)
    .where('id', '>', of.after)
    .where('actor', '=', 'merchant')
    .where('agent_id', '!=', of.agentId)
    .where('content_type', '!=', 'log')
    .where('deleted', '=', false)
    .orderBy('id')
    .limit(20)
    .execute();
}

/** What this agent's messages under these temp_ids have become; those that are not there are left out. */
export async function findSent(
  db: Queryable,
  of: { merchantId: MerchantId; agentId: AgentId; tempIds: readonly TempId[] },
): Promise<SendResult[]> {
  if (of.tempIds.length === 0) return [];
  const rows = await db
    .selectFrom('contents')
    .select(['ticket_id', 'temp_id', 'send_status', 'error_message'])
    .where('merchant_id', '=', of.merchantId)
    .where('agent_id', '=', of.agentId)
    .where('temp_id', 'in', of.tempIds)
    .execute();
  return rows.flatMap(({ temp_id, ...row }) => (temp_id === null ? [] : [sentResult({ ...row, temp_id })]));
}

/** A stored message as the result of its send. */
export const sentResult = (row: {
  ticket_id: TicketId;
  temp_id: TempId;
  send_status: ContentRow['send_status'];
  error_message: string | null;
}): SendResult => ({
  ticket_id: row.ticket_id,
  temp_id: row.temp_id,
  outcome: row.send_status,
  reason: row.send_status === 'sent' ? null : row.error_message,
});

export async function insertContent(db: Queryable, content: Insertable<ContentsTable>): Promise<ContentRow> {
  return db.insertInto('contents').values(content).returningAll().executeTakeFirstOrThrow();
}

/** From failed back to sending, one revision on. */
export async function markSendingAgain(db: Queryable, merchantId: MerchantId, id: ContentId): Promise<ContentRow> {
  return db
    .updateTable('contents')
    .set({ send_status: 'sending', error_message: null, rev: sql<number>`rev + 1` })
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** What was said becomes a log entry of its place in the thread, one revision on: every page that shows it follows. */
export async function turnIntoLog(
  db: Queryable,
  merchantId: MerchantId,
  id: ContentId,
  log: { event: LogEntry['event']; comment: string },
): Promise<ContentRow> {
  return db
    .updateTable('contents')
    .set({
      content_type: 'log',
      message: log.comment,
      details: JSON.stringify({ event: log.event }),
      actor: null,
      parent_id: null,
      external_id: null,
      send_status: 'sent',
      rev: sql<number>`rev + 1`,
    })
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The newest that was said in a ticket, and what the store said last in it. */
export async function findNewestSaid(
  db: Queryable,
  merchantId: MerchantId,
  ticketId: TicketId,
): Promise<{ newest: ContentRow | undefined; repliedAt: Date | null }> {
  const said = db
    .selectFrom('contents')
    .where('merchant_id', '=', merchantId)
    .where('ticket_id', '=', ticketId)
    .where('content_type', '!=', 'log');
  const newest = await said.selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc').limit(1).executeTakeFirst();
  const { repliedAt } = await said
    .select((eb) => eb.fn.max('created_at').as('repliedAt'))
    .where('actor', '=', 'merchant')
    .where('agent_id', 'is not', null)
    .executeTakeFirstOrThrow();
  return { newest, repliedAt };
}

/** The satisfaction surveys of these tickets that have not been sent yet. */
export async function findSurveysOnTheirWay(
  db: Queryable,
  merchantId: MerchantId,
  tickets: readonly { id: TicketId; conversation_id: ConversationId }[],
): Promise<ContentRow[]> {
  if (tickets.length === 0) return [];
  return db
    .selectFrom('contents')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('conversation_id', 'in', [...new Set(tickets.map(({ conversation_id }) => conversation_id))])
    .where(
      'ticket_id',
      'in',
      tickets.map(({ id }) => id),
    )
    .where('send_status', '=', 'sending')
    .where('content_type', '!=', 'log')
    .where(sql<boolean>`details ->> 'survey' = 'true'`)
    .orderBy('id')
    .execute();
}

/** Says on an item what went wrong with it, one revision on. */
export async function setErrorMessage(
  db: Queryable,
  merchantId: MerchantId,
  id: ContentId,
  error_message: string,
): Promise<ContentRow> {
  return db
    .updateTable('contents')
    .set({ error_message, rev: sql<number>`rev + 1` })
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** A message of this conversation; what is in another one is not there. */
export async function findInConversation(
  db: Queryable,
  merchantId: MerchantId,
  conversationId: ConversationId,
  id: ContentId,
): Promise<ContentRow | undefined> {
  return db
    .selectFrom('contents')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('conversation_id', '=', conversationId)
    .where('id', '=', id)
    .where('content_type', '!=', 'log')
    .executeTakeFirst();
}

/** Which comment an answer that names none is for: the newest that is there for all to see. */
export async function findLastComment(
  db: Queryable,
  merchantId: MerchantId,
  conversationId: ConversationId,
): Promise<ContentRow | undefined> {
  return newestOfCustomer(db, merchantId, conversationId)
    .where('content_type', '=', 'comment')
    .where(sql<boolean>`coalesce((details ->> 'hidden')::boolean, false)`, '=', false)
    .executeTakeFirst();
}

/**
 * The mail that a reply answers when it names none: the rule of `answeredMail` in shared/domain.
 * @param customerEmail the address of the ticket's customer; null when it has none, so that nobody is a stranger
 */
export async function findLastMail(
  db: Queryable,
  merchantId: MerchantId,
  conversationId: ConversationId,
  customerEmail: string | null,
): Promise<ContentRow | undefined> {
  const isAutomatic = sql<boolean>`details -> 'automatic' is not null`;
  const isStrangers =
    customerEmail === null
      ? sql<boolean>`false`
      : sql<boolean>`lower(details -> 'from' -> 0 ->> 'email') is distinct from ${normalEmail(customerEmail)}`;
  return newestOfCustomer(db, merchantId, conversationId)
    .clearOrderBy()
    .where('content_type', '=', 'email')
    .where(sql<boolean>`not (${isStrangers} and ${isAutomatic})`)
    .orderBy(isStrangers)
    .orderBy(isAutomatic)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst();
}

function newestOfCustomer(db: Queryable, merchantId: MerchantId, conversationId: ConversationId) {
  return db
    .selectFrom('contents')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('conversation_id', '=', conversationId)
    .where('actor', '=', 'customer')
    .where('deleted', '=', false)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1);
}

/** Whom a conversation is with, and the account it goes through. */
export async function findSender(db: Queryable, merchantId: MerchantId, conversationId: ConversationId) {
  return db
    .selectFrom('conversations as v')
    .innerJoin('accounts as a', (join) =>
      join.onRef('a.merchant_id', '=', 'v.merchant_id').onRef('a.id', '=', 'v.account_id'),
    )
    .select(['v.contact', 'a.id as account_id', 'a.name', 'a.address', 'a.external_id', 'a.enabled'])
    .where('v.merchant_id', '=', merchantId)
    .where('v.id', '=', conversationId)
    .executeTakeFirstOrThrow();
}

/** The account that a conversation's messages leave from, and whom they go to. */
export interface Sender {
  contact: string;
  account_id: AccountId;
  name: string;
  address: string | null;
  external_id: string;
  enabled: boolean;
}
