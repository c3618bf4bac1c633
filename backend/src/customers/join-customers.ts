import type { ConversationId, CustomerId } from '@inbox/domain';
import { isPersonName, mayJoinCustomers } from '@inbox/domain/conversation';
import { sql, type Selectable } from 'kysely';
import type { SignedIn } from '../agents/sessions/session';
import { FILLABLE, type CustomersTable, type Fillable, type Moved } from './tables';
import { change, type Change, type WorkContext } from '../platform/db/unit-of-work';
import { messages } from '../platform/errors/messages';
import { WorkError } from '../platform/errors/errors';
import { publishAll } from '../tickets/lifecycle/change-many';
import { toTicket } from '../tickets/lifecycle/ticket-rows';
import { customerOfConversation } from './join-queries';
import { renameCustomer } from './name-customer';

type CustomerRow = Selectable<CustomersTable>;

/**
 * Makes another entry one with the conversation's customer: conversations, tickets, orders and checkouts of the other
 * become this one's, and what is not known of this one is filled in. What was moved is recorded, so that `partCustomers`
 * undoes exactly that. Asked for once more, as by an agent whose first answer was lost, it changes nothing.
 * @throws WorkError for who is no store admin, and for entries that were joined with others meanwhile
 */
export async function joinCustomers(
  context: WorkContext,
  who: SignedIn,
  { conversationId, otherId }: { conversationId: ConversationId; otherId: CustomerId },
): Promise<void> {
  const { merchantId } = who;
  const both = await change(context, { merchantId, by: who.agent.id }, async (work) => {
    const { tx, now } = work;
    const keptId = await customerFor(work, who, conversationId);
    if (keptId === otherId) throw new WorkError(400, messages.sameCustomer, 'same_customer');
    const [kept, joined] = await lockCustomers(work, keptId, otherId);
    if (kept.joined_into === null && joined.joined_into === kept.id) return null;
    if (kept.joined_into !== null || joined.joined_into !== null) {
      throw new WorkError(409, messages.joinedAlready, 'joined_already');
    }
    const filled = fillIn(kept, joined);
    const moved: Moved = { ...(await moveAll(work, joined.id, kept.id)), filled };
    await tx
      .insertInto('customer_joins')
      .values({
        merchant_id: merchantId,
        kept_id: kept.id,
        joined_id: joined.id,
        agent_id: who.agent.id,
        joined_at: now,
        moved: JSON.stringify(moved),
      })
      .execute();
    await updateCustomer(work, joined.id, { joined_into: kept.id });
    await updateCustomer(work, kept.id, valuesOf(filled, 'to'));
    await renameAll(work, kept.id);
    await moveTickets(work, moved.conversations, kept.id);
    return [kept.id, joined.id];
  });
  if (both) context.live.signal(merchantId, { type: 'customers.changed', customer_ids: both });
}

/**
 * Undoes a join: the conversations that were moved go back with all their tickets, orders and checkouts as well, and a
 * field that was filled in is as before, unless somebody has corrected it since.
 * @throws WorkError for who is no store admin, and for a join that does not hold any more
 */
export async function partCustomers(
  context: WorkContext,
  who: SignedIn,
  { conversationId, joinId }: { conversationId: ConversationId; joinId: number },
): Promise<void> {
  const { merchantId } = who;
  const both = await change(context, { merchantId, by: who.agent.id }, async (work) => {
    const { tx, now } = work;
    const keptId = await customerFor(work, who, conversationId);
    const join = await tx
      .updateTable('customer_joins')
      .set({ parted_by: who.agent.id, parted_at: now })
      .where('merchant_id', '=', merchantId)
      .where('id', '=', joinId)
      .where('kept_id', '=', keptId)
      .where('parted_at', 'is', null)
      .returning(['joined_id', 'moved'])
      .executeTakeFirst();
    if (join === undefined) throw new WorkError(404, messages.noJoin, 'no_join');
    const [kept, joined] = await lockCustomers(work, keptId, join.joined_id);
    const { conversations, filled } = join.moved;
    await updateCustomer(work, joined.id, { joined_into: null });
    await moveBack(work, join.moved, { from: kept.id, to: joined.id });
    const unchanged = Object.entries(filled).filter(([field, { to }]) => kept[field as Fillable] === to);
    await updateCustomer(work, kept.id, valuesOf(Object.fromEntries(unchanged), 'from'));
    await renameAll(work, kept.id);
    await moveTickets(work, conversations, joined.id);
    return [kept.id, joined.id];
  });
  context.live.signal(merchantId, { type: 'customers.changed', customer_ids: both });
}

async function customerFor({ tx, merchantId }: Change, who: SignedIn, id: ConversationId): Promise<CustomerId> {
  const customerId = await customerOfConversation(tx, merchantId, id);
  if (customerId === undefined) throw new WorkError(404, messages.noConversation, 'no_conversation');
  if (!mayJoinCustomers(who.agent).allowed) throw new WorkError(403, messages.joinsForAdmins, 'not_admin');
  return customerId;
}

