import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  change,
  closeWebhook,
  contents,
  deadLettersHere,
  deliver,
  delivery,
  here,
  items,
  message,
  openShop,
  openWebhook,
  SENDER,
  text,
} from '../meta/fixtures';
import { listSameCustomers } from '../../customers/join-queries';
import { newNumberOf } from './new-number';

beforeAll(openWebhook);
afterAll(closeWebhook);

const NEW = '919900000777';

const changed = (system: object = { wa_id: NEW }, from = SENDER) => ({
  ...message({
    type: 'system',
    system: {
      body: `Rohit changed from \u200e${from} to ${NEW}\u200e`,
      type: 'user_changed_number',
      ...system,
    },
  }),
  from,
});
const post = (given: object, name = 'Rohit Khanna') => {
  const { from } = given as { from: string };
  return deliver(delivery(change({ messages: [given], contacts: [{ profile: { name }, wa_id: from }] })));
};
const from = (number: string, body: string) => ({ ...text(body), from: number });
const rows = async () =>
  here.world.test.db
    .selectFrom('contents as c')
    .innerJoin('conversations as v', 'v.id', 'c.conversation_id')
    .innerJoin('customers as who', 'who.id', 'v.customer_id')
    .select(['c.message', 'v.id', 'v.contact', 'who.phone', 'who.id as customer'])
    .where('v.merchant_id', '=', here.shop.merchantId)
    .where('c.content_type', '<>', 'log')
    .orderBy('c.id')
    .execute();

describe('a customer with a new number', () => {
  beforeEach(() => openShop());

  it.each<[string, object]>([
    ['wa_id', { wa_id: NEW }],
    ['new_wa_id', { new_wa_id: NEW, wa_id: SENDER, type: 'customer_changed_number' }],
    ['words alone', {}],
  ])('is said in the thread, and keeps it (told by %s)', async (_how, system) => {
    await post(text('Where is it?'));
    await post(changed(system));
    await post(from(NEW, 'It is me'));
    const all = await rows();
    expect(new Set(all.map(({ id }) => id)).size).toBe(1);
    expect(all.map(({ message: words, contact, phone }) => [words, contact, phone])).toEqual([
      ['Where is it?', NEW, `+${NEW}`],
      [`Rohit changed from ${SENDER} to ${NEW}`, NEW, `+${NEW}`],
      ['It is me', NEW, `+${NEW}`],
    ]);
    expect((await items())[1]).toMatchObject({
      channel: { number_change: { from: `+${SENDER}`, to: `+${NEW}` } },
    });
    expect(await deadLettersHere()).toEqual([]);
  });

  it('is not the one who has the old number later', async () => {
    await post(text('Where is it?'));
    const news = changed();
    await post(news);
    await post(from(SENDER, 'Hello, I am Sana'), 'Sana');
    // Meta delivers again what it is not sure of.
    await post(news);
    const [rohit, , sana] = await rows();
    expect(await rows()).toHaveLength(3);
    expect(sana).toMatchObject({ contact: SENDER, phone: `+${SENDER}` });
    expect(sana?.customer).not.toBe(rohit?.customer);
  });

  it('has to write before anything but a template reaches the new number', async () => {
    await post(text('Where is it?'));
    await post(changed());
    const session = async () => {
      const [ticket] = await here.world.test.db
        .selectFrom('tickets')
        .select('session_expiry_at')
        .where('merchant_id', '=', here.shop.merchantId)
        .execute();
      return Number(ticket?.session_expiry_at);
    };
    const ended = await session();
    await post({ ...from(NEW, 'It is me'), timestamp: String(Math.floor(Date.now() / 1000)) });
    expect((await session()) - ended).toBeGreaterThan(20 * 3_600_000);
  });

  it('has written from the new number before its news came: the two are offered as one person', async () => {
    await post(text('Where is it?'));
    await post(from(NEW, 'It is me'));
    await post(changed());
    const [old, early, news] = await rows();
    expect(news?.id).toBe(old?.id);
    expect(early?.id).not.toBe(old?.id);
    expect(old?.contact).toBe(NEW);
    if (old === undefined) throw new Error('nothing came');
    const found = await listSameCustomers(here.world.test.db, here.shop.merchantId, old.id);
    expect(found?.matches).toMatchObject([{ id: early?.customer, by: 'phone' }]);
    await post(from(NEW, 'And now?'));
    expect((await rows()).at(-1)?.id).toBe(early?.id);
  });

  it('is known by the new number from the start where nothing came from the old one', async () => {
    await post(changed());
    await post(from(NEW, 'It is me'));
    expect(new Set((await rows()).map(({ id, contact }) => `${id} ${contact}`)).size).toBe(1);
    expect(await contents()).toHaveLength(2);
  });

  it('gets at the new number what has not left yet', async () => {
    await post(text('Where is it?'));
    const [content] = await contents();
    if (content === undefined) throw new Error('nothing came');
    await here.world.test.db
      .insertInto('outbox')
      .values({
        merchant_id: here.shop.merchantId,
        account_id: content.account_id,
        content_id: content.id,
        kind: 'whatsapp.text',
        payload: JSON.stringify({ to: SENDER, text: 'On its way', reply_to_wamid: null }),
      })
      .execute();
    await post(changed());
    const waiting = await here.world.test.db
      .selectFrom('outbox')
      .select('payload')
      .where('merchant_id', '=', here.shop.merchantId)
      .where('kind', '=', 'whatsapp.text')
      .execute();
    expect(waiting).toEqual([{ payload: { to: NEW, text: 'On its way', reply_to_wamid: null } }]);
  });

  it('of another merchant is not touched', async () => {
    await post(text('Mine'));
    const other = here.shop;
    await openShop();
    await post(changed());
    const [row] = await here.world.test.db
      .selectFrom('conversations')
      .select('contact')
      .where('merchant_id', '=', other.merchantId)
      .execute();
    expect(row?.contact).toBe(SENDER);
  });
});

it.each<[string, object, string | null]>([
  ['no number', { body: 'Rohit changed to a new number' }, null],
  ['the same number', { wa_id: SENDER }, null],
  ['words about another number', { body: 'changed from 911 234 5678 to 912 345 6789' }, null],
  ['a number with blanks and a plus', { body: `changed from +${SENDER} to +91 99000 00777` }, NEW],
  ['something that is none', { wa_id: 'IN.1349120865' }, null],
  ['a new security code', { type: 'customer_identity_changed', wa_id: NEW }, null],
])('a system message with %s', (_what, system, expected) => {
  expect(newNumberOf({ type: 'system', system: { type: 'user_changed_number', ...system } }, SENDER)).toBe(expected);
});
