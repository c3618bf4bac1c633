import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import fastify from 'fastify';
import fc from 'fast-check';
import { addAccount } from '../../../accounts/accounts';
import { openStore } from '../../../platform/db/connection';
import { addShop, type Shop } from '../../../testing/channel-world';
import { metaReaders } from '../../../app/channels';
import { metaWebhook } from './webhook';
import {
  change,
  closeWebhook,
  contents,
  deliver,
  delivery,
  here,
  deadLetters,
  deadLettersHere,
  openWebhook,
  openShop,
  sign,
  text,
} from '../fixtures';

beforeAll(openWebhook);
afterAll(closeWebhook);
beforeEach(openShop);

describe('the verification of the address', () => {
  const ask = (query: Record<string, string>) => here.app.inject({ method: 'GET', url: '/channels/meta', query });

  it('answers the challenge to who has an account’s verify token', async () => {
    const asked = {
      'hub.mode': 'subscribe',
      'hub.verify_token': here.shop.verifyToken,
      'hub.challenge': '<b>1158201444',
    };
    const { statusCode, body, headers } = await ask(asked);
    expect([statusCode, body]).toEqual([200, '<b>1158201444']);
    expect(headers['content-type']).toMatch('text/plain');
  });

  it.each([
    [403, { 'hub.mode': 'subscribe', 'hub.verify_token': 'guessed', 'hub.challenge': '1' }],
    [400, { 'hub.mode': 'unsubscribe', 'hub.verify_token': 'any', 'hub.challenge': '1' }],
    [400, {}],
  ])('is refused with %i: %j', async (status, query) => {
    expect((await ask(query)).statusCode).toBe(status);
  });
});

