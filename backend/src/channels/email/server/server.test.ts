import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { addChat, addOutgoing } from '../../../testing/outgoing';
import { openStore } from '../../../platform/db/connection';
import { addShop } from '../../../testing/channel-world';
import { startMailServer } from './server';
import { closeSmtp, contents, filesOnDisk, here, mail, openSmtp, openShop, plain, send } from '../fixtures';

beforeAll(openSmtp);
afterAll(closeSmtp);
beforeEach(openShop);

describe('the mail server', () => {
  it('takes a mail for a mailbox of ours, whatever its case, and makes a ticket of it', async () => {
    const raw = plain([
      'Message-ID: <one@home.example>',
      'Date: Fri, 02 Oct 2026 10:00:00 +0530',
      'Reply-To: r2@home.example',
    ]);
    expect(await send(raw, { to: [here.shop.externalId.toUpperCase()] })).toEqual({
      response: expect.stringMatching(/^250/),
    });
    expect(await contents()).toMatchObject([
      {
        external_id: '<one@home.example>',
        message: 'Where is my order?',
        details: {
          subject: 'Order 12',
          from: [{ email: 'Rohit@Home.example', name: 'Rohit Khanna' }],
          reply_to: [{ email: 'r2@home.example', name: '' }],
          html: null,
        },
      },
    ]);
    expect((await contents())[0]?.sent_at?.toISOString()).toMatch('2026-10-02T04:30:00');
    const { contact } = await here.world.test.db
      .selectFrom('conversations')
      .select('contact')
      .where('merchant_id', '=', here.shop.merchantId)
      .executeTakeFirstOrThrow();
    expect(contact).toBe('rohit@home.example');
  });

  it.each([
    ['in capitals', (box: string) => box.toUpperCase()],
    ['with a tag', (box: string) => box.replace('@', '+orders@')],
  ])('takes mail to a mailbox that is written %s', async (_, written) => {
    const answer = await send(plain(), { to: [written(here.shop.externalId)] });
    expect(answer).toEqual({ response: expect.stringMatching(/^250/) });
    expect(await contents()).toHaveLength(1);
  });

  it('takes mail from an address with two dots in a row and one before the @', async () => {
    const from = 'sato..taro.@post.example';
    expect(await send(mail([`From: ${from}`]), { from })).toEqual({ response: expect.stringMatching(/^250/) });
    expect(await contents()).toMatchObject([{ details: { from: [{ email: from, name: '' }] } }]);
  });

  it.each([
    ['a stranger’s mailbox', 'somebody@elsewhere.example'],
    ['a mailbox that is not there', 'nobody@shop.example'],
  ])('relays nothing to %s', async (_what, to) => {
    expect(await send(plain(), { to: [to] })).toMatchObject({ responseCode: 550 });
  });

  it('brings one mail for two merchants to each of them', async () => {
    const other = await addShop(here.world, 'email');
    await send(plain(['Message-ID: <both@home.example>']), { to: [here.shop.externalId, other.externalId] });
    expect(await contents()).toHaveLength(1);
    expect(await contents(other)).toHaveLength(1);
  });

  it('asks for a mail again while the database is away', async () => {
    const { db, close } = openStore({ url: here.world.test.url, log: () => undefined });
    await db.selectFrom('merchants').select('id').limit(1).execute();
    const away = await startMailServer({
      ...here.world,
      context: { ...here.world.context, db },
      port: 0,
      host: '127.0.0.1',
    });
    await close();
    expect(await send(plain(), { port: away.port })).toMatchObject({ responseCode: 451 });
    await away.close();
  });

  it('says in one line that its port is taken', async () => {
    const starting = startMailServer({ ...here.world, port: here.door.port, host: '127.0.0.1' });
    await expect(starting).rejects.toThrow(`Port ${here.door.port} is taken. Set INBOX_SMTP_PORT to another one.`);
  });
});

describe('the same mail twice', () => {
  it.each([
    ['with a Message-ID', ['Message-ID: <twice@home.example>']],
    ['without one', []],
  ])('%s makes one message, though it came by another way', async (_what, headers) => {
    const raw = plain(['Date: Fri, 02 Oct 2026 10:00:00 +0530', ...headers]);
    await Promise.all(Array.from({ length: 10 }, async (_, hop) => send(`Received: by hop${hop}\r\n${raw}`)));
    expect(await contents()).toHaveLength(1);
  });

  it('leaves no second copy of its files', async () => {
    const headers = ['Message-ID: <file@home.example>', 'Content-Type: text/csv; name=a.csv'];
    await send(plain(headers, 'a,b'));
    const before = await filesOnDisk();
    await send(plain(headers, 'a,b'));
    expect(await filesOnDisk()).toEqual(before);
  });

  it('is not what two mails with one Message-ID are', async () => {
    const id = ['Message-ID: <always-the-same@printer.example>'];
    for (const body of ['one', 'two', 'two', 'one']) await send(plain(id, body));
    expect((await contents()).map(({ message }) => message)).toEqual(['one', 'two']);
  });
});

describe('a thread', () => {
  const conversationIds = async () => new Set((await contents()).map((row) => row.conversation_id));

  it.each([
    ['In-Reply-To', ['In-Reply-To: <first@home.example>']],
    ['two ids in one In-Reply-To', ['In-Reply-To: <stranger@x.example> <first@home.example>']],
    ['References alone', ['References: <older@x.example> <first@home.example>']],
    ['folded References', ['References: <older@x.example>', ' <first@home.example>', '\t<newer@x.example>']],
  ])('goes on by %s', async (_what, headers) => {
    await send(plain(['Message-ID: <first@home.example>']));
    await send(plain(['Message-ID: <second@home.example>', ...headers], 'And?'));
    expect((await conversationIds()).size).toBe(1);
  });

  it('goes on where the nearest known mail is', async () => {
    await send(plain(['Message-ID: <a@home.example>'], 'a'));
    await send(plain(['Message-ID: <b@home.example>'], 'b'));
    await send(plain(['Message-ID: <c@home.example>', 'References: <a@home.example> <b@home.example>'], 'c'));
    const [, b, c] = await contents();
    expect(c?.conversation_id).toBe(b?.conversation_id);
  });

  it('goes on from what we have answered', async () => {
    const line = await addChat(here.world, here.shop, 'email');
    await addOutgoing(here.world, line, 'Packed.');
    const [ours] = await contents();
    await send(plain(['Message-ID: <thanks@home.example>', `In-Reply-To: ${ours?.external_id}`], 'Thanks'));
    expect((await contents()).at(-1)?.conversation_id).toBe(line.conversationId);
  });

  it('of another merchant is never joined', async () => {
    await send(plain(['Message-ID: <private@home.example>']));
    const [theirs] = await contents();
    await openShop();
    await send(plain(['Message-ID: <spy@home.example>', 'In-Reply-To: <private@home.example>']));
    expect((await contents())[0]?.conversation_id).not.toBe(theirs?.conversation_id);
  });

  it('begins with every mail that answers nothing, for one customer', async () => {
    await send(plain(['Message-ID: <x@home.example>']));
    await send(plain(['Message-ID: <y@home.example>']));
    expect((await conversationIds()).size).toBe(2);
    const customers = await here.world.test.db
      .selectFrom('customers')
      .select('id')
      .where('merchant_id', '=', here.shop.merchantId)
      .execute();
    expect(customers).toHaveLength(1);
  });
});
