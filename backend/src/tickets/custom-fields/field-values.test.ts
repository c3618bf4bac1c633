import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { CustomFieldId, MerchantId, TicketId } from '@inbox/domain';
import { insertField } from './field-queries';
import { addAgent, addConversation, addMerchant, addTicket } from '../../testing/rows';
import { startTestInbox, type TestInbox } from '../../testing/inbox';

let inbox: TestInbox;
let shop: MerchantId;
let token: string;
let ticket: TicketId;
let city: CustomFieldId;
let colours: CustomFieldId;

beforeAll(async () => {
  inbox = await startTestInbox();
  shop = await addMerchant(inbox.db);
  const asha = await addAgent(inbox.db, shop);
  token = await inbox.signIn(shop, asha);
  const plain = { merchant_id: shop, parent_id: null, parent_option: null, options: [] };
  const free = { ...plain, is_required: false, is_fixed_values: false };
  city = await insertField(inbox.db, { ...free, field_name: 'City', field_type: 'single_input' });
  colours = await insertField(inbox.db, { ...free, field_name: 'Colours', field_type: 'multiple_input' });
});
beforeEach(async () => {
  const [owner] = await inbox.db.selectFrom('agents').select('id').where('merchant_id', '=', shop).execute();
  const line = await addConversation(inbox.db, shop);
  ticket = await addTicket(inbox.db, line, { status: 'open', owner_id: owner!.id });
});
afterAll(() => inbox.close());

async function post(payload: FormData | string) {
  const sent = new Response(payload);
  const { statusCode, json } = await inbox.app.inject({
    method: 'POST',
    url: `/api/inbox/ticket/${ticket}/field-values/`,
    headers: {
      authorization: token,
      'content-type': typeof payload === 'string' ? 'application/json' : (sent.headers.get('content-type') ?? ''),
    },
    payload: Buffer.from(await sent.arrayBuffer()),
  });
  return { status: statusCode, body: json<{ data?: unknown; error?: { message: string; code?: string } }>() };
}

function form(...entries: [name: string | number, text: string | Blob][]): FormData {
  const data = new FormData();
  for (const [name, text] of entries) data.append(String(name), text);
  return data;
}

describe('the form of a ticket’s fields', () => {
  it('is multipart, with a name for each text', async () => {
    const sent = form([city, 'Pune'], [colours, 'Red'], [colours, 'नीला'], ['rev', '0']);
    const data = { values: { [city]: ['Pune'], [colours]: ['Red', 'नीला'] }, rev: 1 };
    expect(await post(sent)).toMatchObject({ status: 200, body: { data } });
    expect(await post(form(['rev', '0'], [city, 'Agra']))).toMatchObject({
      status: 409,
      body: { error: { code: 'fields_changed' } },
    });
    // Nothing in it: nothing is said any more.
    expect(await post(form())).toMatchObject({ status: 200, body: { data: { values: {}, rev: 2 } } });
  });

  it('may be JSON of the same names', async () => {
    const sent = JSON.stringify({ [city]: 'Pune', [colours]: ['Red'] });
    const data = { values: { [city]: ['Pune'], [colours]: ['Red'] } };
    expect(await post(sent)).toMatchObject({ status: 200, body: { data } });
  });

  it.each<[string, () => FormData | string, number]>([
    ['a name that is no field’s id', () => form(['city', 'Pune']), 400],
    ['a name that all objects have', () => form(['__proto__', 'x']), 400],
    ['the same in JSON', () => '{"__proto__":{"1":"x"}}', 400],
    ['a text without an end', () => form([city, 'x'.repeat(20_000)]), 400],
    ['a file', () => form([city, new Blob(['x'])]), 413],
    ['texts without an end', () => form(...Array.from({ length: 2100 }, (): [number, string] => [colours, 'x'])), 413],
    ['a rev that is no number', () => form([city, 'Pune'], ['rev', 'x']), 409],
  ])('is refused with %s', async (_, sent, status) => {
    expect(await post(sent())).toMatchObject({ status, body: { error: { message: expect.any(String) } } });
    expect(inbox.faults).toEqual([]);
  });
});
