import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { NO_FILTERS, type AgentId, type ListFilters, type MerchantId, type TicketId } from '@inbox/domain';
import fc from 'fast-check';
import { addContent, addConversation, addMerchant, addTicket, type TestConversation } from '../../testing/rows';
import { isAmongFound, isFound, readSearch } from './search';
import { createTestDatabase, type TestDatabase } from '../../testing/database';
import { listTickets } from '../list/ticket-list';

let test: TestDatabase;
let shop: MerchantId;
let lines: { meera: TestConversation; dev: TestConversation };
/** One with a name, an address and a subject; one with a phone number and messages; one of another shop. */
let meera: TicketId;
let dev: TicketId;

const MESSAGES = [
  "Where's my order #10482? It's the t-shirt",
  'मेरा ऑर्डर कहाँ है? कृपया बताइए',
  'என் ஆர்டர் எங்கே',
  'In die «Ufergasse», bitte – „fertig“ für ₹1,299। これは「東京」です',
  'ÄPFEL aus 100% Bio-Anbau: https://shop.example/kurta_rot',
  `${'quoted '.repeat(2_800)}sofar ${'older '.repeat(20_000)}toofar`,
];

beforeAll(async () => {
  test = await createTestDatabase();
  const { db } = test;
  shop = await addMerchant(db);
  const customer = { full_name: 'Meera Iyer', email: 'meera@mail.example', phone: '+919876543210' };
  lines = {
    meera: await addConversation(db, shop, 'email', customer),
    dev: await addConversation(db, shop, 'whatsapp', { full_name: 'Om', phone: '911111111111' }),
  };
  meera = await addTicket(db, lines.meera, { full_name: 'Meera Iyer', subject: '100% cotton_kurta' });
  dev = await addTicket(db, lines.dev, { full_name: 'Om', subject: 'x100 cottonXkurta' });
  for (const message of MESSAGES) await addContent(db, lines.dev, dev, { message });
  const elsewhere = await addConversation(db, await addMerchant(db), 'email', customer);
  const theirs = await addTicket(db, elsewhere, { full_name: 'Meera Iyer', subject: '100% cotton_kurta' });
  await addContent(db, elsewhere, theirs, { message: MESSAGES[0] ?? '' });
});

afterAll(() => test.drop());

async function find(search: string): Promise<TicketId[]> {
  const filters = { ...NO_FILTERS, search };
  const page = await listTickets(test.db, shop, { filters, pageSize: 10, since: null, now: new Date() });
  return page.tickets.map(({ id }) => id);
}

describe('a ticket is found by', () => {
  it.each([
    ['a part of the name, in any case', 'IYER'],
    ['the names in any order', 'iyer meera'],
    ['a part of the subject', '100% cotton'],
    ['an underline as itself', 'cotton_k'],
    ['the e-mail address', 'meera@mail'],
    ['the phone number as people write it', '098765 43210'],
    ['a part of the phone number', '8765'],
    ['a part with its trunk zero', '098765'],
    ['the phone number with marks of direction', '\u202a+91\u00a098765\u201143210\u202c'],
    ['the phone number with other dashes', '+91 98765\u201343210'],
    ['the phone number with dots', '91.98765.43210'],
    ['the phone number with slashes', '98765/43210'],
    ['a link to the phone', 'tel:+919876543210'],
    ['full-width digits', '\uff19\uff18\uff17\uff16\uff15\uff14\uff13\uff12\uff11\uff10'],
    ['digits of Hindi', '९८७६५ ४३२१०'],
    ['digits of Arabic', '٩٨٧٦٥٤٣٢١٠'],
    ['a zero in brackets', '+91 (0) 98765 43210'],
    ['00 for the plus', '0091 98765 43210'],
    ['an extension', '+91 98765 43210 ext. 4'],
    ['the name between slashes', '/Iyer\\'],
  ])('%s', async (_name, search) => {
    expect(await find(search)).toEqual([meera]);
  });

  it.each(['', '#'])('the number, written %sN', async (mark) => {
    expect(await find(`${mark}${meera}`)).toContain(meera);
    expect(await find(`${mark}999999`)).toEqual([]);
  });

  it.each([
    ['a word of a message', 'order'],
    ['a word in quotation marks', 'ufergasse'],
    ['one in those of another language', 'Fertig'],
    ['one in those of a script without spaces', '東京'],
    ['an amount without its currency', '299'],
    ['an amount with it', '₹1,299'],
    ['the beginning of one', 'orde'],
    ['words that do not stand together, in any case', 'SHIRT where'],
    ['a word with a hyphen', 't-shirt'],
    ['an apostrophe', "it's"],
    ['a number in a message', '#10482'],
    ['Hindi', 'ऑर्डर'],
    ['the beginning of a word in Hindi', 'कृप'],
    ['Tamil', 'ஆர்டர்'],
    ['letters beyond English, in any case', 'äpfel'],
    ['a part of an address', 'kurta rot'],
    ['a name of two letters', 'om'],
    ['what stands far down in a long mail', 'sofar'],
  ])('%s', async (_name, search) => {
    expect(await find(search)).toEqual([dev]);
  });
});

