import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerExotel, callIn, reportCall, type PhoneLine, type SimulatedCall } from '@inbox/simulate';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { AccountId, TicketId } from '@inbox/domain';
import { createTelephony } from './telephony';
import { addAccount } from '../../accounts/accounts';
import { phoneAccounts } from './account';
import { openVault, type Vault } from '../../accounts/vault';
import { callCustomer } from '../../calls/call-customer';
import { createTicketWorld, type TicketWorld } from '../../testing/ticket-world';
import { createApp } from '../../app/api/app';
import { exotelWebhook } from './webhook';
import pino from 'pino';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

let world: TicketWorld;
let vault: Vault;
let dir: string;
let inbox: ReturnType<typeof createApp>;
let inboxUrl: string;
let provider: Server;
let line: PhoneLine;
let accountId: AccountId;
const calls: SimulatedCall[] = [];
const logged: string[] = [];
const lines: PhoneLine[] = [];
const log = (text: string) => void logged.push(text);

beforeAll(async () => {
  world = await createTicketWorld();
  dir = await mkdtemp(join(tmpdir(), 'telephony-'));
  vault = await openVault(dir);
  inbox = createApp({ logger: pino({}, { write: log }) });
  await inbox.register(exotelWebhook({ context: world.context, log }));
  inboxUrl = await inbox.listen({ port: 0, host: '127.0.0.1' });
  const answer = answerExotel({ lines, onCall: (call) => void calls.push(call) });
  provider = createServer((request, response) => void (answer(request, response) || response.destroy()));
  await once(provider.listen(0, '127.0.0.1'), 'listening');
  await world.test.db
    .updateTable('agents')
    .set({ phone: '+919000000001' })
    .where('id', '=', world.me.agent.id)
    .execute();
});

afterAll(async () => {
  await inbox.close();
  provider.close();
  provider.closeAllConnections();
  await world.test.drop();
  await rm(dir, { recursive: true });
});

beforeEach(async () => {
  const unique = String(Math.floor(1e9 + Math.random() * 9e9));
  line = {
    kind: 'phone',
    merchant: 'Shop',
    number: `+91${unique}`,
    account_sid: `shop${unique}`,
    api_key: 'key',
    api_token: 'a token nobody may see',
    webhook_secret: `a-secret-of-the-door-${unique}`,
  };
  lines.splice(0, lines.length, line);
  accountId = await addLine(`http://127.0.0.1:${(provider.address() as AddressInfo).port}/exotel`);
});

afterEach(() => {
  calls.length = 0;
  logged.length = 0;
});

async function addLine(out_url: string): Promise<AccountId> {
  const { account_sid, api_key, api_token, webhook_secret, number } = line;
  const account = phoneAccounts.toStored({
    kind: 'phone',
    external_id: number,
    name: 'Care line',
    address: number,
    out_url,
    credentials: { account_sid, api_key, api_token, webhook_secret, inbox_url: inboxUrl },
  });
  return addAccount(world.test.db, vault, world.shop, account);
}

/** A phone ticket of Asha's, whose customer has this number. */
async function phoneTicket(phone = '+919812345670'): Promise<TicketId> {
  const ticket = await world.ticketOf({ source: 'phone' });
  const { customer_id } = await world.test.db
    .selectFrom('tickets')
    .select('customer_id')
    .where('id', '=', ticket)
    .executeTakeFirstOrThrow();
  await world.test.db.updateTable('customers').set({ phone }).where('id', '=', customer_id).execute();
  return ticket;
}

const place = (ticketId: TicketId, who = world.me, account = accountId) =>
  callCustomer(world.context, createTelephony(world.test.db, vault, log), who, { ticketId, accountId: account });

async function placed(ticket: TicketId): Promise<SimulatedCall> {
  await place(ticket);
  const [call] = calls;
  if (call === undefined) throw new Error('The provider heard of no call.');
  return call;
}

const TAKEN = 'Your phone ending in 0001 rings first. Pick it up to be connected.';

