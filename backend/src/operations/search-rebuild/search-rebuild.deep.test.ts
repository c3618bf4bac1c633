import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ContentId, MerchantId } from '@inbox/domain';
import { sql } from 'kysely';
import { addContent, addConversation, addMerchant, addTicket } from '../../testing/rows';
import { createTestDatabase, type TestDatabase } from '../../testing/database';
import { rebuildBatch } from './rebuild-batch';
import { rebuildSearch } from '.';

let test: TestDatabase;
beforeAll(async () => void (test = await createTestDatabase()));
afterAll(() => test.drop());

const NEVER = new AbortController().signal;

/** A shop with messages as an older release has stored them: without words. */
async function addShop(stored: readonly { message: string; html?: string }[]) {
  const merchantId = await addMerchant(test.db);
  const line = await addConversation(test.db, merchantId, 'email');
  const ticket = await addTicket(test.db, line, { subject: '«Bäckerweg»' });
  const ids: ContentId[] = [];
  for (const { message, html } of stored) {
    const mail = { content_type: 'email' as const, message, ...(html && { details: JSON.stringify({ html }) }) };
    ids.push(await addContent(test.db, line, ticket, mail));
  }
  const last_message = JSON.stringify({ message: stored.at(-1)?.message });
  await test.db.updateTable('tickets').set({ last_message }).where('id', '=', ticket).execute();
  await sql`update search_texts set words = '' where merchant_id = ${merchantId}`.execute(test.db);
  await sql`update merchants set search_rebuilt_until = 0 where id = ${merchantId}`.execute(test.db);
  return { merchantId, ids };
}

const messages = async (merchantId: MerchantId) =>
  (
    await test.db.selectFrom('contents').select('message').where('merchant_id', '=', merchantId).orderBy('id').execute()
  ).map(({ message }) => message);

async function found(merchantId: MerchantId, text: string): Promise<(ContentId | null)[]> {
  const query = sql<{ content_id: ContentId | null }>`select content_id from search_texts
    where words @@ search_query(${merchantId}::bigint, ${text}::text) order by content_id`;
  return (await query.execute(test.db)).rows.map(({ content_id }) => content_id && (Number(content_id) as ContentId));
}

describe('what an older release stored', () => {
  it('has its words by the present rule, in messages and in the subject', async () => {
    const { merchantId, ids } = await addShop([{ message: 'Ist «Müller» da?' }]);
    expect(await rebuildSearch({ db: test.db, log: () => undefined, pauseMs: 0 }, NEVER)).toBe(1);
    expect(await found(merchantId, 'müller')).toEqual(ids);
    expect(await found(merchantId, 'bäckerweg')).toEqual([null]);
  });

  it.each([
    ['made from HTML has letters in place of their names', 'Gr&uuml;&szlig;e', '<p>Gr&uuml;&szlig;e</p>', 'Grüße'],
    ['made from HTML has no soft hyphens', 'Rech\u00adnung', '<p>Rech&shy;nung</p>', 'Rechnung'],
    ['that its sender wrote beside the HTML stays', 'See &uuml; there', '<p>Look at &uuml;</p>', 'See &uuml; there'],
    ['without HTML stays', 'The name is &uuml;', undefined, 'The name is &uuml;'],
  ])('a text %s, in the row of the list too', async (_name, message, html, expected) => {
    const { merchantId } = await addShop([{ message, ...(html !== undefined && { html }) }]);
    await rebuildSearch({ db: test.db, log: () => undefined, pauseMs: 0 }, NEVER);
    expect(await messages(merchantId)).toEqual([expected]);
    const tickets = test.db.selectFrom('tickets').select('last_message').where('merchant_id', '=', merchantId);
    expect(await tickets.executeTakeFirstOrThrow()).toMatchObject({ last_message: { message: expected } });
  });

  it('is brought up to date in steps that go on where the last one stopped, and once', async () => {
    const { merchantId, ids } = await addShop([{ message: 'One' }, { message: 'Two' }, { message: 'Three' }]);
    expect(await rebuildBatch(test.db, merchantId, 2)).toBe(true);
    expect([await found(merchantId, 'two'), await found(merchantId, 'three')]).toEqual([[ids[1]], []]);
    const lines: string[] = [];
    expect(await rebuildSearch({ db: test.db, log: (line) => lines.push(line), size: 2, pauseMs: 0 }, NEVER)).toBe(1);
    expect(await found(merchantId, 'three')).toEqual([ids[2]]);
    expect(await rebuildSearch({ db: test.db, log: (line) => lines.push(line) }, NEVER)).toBe(0);
    expect(lines).toHaveLength(2);
  });

  it('waits for no row that is locked', async () => {
    const { merchantId, ids } = await addShop([{ message: 'One' }]);
    await test.db.transaction().execute(async (tx) => {
      await sql`select 1 from search_texts where content_id = ${ids[0]} for update`.execute(tx);
      expect(await rebuildBatch(test.db, merchantId, 10)).toBe(false);
    });
    expect(await found(merchantId, 'bäckerweg')).toEqual([null]);
  });
});
