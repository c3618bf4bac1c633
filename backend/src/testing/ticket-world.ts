import { randomUUID } from 'node:crypto';
import type { AgentId, MerchantId, TicketId } from '@inbox/domain';
import type { Insertable } from 'kysely';
import { addAgent, addConversation, addMerchant, addTicket } from './rows';
import type { TicketsTable } from '../tickets/lifecycle/tables';
import { createTestDatabase, type TestDatabase } from './database';
import { withChannels, type UseCaseContext } from '../app/channels';
import type { SignedIn } from '../agents/sessions/session';

/** A shop with two agents and a clock, for tests of what agents do with tickets. */
export interface TicketWorld {
  test: TestDatabase;
  shop: MerchantId;
  /** Asha Rao, who owns what `ticketOf` makes unless told otherwise. */
  me: SignedIn;
  /** Dev Patel. */
  dev: SignedIn;
  context: UseCaseContext;
  /** Settable; the tests' time. */
  clock: { now: Date };
  ticketOf(given?: Partial<Insertable<TicketsTable>>): Promise<TicketId>;
  /** The live events since the last look. */
  told(): Promise<{ type: string; by: AgentId | null; ids: TicketId[]; logs: string[] }[]>;
  /** The log lines of a ticket, oldest first. */
  logsOf(id: TicketId): Promise<string[]>;
}

export async function createTicketWorld(): Promise<TicketWorld> {
  const test = await createTestDatabase();
  const { db } = test;
  const shop = await addMerchant(db, 'Shop');
  const clock = { now: new Date() };
  const signIn = async (first_name: string, last_name: string): Promise<SignedIn> => {
    const id = await addAgent(db, shop, { first_name, last_name });
    const rights = { can_assign_ticket_to_self: true, can_assign_ticket_to_other_agent: true, is_store_admin: false };
    const session = { sessionId: randomUUID(), merchantId: shop, mayUseInbox: true, expiresAt: new Date() };
    return { ...session, agent: { id, first_name, last_name, ...rights } };
  };
  const [me, dev] = [await signIn('Asha', 'Rao'), await signIn('Dev', 'Patel')];

  return {
    test,
    shop,
    me,
    dev,
    clock,
    context: withChannels({
      db,
      live: { committed: () => undefined, signal: () => undefined },
      outboxWoken: () => undefined,
      now: () => clock.now,
    }),
    async ticketOf(given) {
      const line = await addConversation(db, shop, given?.source ?? 'whatsapp');
      return addTicket(db, line, { status: 'open', owner_id: me.agent.id, ...given });
    },
    async told() {
      const rows = await db.selectFrom('live_events').selectAll().orderBy('seq').execute();
      await db.deleteFrom('live_events').execute();
      return rows.map(({ event: { type, by, tickets, items } }) => ({
        type,
        by,
        ids: tickets.map(({ id }) => id),
        logs: items.flatMap((item) => (item.content_type === 'log' ? [item.comment] : [])),
      }));
    },
    async logsOf(id) {
      const rows = await db
        .selectFrom('contents')
        .select('message')
        .where('ticket_id', '=', id)
        .where('content_type', '=', 'log')
        .orderBy('id')
        .execute();
      return rows.map(({ message }) => message);
    },
  };
}
