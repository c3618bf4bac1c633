import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { END_OF_LIST, type ContentId, type TicketId } from '@inbox/domain';
import { textBeginning } from '@inbox/domain/conversation';
import { addContent, addConversation, addMerchant, addTicket, type TestConversation } from '../../testing/rows';
import { readCursor } from '../../platform/db/cursor';
import { partLongMails } from '../../platform/db/migrations/017_long_mails';
import type { ContentDetails } from './content-details';
import { findWholeMail, insertWholeMail, splitLongMail } from './long-mails';
import { createTestDatabase, type TestDatabase } from '../../testing/database';
import { findInThread, listSiblings, readThread } from './thread';

let test: TestDatabase;
let line: TestConversation;
let old: TicketId;
let running: TicketId;
const items: ContentId[] = [];

beforeAll(async () => {
  test = await createTestDatabase();
  const merchant = await addMerchant(test.db);
  line = await addConversation(test.db, merchant);
  old = await addTicket(test.db, line, { status: 'closed' });
  running = await addTicket(test.db, line, { status: 'open' });
  for (let n = 0; n < 60; n++) {
    const message = n % 20 === 0 ? `Order ${n}: 100% cotton_shirt` : `message ${n}`;
    const created_at = new Date(Date.UTC(2026, 10, 1, 0, n));
    items.push(await addContent(test.db, line, n < 30 ? old : running, { message, created_at }));
  }
});
afterAll(() => test.drop());

const page = (more: Partial<Parameters<typeof readThread>[2]> = {}) =>
  readThread(test.db, line.merchantId, { conversationId: line.conversationId, pageSize: 10, since: null, ...more });

describe('a long mail', () => {
  const html = `<p>${'Where is my order? '.repeat(10)}</p>`.repeat(3_000);
  const text = 'All the orders of the year.\n'.repeat(20_000);

  async function stored(details: ContentDetails, message: string) {
    const own = await addConversation(test.db, line.merchantId);
    const ticket = await addTicket(test.db, own);
    const split = splitLongMail(details);
    const id = await addContent(test.db, own, ticket, {
      content_type: 'email',
      message,
      details: JSON.stringify(split.details),
    });
    if (split.whole !== null) await insertWholeMail(test.db, line.merchantId, id, split.whole);
    const asked = { conversationId: own.conversationId, pageSize: 10, since: null };
    const row = await test.db.selectFrom('contents').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    const { content } = await readThread(test.db, line.merchantId, asked);
    return { id, row, item: content.at(-1) };
  }

  it('has its beginning in its row, and all of it beside, for who asks', async () => {
    const { id, row, item } = await stored({ subject: 'Long', html }, text);
    expect(row.details.html?.length).toBeLessThan(html.length / 4);
    expect(item).toMatchObject({ html: row.details.html, whole: { length: html.length } });
    expect(await findWholeMail(test.db, line.merchantId, id)).toBe(html);
  });

  it('without HTML shows the beginning of its text, and tells how long it is', async () => {
    const { id, item } = await stored({ subject: 'Long' }, text);
    expect(item).toMatchObject({ html: null, message: textBeginning(text), whole: { length: text.length } });
    expect(await findWholeMail(test.db, line.merchantId, id)).toBe(text);
  });

  it('that is not long stands whole in its row', async () => {
    const { id, item } = await stored({ subject: 'Short', html: '<p>Hello</p>' }, 'Hello');
    expect(item).toMatchObject({ html: '<p>Hello</p>', message: 'Hello' });
    expect(item).not.toHaveProperty('whole');
    expect(await findWholeMail(test.db, line.merchantId, id)).toBe('<p>Hello</p>');
  });

  it('that was stored whole before is parted by the migration', async () => {
    const own = await addConversation(test.db, line.merchantId);
    const details = JSON.stringify({ subject: 'Old', html });
    const id = await addContent(test.db, own, await addTicket(test.db, own), { content_type: 'email', details });
    await partLongMails(test.db);
    const row = await test.db.selectFrom('contents').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect(row.details).toEqual(splitLongMail({ subject: 'Old', html }).details);
    expect(await findWholeMail(test.db, line.merchantId, id)).toBe(html);
  });
});

describe('a page of a thread', () => {
  it('is as long as it must be to reach an item far above, with some before it', async () => {
    const [reached] = items.slice(17);
    const { content } = await page({ backTo: reached });
    expect(content.map(({ id }) => id)).toEqual(items.slice(12));
  });

  it('reaches back from where the page before ended', async () => {
    const first = await page();
    const since = readCursor(first.oldest_timestamp) ?? null;
    const { content, oldest_timestamp } = await page({ since, backTo: items[0] });
    expect(content.map(({ id }) => id)).toEqual(items.slice(0, 50));
    expect(oldest_timestamp).toBe(END_OF_LIST);
  });

  it('is an ordinary one when the item is in another conversation', async () => {
    const other = await addConversation(test.db, line.merchantId);
    const strange = await addContent(test.db, other, await addTicket(test.db, other));
    expect((await page({ backTo: strange })).content).toHaveLength(10);
  });
});

it('tells where each ticket of a conversation begins', async () => {
  const empty = await addTicket(test.db, line, { status: 'closed' });
  expect(await listSiblings(test.db, line.merchantId, line.conversationId)).toMatchObject([
    { id: old, first_item_id: items[0] },
    { id: running, first_item_id: items[30] },
    { id: empty, first_item_id: null },
  ]);
});

describe('a search in a conversation', () => {
  const find = (text: string, merchantId = line.merchantId) =>
    findInThread(test.db, merchantId, line.conversationId, text);

  it('finds a text in any case, newest first', async () => {
    const answer = await find('oRDER');
    expect(answer?.found.map(({ id }) => id)).toEqual([items[40], items[20], items[0]]);
    expect(answer?.more).toBe(false);
  });

  it.each([
    ['100%', 3],
    ['%', 3],
    ['n_s', 3],
    ['e_2', 0],
    ['\\', 0],
  ])('takes %s for the text that it is', async (text, count) => {
    expect((await find(text))?.found).toHaveLength(count);
  });

  it('finds the subjects of mails and nothing that was deleted', async () => {
    const details = JSON.stringify({ subject: 'Invoice 77' });
    const mail = await addContent(test.db, line, running, { content_type: 'email', message: 'x', details });
    await addContent(test.db, line, running, { message: 'invoice 77 as well', deleted: true });
    expect((await find('invoice 77'))?.found.map(({ id }) => id)).toEqual([mail]);
  });

  it("knows no other merchant's conversation", async () => {
    expect(await find('order', await addMerchant(test.db))).toBeUndefined();
  });
});
