import type { AccountId, AgentId, CallState, MerchantId, TicketId } from '@inbox/domain';
import type { Selectable } from 'kysely';
import type { CallId, CallsTable } from './tables';
import type { Queryable } from '../platform/db/connection';

export type CallRow = Selectable<CallsTable>;

export interface NewCall {
  merchantId: MerchantId;
  accountId: AccountId;
  ticketId: TicketId;
  agentId: AgentId | null;
  externalId: string | null;
  state: CallState;
  at: Date;
}

export async function insertCall(db: Queryable, call: NewCall): Promise<CallId> {
  const { id } = await db
    .insertInto('calls')
    .values({
      merchant_id: call.merchantId,
      account_id: call.accountId,
      ticket_id: call.ticketId,
      agent_id: call.agentId,
      external_id: call.externalId,
      state: call.state,
      created_at: call.at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Is a call of this agent on this ticket being connected, asked for after `since`? */
export async function isConnecting(
  db: Queryable,
  of: { merchantId: MerchantId; ticketId: TicketId; agentId: AgentId },
  since: Date,
): Promise<boolean> {
  const row = await db
    .selectFrom('calls')
    .select('id')
    .where('merchant_id', '=', of.merchantId)
    .where('ticket_id', '=', of.ticketId)
    .where('agent_id', '=', of.agentId)
    .where('state', 'in', ['connecting', 'ringing'])
    .where('created_at', '>', since)
    .executeTakeFirst();
  return row !== undefined;
}

/** A call of this account, by our number of it or by the provider's, locked until the commit. */
export async function lockCall(
  db: Queryable,
  account: { merchantId: MerchantId; accountId: AccountId },
  by: { id: CallId } | { externalId: string },
): Promise<CallRow | undefined> {
  return db
    .selectFrom('calls')
    .selectAll()
    .where('merchant_id', '=', account.merchantId)
    .where('account_id', '=', account.accountId)
    .where((eb) => ('id' in by ? eb('id', '=', by.id) : eb('external_id', '=', by.externalId)))
    .forUpdate()
    .executeTakeFirst();
}

export async function updateCall(
  db: Queryable,
  { merchant_id, id }: Pick<CallRow, 'merchant_id' | 'id'>,
  patch: Partial<Pick<CallRow, 'state' | 'external_id'>>,
): Promise<void> {
  await db.updateTable('calls').set(patch).where('merchant_id', '=', merchant_id).where('id', '=', id).execute();
}

/** The phones of a call: the agent's own, and the customer's of this ticket; null where one is not known. */
export async function phonesOf(
  db: Queryable,
  { merchantId, agentId, ticketId }: { merchantId: MerchantId; agentId: AgentId; ticketId: TicketId },
): Promise<{ agent: string | null; customer: string | null }> {
  const agent = await db
    .selectFrom('agents')
    .select('phone')
    .where('merchant_id', '=', merchantId)
    .where('id', '=', agentId)
    .executeTakeFirst();
  const customer = await db
    .selectFrom('tickets as t')
    .innerJoin('conversations as c', (join) =>
      join.onRef('c.merchant_id', '=', 't.merchant_id').onRef('c.id', '=', 't.conversation_id'),
    )
    .innerJoin('customers as who', (join) =>
      join.onRef('who.merchant_id', '=', 't.merchant_id').onRef('who.id', '=', 't.customer_id'),
    )
    .select(['c.contact', 'who.phone'])
    .where('t.merchant_id', '=', merchantId)
    .where('t.id', '=', ticketId)
    .executeTakeFirst();
  return { agent: agent?.phone ?? null, customer: customer?.phone ?? customer?.contact ?? null };
}
