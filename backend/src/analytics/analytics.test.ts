import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { analyticsCalls } from '@inbox/api/analytics';
import { failureSchema } from '@inbox/api/wire';
import { daysAfter, dayOf, dayStart, END_OF_LIST, type AgentId, type MerchantId } from '@inbox/domain';
import { dataOf, startTestInbox, type CallParts, type TestInbox } from '../testing/inbox';
import { addEmbedSecret, scopedToken } from '../testing/scoped-token';
import { addAgent, addContent, addConversation, addMerchant, addTicket } from '../testing/rows';

const MINUTE = 60_000;
/** Noon in India: the day is the same for the whole file, whenever it runs. */
const NOON = Date.parse('2026-11-20T06:30:00Z');
jest.spyOn(Date, 'now').mockReturnValue(NOON);
const today = dayOf(NOON);
const [from, to] = [daysAfter(today, -3), daysAfter(today, -1)];
const [first, second] = [dayStart(from), dayStart(daysAfter(from, 1))];
const at = (time: number) => ({ created_at: new Date(time) });

let inbox: TestInbox;
let shop: MerchantId;
let asha: AgentId;
let admin: string;

beforeAll(async () => {
  inbox = await startTestInbox();
  inbox.clock.now = () => new Date(NOON);
  shop = await addMerchant(inbox.db);
  asha = await addAgent(inbox.db, shop);
  admin = await inbox.signIn(shop, await addAgent(inbox.db, shop, { is_store_admin: true }));
  await fill(shop);
  // The same at another shop, and outside of the range.
  await fill(await addMerchant(inbox.db));
  const line = await addConversation(inbox.db, shop);
  await addTicket(inbox.db, line, { ...at(first - 1), status: 'closed' });
  await addTicket(inbox.db, line, at(dayStart(today)));
});
afterAll(() => inbox.close());

/** Two tickets on the first day of the range, to the minute of the Indian clock, and one on the second. */
async function fill(merchant: MerchantId): Promise<void> {
  const { db } = inbox;
  const agent_id = merchant === shop ? asha : await addAgent(db, merchant);
  const chat = await addConversation(db, merchant, 'whatsapp', { full_name: 'Rohit', phone: '919876543210' });
  const mail = await addConversation(db, merchant, 'email', { full_name: 'Meera', email: 'meera@mail.example' });
  const early = await addTicket(db, chat, { ...at(first), status: 'closed' });
  const late = await addTicket(db, mail, { ...at(second - 1), status: 'open' });
  const next = await addTicket(db, chat, { ...at(second), status: 'unassigned' });
  const said = { actor: 'merchant' as const, agent_id, message: 'Hello' };
  await addContent(db, chat, early, { ...said, agent_id: null, ...at(first + MINUTE) });
  await addContent(db, chat, early, { ...said, ...at(first + 10 * MINUTE) });
  await addContent(db, chat, early, { ...said, ...at(first + 60 * MINUTE) });
  await addContent(db, mail, late, { ...said, ...at(second - 1 + 20 * MINUTE) });
  const survey = { ...said, details: JSON.stringify({ survey: true }) };
  await addContent(db, chat, next, { ...survey, ...at(second + MINUTE) });
  await addContent(db, chat, next, { message: '1 of my shirts is missing', ...at(second + 2 * MINUTE) });
  await addContent(db, chat, next, { message: '4/5', ...at(second + 3 * MINUTE) });
  await addContent(db, chat, next, { message: '1', ...at(second + 4 * MINUTE) });
  await addContent(db, mail, late, { ...survey, send_status: 'not_sent', ...at(second + MINUTE) });
  await addContent(db, mail, late, { ...survey, ...at(second + 2 * MINUTE) });
}

const figures = async (query: Record<string, string> = { from, to }, token = admin) =>
  inbox.call(token, 'analytics', { query });

describe('the figures', () => {
  it('are by day of the shop’s calendar, channel and status, with what became of each', async () => {
    const { days, total, ...of } = dataOf(analyticsCalls.analytics, await figures());
    expect(of).toEqual({ from, to, time_zone: 'Asia/Kolkata' });
    expect(days.map(({ day, tickets }) => [day, tickets])).toEqual([
      [from, 2],
      [daysAfter(from, 1), 1],
      [to, 0],
    ]);
    expect(days[0]).toMatchObject({
      by_channel: { whatsapp: 1, email: 1 },
      by_status: { closed: 1, open: 1 },
      first_response: { replied: 2, median_seconds: 900 },
      csat: { sent: 0, answered: 0, score: null },
    });
    expect(days[1]).toMatchObject({
      by_channel: { whatsapp: 1 },
      first_response: { replied: 0, median_seconds: null, p90_seconds: null },
      csat: { sent: 2, answered: 1, score: 4 },
    });
    expect(total).toMatchObject({
      tickets: 3,
      by_channel: { whatsapp: 2, email: 1 },
      first_response: { replied: 2, median_seconds: 900, p90_seconds: 1140 },
      csat: { sent: 2, answered: 1, score: 4 },
    });
  });

  it('come with the customers, page by page, the newest ticket first', async () => {
    const page = async (more: Record<string, string>) =>
      dataOf(
        analyticsCalls.analyticsCustomers,
        await inbox.call(admin, 'analyticsCustomers', { query: { from, to, page_size: '1', ...more } }),
      );
    const one = await page({});
    const two = await page({ fetch_since: one.oldest_timestamp });
    expect(one.customers).toMatchObject([{ full_name: 'Rohit', tickets: 2, open_tickets: 1, phone: '919876543210' }]);
    expect(two.customers).toMatchObject([{ full_name: 'Meera', tickets: 1, open_tickets: 1 }]);
    expect(two.oldest_timestamp).toBe(END_OF_LIST);
    const newest = await inbox.db
      .selectFrom('tickets')
      .select(['id', 'conversation_id'])
      .where('customer_id', '=', one.customers[0]!.customer_id)
      .orderBy('created_at', 'desc')
      .executeTakeFirstOrThrow();
    expect(one.customers[0]).toMatchObject({ ticket_id: newest.id, conversation_id: newest.conversation_id });
  });

  it.each<[string, Record<string, string>, string]>([
    ['ends in the future', { from, to: daysAfter(today, 1) }, 'to'],
    ['ends before it begins', { from: to, to: from }, 'from'],
    ['is too long', { from: daysAfter(today, -92), to: today }, 'to'],
    ['is no range', { from: 'yesterday', to }, 'from'],
  ])('are refused for a range that %s', async (_name, query, field) => {
    const parts: CallParts = { query };
    for (const name of ['analytics', 'analyticsCustomers'] as const) {
      const answered = await inbox.call(admin, name, parts);
      expect(answered.status).toBe(400);
      expect(Object.keys(failureSchema.parse(answered.body).error.fields ?? {})).toEqual([field]);
    }
  });

  it('are for store admins, and for narrow tokens of theirs that say so', async () => {
    const signer = await addEmbedSecret(inbox, shop);
    const boss = String(await addAgent(inbox.db, shop, { is_store_admin: true }));
    const token = (sub: string, scope: object) => scopedToken(signer, { sub, scope });
    const says = { analytics: true, panels: [] };
    const statuses = await Promise.all(
      [
        await inbox.signIn(shop, asha),
        await token(String(asha), says),
        await token(boss, { panels: [] }),
        await token(boss, { readOnly: true }),
        await token(boss, says),
        await token(boss, { analytics: true, tickets: [] }),
      ].map(async (each) => (await figures({ from, to }, each)).status),
    );
    expect(statuses).toEqual([403, 403, 403, 403, 200, 200]);
  });
});
