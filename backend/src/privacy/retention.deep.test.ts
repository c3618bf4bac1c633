import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, beforeAll, expect, it } from '@jest/globals';
import type { KnownSource, MerchantId, TicketId } from '@inbox/domain';
import { subDays } from 'date-fns/subDays';
import { openVault } from '../accounts/vault';
import { retentionCommands } from '../operations/admin/privacy/retention';
import { adminContext, runCommand } from '../operations/admin/testing';
import { createUploads } from '../platform/files/uploads';
import { withChannels, type UseCaseContext } from '../app/channels';
import { createTestDatabase, type TestDatabase } from '../testing/database';
import { addContent, addConversation, addMerchant, addTicket } from '../testing/rows';
import type { EraseDeps } from './erase/erase-customer';
import { applyRetention } from './retention';

let test: TestDatabase;
let dir: string;
let deps: EraseDeps;
let shop: MerchantId;
let slug: string;

beforeAll(async () => {
  test = await createTestDatabase();
  dir = await mkdtemp(join(tmpdir(), 'inbox-retention-'));
  const context: UseCaseContext = withChannels({
    db: test.db,
    live: { committed: () => undefined, signal: () => undefined },
    outboxWoken: () => undefined,
    now: () => new Date(),
  });
  deps = { context, uploads: createUploads(join(dir, 'uploads')), listDirs: [dir] };
});
afterAll(async () => {
  await test.drop();
  await rm(dir, { recursive: true });
});
beforeEach(async () => {
  await test.db.deleteFrom('retention_rules').execute();
  shop = await addMerchant(test.db);
  ({ slug } = await test.db.selectFrom('merchants').select('slug').where('id', '=', shop).executeTakeFirstOrThrow());
});

async function admin(...words: string[]): Promise<string[]> {
  const printed: string[] = [];
  const vault = await openVault(dir);
  const context = adminContext({ db: test.db, vault, print: (line) => void printed.push(line) });
  await runCommand(retentionCommands, ['retention', ...words], context);
  return printed;
}

interface Old {
  source?: KnownSource;
  status?: 'closed' | 'open';
  /** Days ago: the customer's last message, and the shop's. */
  received?: number;
  answered?: number;
}

async function addOld({ source = 'whatsapp', status = 'closed', received = 100, answered = received }: Old) {
  const line = await addConversation(test.db, shop, source);
  const received_at = subDays(new Date(), received);
  const closed_at = status === 'closed' ? new Date() : null;
  const ticket = await addTicket(test.db, line, { status, received_at, created_at: received_at, closed_at });
  await addContent(test.db, line, ticket, { created_at: received_at });
  await addContent(test.db, line, ticket, { actor: 'merchant', created_at: subDays(new Date(), answered) });
  return { ticket, customer: line.customerId };
}

const erasedTickets = async (): Promise<TicketId[]> => {
  const rows = await test.db
    .selectFrom('tickets')
    .select('id')
    .where('merchant_id', '=', shop)
    .where('erased_at', 'is not', null)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
};

it('erases what is closed and older, whichever side wrote last, by the rule of its channel', async () => {
  const old = await addOld({});
  await addOld({ status: 'open' });
  await addOld({ answered: 10 });
  await addOld({ received: 29 });
  await addOld({ source: 'email', received: 100 });
  const mail = await addOld({ source: 'email', received: 400 });

  const preview = await admin('set', '--merchant', slug, '--days', '30', '--dry-run');
  expect(preview).toEqual([
    expect.stringMatching(/^email +2 tickets +4 messages/),
    expect.stringMatching(/^whatsapp +1 tickets +2 messages/),
  ]);
  expect(await applyRetention(deps)).toBe(0);
  await admin('set', '--merchant', slug, '--days', '30');
  await admin('set', '--merchant', slug, '--channel', 'email', '--days', '365');
  expect((await admin('list', '--merchant', slug)).join('\n')).toMatch(
    /every other channel +30 days[^]*email +365 days/,
  );
  expect(await applyRetention(deps)).toBe(2);
  expect(await erasedTickets()).toEqual([old.ticket, mail.ticket]);
  expect(await applyRetention(deps)).toBe(0);
  const rows = await test.db
    .selectFrom('audit_records')
    .select('content')
    .where('merchant_id', '=', shop)
    .where('what', 'like', 'retention.%')
    .orderBy('seq')
    .execute();
  expect(rows.map(({ content }) => JSON.parse(content) as object)).toMatchObject([
    { what: 'retention.added', changes: { days: [null, 30] } },
    { what: 'retention.added', ids: { channel: 'email' } },
    { what: 'retention.erased', who: 'system', ids: { tickets: [old.ticket] } },
    { what: 'retention.erased', who: 'system', ids: { tickets: [mail.ticket] } },
  ]);
  await admin('clear', '--merchant', slug, '--channel', 'email');
  await expect(admin('clear', '--merchant', slug, '--channel', 'email')).rejects.toThrow('There is no such rule.');
  await expect(admin('set', '--merchant', slug, '--channel', 'fax', '--days', '3')).rejects.toThrow(
    'Allowed choices are whatsapp',
  );
  await expect(admin('set', '--merchant', slug, '--days', '0')).rejects.toThrow('--days takes');
});

it('erases a customer with the last of their tickets, and not before', async () => {
  const line = await addConversation(test.db, shop, 'whatsapp', { full_name: 'Meera Iyer', phone: '919876500077' });
  const old = subDays(new Date(), 100);
  const first = await addTicket(test.db, line, { status: 'closed', received_at: old, closed_at: old });
  const second = await addTicket(test.db, line, { status: 'open', received_at: old });
  await admin('set', '--merchant', slug, '--days', '30');
  await applyRetention(deps);
  const nameOf = async () =>
    (
      await test.db
        .selectFrom('customers')
        .select('full_name')
        .where('id', '=', line.customerId)
        .executeTakeFirstOrThrow()
    ).full_name;
  expect(await erasedTickets()).toEqual([first]);
  expect(await nameOf()).toBe('Meera Iyer');
  await test.db.updateTable('tickets').set({ status: 'closed', closed_at: old }).where('id', '=', second).execute();
  await applyRetention(deps);
  expect(await erasedTickets()).toEqual([first, second]);
  expect(await nameOf()).toBe('Erased customer');
});