describe('a call that an agent places', () => {
  it('rings the agent, then the customer, and its steps stand in the thread', async () => {
    const ticket = await phoneTicket();
    expect(await place(ticket)).toBe(TAKEN);
    expect(calls).toMatchObject([{ from: '+919000000001', to: '+919812345670' }]);
    for (const event of ['answered', 'terminal'] as const) await reportCall(inboxUrl, calls[0] as SimulatedCall, event);
    expect(await world.logsOf(ticket)).toEqual([
      'Asha Rao calls the customer.',
      'The customer answered the call.',
      'The call ended after 2 min 5 s.',
    ]);
  });

  it('says that nobody answered', async () => {
    const ticket = await phoneTicket('+919812345679');
    await reportCall(inboxUrl, await placed(ticket), 'terminal');
    expect(await world.logsOf(ticket)).toEqual([
      'Asha Rao calls the customer.',
      'Asha Rao called the customer: no answer.',
    ]);
  });

  it('is told of once, however often and in whatever order its reports come', async () => {
    const ticket = await phoneTicket();
    const call = await placed(ticket);
    const reports = (['terminal', 'answered', 'terminal'] as const).map((event) => reportCall(inboxUrl, call, event));
    await Promise.all(reports);
    await reportCall(inboxUrl, call, 'answered');
    const told = await world.logsOf(ticket);
    expect(told.filter((text) => text.startsWith('The call ended'))).toHaveLength(1);
    expect(told.filter((text) => text.startsWith('The customer answered')).length).toBeLessThanOrEqual(1);
  });

  it('is one call however often the button is pressed', async () => {
    const ticket = await phoneTicket();
    const presses = await Promise.allSettled([place(ticket), place(ticket), place(ticket)]);
    expect(presses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(calls).toHaveLength(1);
    await expect(place(ticket)).rejects.toThrow('A call of yours on this ticket is being connected already.');
    await reportCall(inboxUrl, calls[0] as SimulatedCall, 'terminal');
    expect(await place(ticket)).toBe(TAKEN);
  });

  it.each<[string, () => Promise<unknown>, string]>([
    ['on another channel', async () => place(await world.ticketOf()), 'Calls are placed from phone tickets.'],
    ['by a colleague', async () => place(await phoneTicket(), world.dev), 'Only the owner of this ticket may do this.'],
    [
      'on a closed ticket',
      async () => place(await world.ticketOf({ source: 'phone', status: 'closed' })),
      'Ticket is closed',
    ],
    [
      'through an account that is not there',
      async () => place(await phoneTicket(), world.me, 999_999 as AccountId),
      'This store has no such telephony account that is turned on.',
    ],
    [
      'to somebody without a number',
      async () => place(await phoneTicket('12')),
      'The phone number of this customer is not known.',
    ],
    [
      "in the provider's words when it refuses",
      async () => place(await phoneTicket('+9198123456701234567890')),
      'Please enter a valid phone number',
    ],
  ])('is refused %s', async (_name, call, message) => {
    await expect(call()).rejects.toThrow(message);
    expect(calls).toEqual([]);
  });

  it('is refused to an agent whose phone is not known', async () => {
    const ticket = await phoneTicket();
    await world.test.db.updateTable('tickets').set({ owner_id: world.dev.agent.id }).where('id', '=', ticket).execute();
    await expect(place(ticket, world.dev)).rejects.toThrow('Your phone number is not known.');
  });

  it('is not waited for at a provider that has not answered five times, and is tried again a little later', async () => {
    let [time, asked] = [0, 0];
    const silent = createServer((_request, response) => {
      asked += 1;
      response.destroy();
    });
    await once(silent.listen(0, '127.0.0.1'), 'listening');
    line = { ...line, webhook_secret: `${line.webhook_secret}-3`, number: `${line.number}3` };
    const account = await addLine(`http://127.0.0.1:${(silent.address() as AddressInfo).port}`);
    const telephony = createTelephony(world.test.db, vault, log, { now: () => time });
    const call = async () => {
      const order = { ticketId: await phoneTicket(), accountId: account };
      return callCustomer(world.context, telephony, world.me, order).catch((error: Error) => error.message);
    };
    for (let n = 0; n < 5; n += 1) expect(await call()).toBe('Could not place a call. Please try again later');
    expect(await call()).toBe('The telephony provider does not answer. Please try again in a minute.');
    expect(asked).toBe(5);
    time += 5_000;
    expect(await call()).toBe('Could not place a call. Please try again later');
    expect(asked).toBe(6);
    silent.close();
  });

  it('is said not to be placed when the provider is away, and may be tried again', async () => {
    lines.splice(0);
    line = { ...line, webhook_secret: `${line.webhook_secret}-2`, number: `${line.number}1` };
    const gone = createServer();
    await once(gone.listen(0, '127.0.0.1'), 'listening');
    const { port } = gone.address() as AddressInfo;
    await once(gone.close(), 'close');
    const away = await addLine(`http://127.0.0.1:${port}`);
    const ticket = await phoneTicket();
    const failed = 'Could not place a call. Please try again later';
    await expect(place(ticket, world.me, away)).rejects.toThrow(failed);
    await expect(place(ticket, world.me, away)).rejects.toThrow(failed);
    expect(await world.logsOf(ticket)).toEqual([]);
  });
});

describe('a customer who calls', () => {
  const ticketsFrom = (contact: string) =>
    world.test.db
      .selectFrom('tickets')
      .innerJoin('conversations', 'conversations.id', 'tickets.conversation_id')
      .select(['tickets.id', 'tickets.status', 'tickets.unread_count', 'tickets.source'])
      .where('conversations.contact', '=', contact)
      .where('conversations.account_id', '=', accountId)
      .orderBy('tickets.id')
      .execute();

  it('opens a phone ticket, and calls again into the same', async () => {
    for (const _ of [1, 2]) await callIn(inboxUrl, line, '+919812345671');
    const [ticket, ...more] = await ticketsFrom('+919812345671');
    expect([ticket, more]).toMatchObject([{ status: 'unassigned', source: 'phone', unread_count: 1 }, []]);
    expect(await world.logsOf(ticket?.id as TicketId)).toEqual([
      `Ticket #${ticket?.id} was created`,
      'Incoming call from +919812345671.',
      'The call ended after 1 min 4 s.',
      'Incoming call from +919812345671.',
      'The call ended after 1 min 4 s.',
    ]);
  });

  it('and is not heard is told as missed', async () => {
    await callIn(inboxUrl, line, '+919812345679');
    const [ticket] = await ticketsFrom('+919812345679');
    expect(await world.logsOf(ticket?.id as TicketId)).toContain('Missed call from +919812345679.');
  });

  it('is another customer than somebody of another country whose number ends alike', async () => {
    const ends = ['+6581234567', '+916581234567', '06581234567'];
    for (const caller of ends) await callIn(inboxUrl, line, caller);
    const [abroad, home] = [await ticketsFrom('+6581234567'), await ticketsFrom('+916581234567')];
    expect([abroad.length, home.length]).toEqual([1, 1]);
    const customers = await world.test.db
      .selectFrom('customers')
      .select('phone')
      .where('phone', 'like', '%6581234567')
      .orderBy('id')
      .execute();
    expect(customers).toEqual([{ phone: '+6581234567' }, { phone: '+916581234567' }]);
  });

  it('makes one ticket when all reports come at once', async () => {
    await Promise.all([1, 2, 3, 4].map(() => callIn(inboxUrl, line, '+919812345672')));
    expect(await ticketsFrom('+919812345672')).toHaveLength(1);
  });
});

describe('the webhook', () => {
  const tell = (secret: string, payload: string, type = 'application/json') =>
    inbox.inject({ method: 'POST', url: `/channels/exotel/${secret}`, payload, headers: { 'content-type': type } });
  const kept = () => world.test.db.selectFrom('inbox_kept').select(['reason', 'merchant_id']).execute();

  it.each(['short', 'a-secret-that-no-account-has-ever-had', '%00'])('is not there under %s', async (secret) => {
    const { statusCode } = await tell(secret, JSON.stringify({ CallSid: 'x', Status: 'completed' }));
    expect([404, 400]).toContain(statusCode);
    expect(await kept()).toEqual([]);
  });

  it('keeps what it does not understand for the operator, and of whom', async () => {
    for (const body of ['{', '[]', '{"CallSid":"a"}', '{"CallSid":"b","Status":"completed"}']) {
      expect((await tell(line.webhook_secret, body)).statusCode).toBe(200);
    }
    const rows = await kept();
    expect(rows.map(({ reason }) => reason).sort()).toEqual([
      'A call that nobody knows of.',
      'A report that is not understood.',
      'A report that is not understood.',
      'A report that is not understood.',
    ]);
    expect(new Set(rows.map(({ merchant_id }) => merchant_id))).toEqual(new Set([world.shop]));
  });

  it('takes forms, too', async () => {
    const form = 'CallSid=form-1&CallFrom=09812345674&Direction=incoming&CallType=client-hangup';
    expect((await tell(line.webhook_secret, form, 'application/x-www-form-urlencoded')).statusCode).toBe(200);
    const { rows } = await world.test.pool.query(
      "select 1 from calls where external_id = 'form-1' and state = 'missed'",
    );
    expect(rows).toHaveLength(1);
  });

  it("believes no report of another account's call", async () => {
    const ticket = await phoneTicket();
    const call = await placed(ticket);
    line = { ...line, webhook_secret: `${line.webhook_secret}-2`, number: `${line.number}1` };
    await addLine('http://127.0.0.1:9');
    await reportCall(inboxUrl, { ...call, line }, 'terminal');
    expect(await world.logsOf(ticket)).toEqual(['Asha Rao calls the customer.']);
  });

  it('never logs the secret of its address', async () => {
    await callIn(inboxUrl, line, '+919812345673');
    await place(await phoneTicket());
    expect(logged.join()).toContain('/channels/exotel/:secret');
    for (const secret of [line.webhook_secret, line.api_token]) expect(logged.join()).not.toContain(secret);
  });
});
