import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { END_OF_LIST, type ContentId, type TicketId } from '@inbox/domain';
import { addContent, addConversation, addMerchant, addTicket, type Line } from './fixtures';
import { readMarker } from './marker';
import { createTestDatabase, type TestDatabase } from './testing';
import { findInThread, listSiblings, readThread } from './thread';

let test: TestDatabase;
let line: Line;
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
}, 60_000);
afterAll(() => test.drop());

const page = (more: Partial<Parameters<typeof readThread>[2]> = {}) =>
  readThread(test.db, line.merchantId, { conversationId: line.conversationId, pageSize: 10, since: null, ...more });

describe('a page of a thread', () => {
  it('is as long as it must be to reach an item far above, with some before it', async () => {
    const [reached] = items.slice(17);
    const { content } = await page({ backTo: reached });
    expect(content.map(({ id }) => id)).toEqual(items.slice(12));
  });

  it('reaches back from where the page before ended', async () => {
    const first = await page();
    const since = readMarker(first.oldest_timestamp) ?? null;
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
