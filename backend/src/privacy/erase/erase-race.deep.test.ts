import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { withChannels, type UseCaseContext } from '../../app/channels';
import { inTransaction } from '../../platform/db/transaction';
import { receiveMessage } from '../../conversations/receive/receive-message';
import { createTestDatabase, type TestDatabase } from '../../testing/database';
import { until } from '../../testing/fake-graph';
import { addContent, addConversation, addMerchant, addTicket, type TestConversation } from '../../testing/rows';
import { eraseRows } from './erase-rows';
import { lockCustomerTraces } from './traces';

const CONTACT = '919876500099';

let test: TestDatabase;
let context: UseCaseContext;

beforeAll(async () => {
  test = await createTestDatabase();
  context = withChannels({
    db: test.db,
    live: { committed: () => undefined, signal: () => undefined },
    outboxWoken: () => undefined,
    now: () => new Date(),
  });
});
afterAll(() => test.drop());

const write = (line: TestConversation, message: string) =>
  receiveMessage(context, {
    merchantId: line.merchantId,
    accountId: line.accountId,
    source: 'whatsapp',
    externalId: `wamid.${message}`,
    contact: CONTACT,
    answers: [],
    from: { name: 'Meera Iyer', phone: `+${CONTACT}`, email: null },
    sentAt: new Date(),
    content_type: 'message',
    message_type: 'session',
    message,
    details: {},
    quotes: null,
    attachments: [],
  });

const waitsForLock = async (): Promise<boolean> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(test.db);
  return (rows[0]?.n ?? 0) > 0;
};

it.each(['open', 'closed'] as const)(
  'a message that arrives while its customer, with a ticket that is %s, is erased is of somebody new',
  async (status) => {
    const shop = await addMerchant(test.db);
    const line = await addConversation(test.db, shop, 'whatsapp', { full_name: 'Meera Iyer', phone: CONTACT });
    const ticket = await addTicket(test.db, line, { status });
    await addContent(test.db, line, ticket, { message: 'From before' });
    let arriving: Promise<unknown> | undefined;
    await inTransaction(test.db, async (tx) => {
      const traces = await lockCustomerTraces(tx, shop, [line.customerId]);
      arriving ??= write(line, 'From meanwhile');
      await until(waitsForLock);
      await eraseRows(tx, traces, new Date());
    });
    await arriving;
    const rows = await test.db
      .selectFrom('contents as c')
      .innerJoin('tickets as t', 't.id', 'c.ticket_id')
      .select(['c.message', 't.id', 't.customer_id'])
      .where('c.merchant_id', '=', shop)
      .where('c.content_type', '<>', 'log')
      .orderBy('c.id')
      .execute();
    expect(rows).toEqual([
      { message: '', id: ticket, customer_id: line.customerId },
      { message: 'From meanwhile', id: expect.any(Number), customer_id: expect.any(Number) },
    ]);
    expect(rows[1]?.id).not.toBe(ticket);
    expect(rows[1]?.customer_id).not.toBe(line.customerId);
  },
);