describe('a delivery', () => {
  it.each<[string, (body: string) => Record<string, string>]>([
    ['unsigned', () => ({})],
    ['signed with a wrong secret', (body) => ({ 'x-hub-signature-256': sign('guessed', body) })],
    ['signed for other bytes', (body) => ({ 'x-hub-signature-256': sign(here.shop.appSecret, `${body} `) })],
    ['with half a signature', () => ({ 'x-hub-signature-256': 'sha256=00' })],
  ])('%s is refused, and nothing of it stays', async (_what, headers) => {
    const before = await deadLetters();
    const payload = JSON.stringify(delivery(change({ messages: [text('Let me in')] })));
    const answer = await here.app.inject({ method: 'POST', url: '/channels/meta', payload, headers: headers(payload) });
    expect(answer.statusCode).toBe(401);
    expect(await contents()).toEqual([]);
    expect(await deadLetters()).toEqual(before);
  });

  it('makes a ticket with the message, from the customer by name, at the channel’s own time', async () => {
    expect(await deliver(delivery(change({ messages: [text('Where is my order?')] })))).toBe(200);
    const [row] = await contents();
    expect(row).toMatchObject({ actor: 'customer', content_type: 'message', message: 'Where is my order?' });
    const ticket = await here.world.test.db
      .selectFrom('tickets')
      .selectAll()
      .where('merchant_id', '=', here.shop.merchantId)
      .executeTakeFirstOrThrow();
    expect(ticket).toMatchObject({
      full_name: 'Rohit Khanna',
      status: 'unassigned',
      unread_count: 1,
      source: 'whatsapp',
    });
    expect(ticket.session_expiry_at).toEqual(row?.sent_at);
  });

  it('that comes ten times at once makes one message', async () => {
    const body = delivery(change({ messages: [text('Once')] }));
    const answers = await Promise.all(Array.from({ length: 10 }, async () => deliver(body)));
    expect(answers).toEqual(Array.from({ length: 10 }, () => 200));
    expect(await contents()).toHaveLength(1);
  });

  it('with messages and reports of several accounts of one app brings each to its own', async () => {
    const sister = await addSister();
    const body = delivery(
      change({ messages: [text('one'), text('two')] }),
      change({ messages: [text('three')] }, sister),
    );
    expect(await deliver(body)).toBe(200);
    expect((await contents()).map((row) => row.message)).toEqual(['one', 'two']);
    expect((await contents(sister)).map((row) => row.message)).toEqual(['three']);
  });

  it('cannot bring a message to an account of another app', async () => {
    const other = await addShop(here.world, 'whatsapp');
    expect(
      await deliver(delivery(change({ messages: [text('one')] }), change({ messages: [text('forged')] }, other))),
    ).toBe(200);
    expect(await contents(other)).toEqual([]);
    expect(await contents()).toHaveLength(1);
    expect((await deadLetters()).at(-1)).toMatchObject({
      merchant_id: null,
      reason: expect.stringContaining(other.externalId),
    });
  });

  it('keeps what it does not understand to the byte, and the rest goes on', async () => {
    const strange = { id: 'wamid.no-sender' };
    expect(await deliver(delivery(change({ messages: [strange, text('fine')] })))).toBe(200);
    expect((await contents()).map((row) => row.message)).toEqual(['fine']);
    const [row] = await deadLettersHere();
    expect(JSON.parse(row?.body.toString() ?? '')).toMatchObject({
      entry: [{ changes: [{ field: 'messages', value: { messages: [strange] } }] }],
    });

    const alone = `  ${JSON.stringify(delivery({ field: 'account_update', value: { metadata: { phone_number_id: here.shop.externalId } } }))}\n`;
    expect(await deliver(alone)).toBe(200);
    expect(await deliver(alone)).toBe(200);
    expect((await deadLettersHere()).slice(1).map(({ body }) => body.toString())).toEqual([alone]);
  });

  it.each([
    ['is no JSON', 'no JSON'],
    [
      'is nested 300,000 deep',
      JSON.stringify(delivery()).replace('[]', `${'['.repeat(300_000)}${']'.repeat(300_000)}`),
    ],
    ['is of another product', JSON.stringify({ object: 'page', entry: [{ id: '1', messaging: [{}] }] })],
    ['names no account', JSON.stringify({ object: 'whatsapp_business_account', entry: [{ id: '1', changes: [{}] }] })],
    [
      'names an account that is not set up',
      JSON.stringify(delivery({ field: 'messages', value: { metadata: { phone_number_id: '0' }, messages: [{}] } })),
    ],
  ])('that %s is kept when an account’s secret signed it', async (_what, body) => {
    expect(await deliver(body)).toBe(200);
    expect((await deadLetters()).map((row) => row.body.toString())).toContain(body);
  });

  it('is asked for again while the database is away', async () => {
    const { db, close } = openStore({ url: here.world.test.url, log: () => undefined });
    await db.selectFrom('merchants').select('id').limit(1).execute();
    const away = fastify();
    await away.register(metaWebhook({ ...here.world, readers: metaReaders, context: { ...here.world.context, db } }));
    await close();
    expect(await deliver(delivery(change({ messages: [text('Later')] })), here.shop.appSecret, away)).toBe(500);
    await away.close();
    expect(here.world.lines.at(-1)).toMatch('could not be stored');
  });

  it('of any content at all is taken and lost nowhere', async () => {
    const part = fc.oneof(
      fc.jsonValue(),
      fc.record({ id: fc.string(), from: fc.string(), type: fc.string(), text: fc.jsonValue() }),
    );
    const value = fc.record({ messages: fc.array(part), statuses: fc.array(part), contacts: fc.array(fc.jsonValue()) });
    const any = fc.oneof(
      fc.jsonValue(),
      fc.array(fc.record({ id: fc.string(), changes: fc.jsonValue() })).map((entry) => ({ object: 'x', entry })),
      value.map((each) => ({ ...delivery(), entry: [{ id: randomUUID(), changes: [change(each)] }] })),
    );
    await fc.assert(
      fc.asyncProperty(any, async (body) => {
        const before = (await deadLetters()).length + (await contents()).length;
        const bytes = JSON.stringify({
          unique: randomUUID(),
          ...(typeof body === 'object' && !Array.isArray(body) ? body : { body }),
        });
        expect(await deliver(bytes)).toBe(200);
        expect((await deadLetters()).length + (await contents()).length).toBeGreaterThan(before);
      }),
      { numRuns: 60 },
    );
  });
});

/** Another merchant's number that is registered with this shop's app: one secret signs for both. */
async function addSister(): Promise<Shop> {
  const sister = await addShop(here.world, 'whatsapp');
  const externalId = randomUUID();
  const accountId = await addAccount(here.world.test.db, here.world.vault, sister.merchantId, {
    kind: 'whatsapp',
    external_id: externalId,
    name: 'Sister',
    address: null,
    out_url: 'http://127.0.0.1:9',
    credentials: { access_token: 'other', app_secret: here.shop.appSecret, verify_token: 'other' },
  });
  return { ...sister, accountId, externalId };
}