it('a search from the bot’s filter, which it forces, finds tickets of every status', async () => {
  const filters = { ...NO_FILTERS, search: 'meera', ticket_status: 'assigned_to_bot' as const };
  const under = async (change: Partial<ListFilters>) => {
    const request = { filters: { ...filters, ...change }, pageSize: 10, since: null, now: new Date() };
    return (await listTickets(test.db, shop, request)).tickets.map(({ id }) => id);
  };
  expect(await under({})).toEqual([meera]);
  expect(await under({ ticket_status: 'closed' })).toEqual([]);
  expect(await under({ agent_ids: Array.from({ length: 40 }, (_, n) => (n + 1) as AgentId) })).toEqual([meera]);
});

it('a number with its country is told from one of another country that ends alike', async () => {
  const { db } = test;
  const other = await addMerchant(db);
  const ids: TicketId[] = [];
  for (const phone of ['+6581234567', '+916581234567']) {
    ids.push(await addTicket(db, await addConversation(db, other, 'whatsapp', { phone })));
  }
  const found = async (search: string) => {
    const request = { filters: { ...NO_FILTERS, search }, pageSize: 10, since: null, now: new Date() };
    return (await listTickets(db, other, request)).tickets.map(({ id }) => id).sort((a, b) => a - b);
  };
  expect(await found('+65 8123 4567')).toEqual([ids[0]]);
  expect(await found('+91 65812 34567')).toEqual([ids[1]]);
  expect(await found('65812 34567')).toEqual(ids);
});

describe('nothing is found by', () => {
  it.each([
    ['what nobody said', 'nobody at all'],
    ['words of which one is missing', 'order yesterday'],
    ['words of two messages', '10482 ஆர்டர்'],
    ['the end of a word in a message', 'rder'],
    ['signs alone', '?!'],
    ['what a query language would take for its own', "order' | 'x"],
    ['the merchant’s number', ':'],
    ['what stands beyond what is read of a mail', 'toofar'],
  ])('%s', async (_name, search) => {
    expect(await find(search)).toEqual([]);
  });
});

describe('what changes', () => {
  it('is found as it is now', async () => {
    const ticket = await addTicket(test.db, lines.meera, { status: 'closed', full_name: 'Asha', subject: null });
    const content = await addContent(test.db, lines.meera, ticket, { message: 'peacock' });
    expect([await find('peacock'), await find('asha')]).toEqual([[ticket], [ticket]]);
    await test.db.updateTable('contents').set({ message: 'pigeon' }).where('id', '=', content).execute();
    await test.db.updateTable('tickets').set({ full_name: 'Usha' }).where('id', '=', ticket).execute();
    expect([await find('peacock'), await find('pigeon')]).toEqual([[], [ticket]]);
    expect([await find('asha'), await find('usha')]).toEqual([[], [ticket]]);
    await test.db.updateTable('contents').set({ deleted: true }).where('id', '=', content).execute();
    expect(await find('pigeon')).toEqual([]);
    await addContent(test.db, lines.meera, ticket, { content_type: 'log', actor: null, message: 'Closed by a falcon' });
    expect(await find('falcon')).toEqual([]);
    await test.db.deleteFrom('contents').where('ticket_id', '=', ticket).execute();
    await test.db.deleteFrom('tickets').where('id', '=', ticket).execute();
    expect(await find('usha')).toEqual([]);
  });
});

const pieces = [
  'om',
  'Meera',
  'iyer',
  'ord',
  '100%',
  'cotton_k',
  '@mail',
  '8765',
  '#1',
  'कृप',
  "it's",
  't-s',
  '9',
  '\\',
  '%',
  'x',
];

it('a search finds the same whether it looks at each ticket or asks the indexes', async () => {
  const texts = fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 4 })), {
    minLength: 1,
    maxLength: 3,
  });
  await fc.assert(
    fc.asyncProperty(texts, fc.constantFrom('', ' '), async (words, between) => {
      const search = readSearch(words.join(between).replaceAll('\0', ''));
      fc.pre(search !== null);
      const [looked, asked] = await Promise.all(
        [isFound(shop, search), isAmongFound(shop, search)].map((where) =>
          test.db
            .selectFrom('tickets')
            .select('id')
            .where('merchant_id', '=', shop)
            .where(where)
            .orderBy('id')
            .execute(),
        ),
      );
      expect(looked).toEqual(asked);
    }),
    { numRuns: 150 },
  );
});