/** Both rows, locked in the order of their ids. */
async function lockCustomers(
  { tx, merchantId }: Change,
  first: CustomerId,
  second: CustomerId,
): Promise<[CustomerRow, CustomerRow]> {
  const rows = await tx
    .selectFrom('customers')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('id', 'in', [first, second])
    .orderBy('id')
    .forUpdate()
    .execute();
  const [one, other] = [rows.find(({ id }) => id === first), rows.find(({ id }) => id === second)];
  if (!one || !other) throw new WorkError(404, messages.noCustomer, 'no_customer');
  return [one, other];
}

/** What the kept entry does not know and the other does. Names go together: half a name of each is nobody's. */
function fillIn(kept: CustomerRow, joined: CustomerRow): Moved['filled'] {
  const named = (row: CustomerRow) => isPersonName(row.full_name, row);
  const names: ReadonlySet<Fillable> = new Set(['first_name', 'last_name', 'full_name']);
  const takesName = !named(kept) && named(joined);
  const taken = FILLABLE.filter((field) =>
    names.has(field) ? takesName : (kept[field] ?? '') === '' && (joined[field] ?? '') !== '',
  );
  return Object.fromEntries(taken.map((field) => [field, { from: kept[field], to: joined[field] }]));
}

function valuesOf(filled: Moved['filled'], side: 'from' | 'to'): Partial<Record<Fillable, string | null>> {
  return Object.fromEntries(Object.entries(filled).map(([field, values]) => [field, values[side]]));
}

type CustomerPatch = Partial<Record<Fillable, string | null>> & { joined_into?: CustomerId | null };

async function updateCustomer(
  { tx, merchantId }: Change,
  id: CustomerId,
  { full_name, ...patch }: CustomerPatch,
): Promise<void> {
  const set = { ...patch, ...(full_name != null && { full_name }) };
  if (Object.keys(set).length === 0) return;
  await tx.updateTable('customers').set(set).where('merchant_id', '=', merchantId).where('id', '=', id).execute();
}

/** The tickets that are the customer's already take a name that was filled in, or taken back. */
async function renameAll(work: Change, id: CustomerId): Promise<void> {
  const { full_name, first_name, last_name } = await work.tx
    .selectFrom('customers')
    .select(['full_name', 'first_name', 'last_name'])
    .where('merchant_id', '=', work.merchantId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await renameCustomer(work, id, { full_name, first_name, last_name });
}

async function moveAll({ tx, merchantId }: Change, from: CustomerId, to: CustomerId): Promise<Omit<Moved, 'filled'>> {
  const conversations = await tx
    .updateTable('conversations')
    .set({ customer_id: to })
    .where('merchant_id', '=', merchantId)
    .where('customer_id', '=', from)
    .returning('id')
    .execute();
  const orders = await tx
    .updateTable('orders')
    .set({ customer_id: to })
    .where('merchant_id', '=', merchantId)
    .where('customer_id', '=', from)
    .returning('id')
    .execute();
  const checkouts = await tx
    .updateTable('abandoned_checkouts')
    .set({ customer_id: to })
    .where('merchant_id', '=', merchantId)
    .where('customer_id', '=', from)
    .returning('id')
    .execute();
  return {
    conversations: conversations.map(({ id }) => id),
    orders: orders.map(({ id }) => id),
    checkouts: checkouts.map(({ id }) => id),
  };
}

async function moveBack(
  { tx, merchantId }: Change,
  { conversations, orders, checkouts }: Moved,
  { from, to }: { from: CustomerId; to: CustomerId },
): Promise<void> {
  const moves = [
    ['conversations', conversations],
    ['orders', orders],
    ['abandoned_checkouts', checkouts],
  ] as const;
  for (const [table, ids] of moves) {
    await sql`
      update ${sql.table(table)} set customer_id = ${to}
      where merchant_id = ${merchantId} and customer_id = ${from} and id = any(${[...ids]}::bigint[])`.execute(tx);
  }
}

/** The tickets of these conversations become this customer's, with the name, and are published. */
async function moveTickets(
  { tx, merchantId, publish }: Change,
  conversations: readonly ConversationId[],
  to: CustomerId,
): Promise<void> {
  const tickets = await tx
    .updateTable('tickets')
    .set({
      customer_id: to,
      rev: sql<number>`rev + 1`,
      full_name: sql<string>`(select c.full_name from customers c where c.merchant_id = ${merchantId} and c.id = ${to})`,
    })
    .where('merchant_id', '=', merchantId)
    .where((eb) => eb('conversation_id', '=', eb.fn.any(eb.val([...conversations]))))
    .returningAll()
    .execute();
  publishAll(publish, 'tickets.tickets', tickets.map(toTicket), []);
}
