import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { AgentId, MerchantId } from '@inbox/domain';
import { sql } from 'kysely';
import { readContent } from '../../audit/read-content';
import type { SystemMail } from '../../channels/email/send/system-mail';
import type { ChannelAnswer } from '../../platform/outbox/answer';
import { until } from '../../testing/fake-graph';
import { startTestInbox, type TestInbox } from '../../testing/inbox';
import { hashCheaply } from '../../testing/password';
import { addAgent, addMerchant } from '../../testing/rows';
import { addSecondStep } from '../../testing/second-step';
import { claimPasswordMail } from '../../agents/password-reset/password-mails';

const OLD = 'the old password';
const NEW = 'a new sentence to remember';
const MINUTE_MS = 60_000;

let inbox: TestInbox;
let shop: MerchantId;
let asha: AgentId;
let email: string;
let now: Date;
let answer: ChannelAnswer;
const SENT: ChannelAnswer = { kind: 'sent', externalId: null, note: null };
const mail = jest.fn<SystemMail>(async () => answer);

beforeAll(async () => {
  inbox = await startTestInbox({ systemMail: mail });
  shop = await addMerchant(inbox.db, 'Kurta & Co');
});
afterAll(() => inbox.close());
beforeEach(async () => {
  now = new Date();
  inbox.clock.now = () => now;
  answer = SENT;
  mail.mockClear();
  ({ agent: asha, email } = await someone());
});

/** An agent with the old password. */
async function someone(): Promise<{ agent: AgentId; email: string }> {
  const password_hash = hashCheaply(OLD);
  const address = `${randomBytes(6).toString('hex')}@shop.example`;
  return { agent: await addAgent(inbox.db, shop, { email: address, password_hash }), email: address };
}

const post = (path: string, fields: Record<string, string>, from = '192.0.2.7', headers: Record<string, string> = {}) =>
  inbox.app.inject({
    method: 'POST',
    url: `/main-site/${path}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded', host: 'inbox.example', ...headers },
    payload: new URLSearchParams(fields).toString(),
    remoteAddress: from,
  });
const open = (token: string) =>
  inbox.app.inject(`/main-site/reset-password?${new URLSearchParams({ token }).toString()}`);
const choose = (token: string, password = NEW) => post('reset-password', { token, password });
const signIn = (password: string) => post('login', { email, password }, '192.0.2.8');
const waiting = async () => inbox.db.selectFrom('password_mails').selectAll().orderBy('kind').execute();
const nothingWaits = () => until(async () => (await waiting()).length === 0);

let askers = 0;
/** Asks for a link from an address of its own, and answers what the mail has. */
async function asked(from = `200.${(askers += 1)}`, whom = email): Promise<string> {
  const before = mail.mock.calls.length;
  const { statusCode } = await post('forgot-password', { email: whom }, `10.0.${from}`);
  expect(statusCode).toBe(200);
  await until(() => mail.mock.calls.length > before);
  await nothingWaits();
  const { text } = mail.mock.lastCall![0];
  return new URL(/https:\S+/.exec(text)![0]).searchParams.get('token')!;
}

describe('a new password', () => {
  it('is chosen by a mailed link, which ends sessions, and is told of by mail', async () => {
    const token = await inbox.signIn(shop, asha);
    const link = await asked(undefined, ` ${email.toUpperCase()} `);
    expect(mail.mock.lastCall![0]).toMatchObject({ to: { email }, subject: 'A new password for the inbox' });
    expect(mail.mock.lastCall![0].text).toContain('https://inbox.example/main-site/reset-password?token=');
    const page = await open(link);
    expect([page.statusCode, page.body.includes(`value="${email}"`)]).toEqual([200, true]);

    const chosen = await choose(link);
    expect([chosen.statusCode, chosen.headers.location]).toEqual([303, '/main-site/reset-password/done']);
    expect((await inbox.app.inject('/main-site/reset-password/done')).body).toContain('Your password is changed');
    expect([(await signIn(OLD)).statusCode, (await signIn(NEW)).statusCode]).toEqual([401, 303]);
    expect((await inbox.call(token, 'settings')).status).toBe(401);
    await until(() => mail.mock.lastCall![0].subject === 'Your password was changed');
    await nothingWaits();
    const records = await inbox.db.selectFrom('audit_records').selectAll().where('merchant_id', '=', shop).execute();
    expect(records.map(({ content }) => readContent(content))).toContainEqual(
      expect.objectContaining({
        what: 'agent.changed',
        about: `agent:${asha}`,
        who: `agent:${asha}`,
        fields: ['password_hash'],
      }),
    );
  });

  it('lets nobody past the second step', async () => {
    await addSecondStep(inbox, { merchant_id: shop, agent_id: asha });
    await choose(await asked());
    const answered = await signIn(NEW);
    expect([answered.statusCode, answered.headers.location]).toEqual([200, undefined]);
    expect(answered.body).toContain('code');
  });

  it.each([
    ['short', 'too short', 'at least 10 characters'],
    ['long', 'x'.repeat(1001), 'at most 1000 characters'],
  ])('that is too %s is refused, and the link stays', async (_how, password, words) => {
    const link = await asked();
    const refused = await choose(link, password);
    expect([refused.statusCode, refused.body.includes(words)]).toEqual([422, true]);
    expect((await choose(link)).statusCode).toBe(303);
  });
});

describe('a link', () => {
  it('is good once, however many use it at the same time', async () => {
    const link = await asked();
    const answers = await Promise.all([choose(link), choose(link, `${NEW} too`), choose(link, `${NEW} as well`)]);
    expect(answers.map(({ statusCode }) => statusCode).sort((a, b) => a - b)).toEqual([303, 410, 410]);
    expect((await open(link)).statusCode).toBe(410);
  });

  it('is still good after programs have opened it, and for 30 minutes', async () => {
    const link = await asked();
    await open(link);
    now = new Date(now.getTime() + 30 * MINUTE_MS - 1);
    expect((await open(link)).statusCode).toBe(200);
    now = new Date(now.getTime() + 1);
    expect([(await open(link)).statusCode, (await choose(link)).statusCode]).toEqual([410, 410]);
    expect((await signIn(OLD)).statusCode).toBe(303);
  });

  it('ends with the others of the agent, once one was used, and with the agent', async () => {
    const [first, second] = [await asked(), await asked()];
    expect((await choose(first)).statusCode).toBe(303);
    expect((await open(second)).statusCode).toBe(410);
    const third = await asked();
    await inbox.db.updateTable('agents').set({ disabled: true }).where('id', '=', asha).execute();
    expect([(await open(third)).statusCode, (await choose(third)).statusCode]).toEqual([410, 410]);
  });

  it('is in the database as a hash alone', async () => {
    const link = await asked();
    const rows = await inbox.db.selectFrom('password_links').selectAll().where('agent_id', '=', asha).execute();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(link);
    expect(rows[0]!.digest.toString('base64url')).not.toBe(link);
  });

  it.each(['', 'x', 'x'.repeat(500), '../login'])('that is none leads to no password (%#)', async (token) => {
    expect([(await open(token)).statusCode, (await choose(token)).statusCode]).toEqual([410, 410]);
  });

  it('is used by the inbox’s own page alone', async () => {
    const link = await asked();
    const foreign = { origin: 'https://thief.example', 'sec-fetch-site': 'cross-site' };
    expect((await post('reset-password', { token: link, password: NEW }, undefined, foreign)).statusCode).toBe(403);
    expect((await post('forgot-password', { email }, undefined, foreign)).statusCode).toBe(403);
    expect((await signIn(OLD)).statusCode).toBe(303);
  });
});

describe('who asks', () => {
  it('is told the same of every address, before anybody has looked for it', async () => {
    const stranger = `nobody-${randomBytes(4).toString('hex')}@shop.example`;
    const [known, unknown] = [
      await post('forgot-password', { email }, '192.0.2.20'),
      await post('forgot-password', { email: stranger }, '192.0.2.21'),
    ];
    const page = ({ body }: { body: string }, address: string) =>
      body.replaceAll(address, 'ADDRESS').replace(/nonce(-|=")[^"']+/g, 'nonce');
    expect(page(unknown, stranger)).toBe(page(known, email));
    expect(unknown.statusCode).toBe(200);
    await nothingWaits();
    expect(mail.mock.calls.map(([{ to }]) => to.email)).toEqual([email]);
  });

  it('has no mail sent to a disabled agent', async () => {
    await inbox.db.updateTable('agents').set({ disabled: true }).where('id', '=', asha).execute();
    await post('forgot-password', { email }, '192.0.2.22');
    await nothingWaits();
    expect(mail).not.toHaveBeenCalled();
  });

  it('again and again waits, and signs in as ever', async () => {
    const answers: number[] = [];
    for (let each = 0; each < 6; each++)
      answers.push((await post('forgot-password', { email }, '192.0.2.23')).statusCode);
    expect(answers).toEqual([200, 200, 200, 200, 200, 429]);
    expect((await post('login', { email, password: OLD }, '192.0.2.23')).statusCode).toBe(303);
    await nothingWaits();
  });

  it('from everywhere fills nobody’s mailbox', async () => {
    for (let each = 0; each < 6; each++) {
      await post('forgot-password', { email }, `198.51.100.${each}`);
      await nothingWaits();
    }
    expect(mail).toHaveBeenCalledTimes(3);
  });

  it('types no address, and is told so', async () => {
    const refused = await post('forgot-password', { email: 'asha' }, '192.0.2.24');
    expect([refused.statusCode, refused.body.includes('Please type your email address')]).toEqual([422, true]);
  });

  it('is asked to come again while very many wait', async () => {
    answer = { kind: 'later', reason: 'the server is away' };
    const asked_at = now;
    const due_at = new Date(now.getTime() + 60 * MINUTE_MS);
    const rows = Array.from({ length: 1_000 }, (_, each) => ({
      email: `${each}@x`,
      kind: 'link' as const,
      asked_at,
      due_at,
    }));
    await inbox.db.insertInto('password_mails').values(rows).execute();
    const refused = await post('forgot-password', { email }, '192.0.2.25');
    expect([refused.statusCode, refused.body.includes('Too many people')]).toEqual([503, true]);
    await inbox.db.deleteFrom('password_mails').execute();
  });
});

it('mails are claimed one by one, also when the database has not counted the others yet', async () => {
  const due_at = new Date(now.getTime() + 60 * MINUTE_MS);
  const addMail = (to: string) =>
    inbox.db.insertInto('password_mails').values({ email: to, kind: 'link', asked_at: now, due_at }).execute();
  await addMail('first@x');
  await sql`analyze password_mails`.execute(inbox.db);
  await addMail('second@x');
  const claims = [await claimPasswordMail(inbox.db, due_at), await claimPasswordMail(inbox.db, due_at)];
  expect(new Set(claims.map((claim) => claim?.email))).toEqual(new Set(['first@x', 'second@x']));
  await inbox.db.deleteFrom('password_mails').execute();
});

describe('a mail that cannot be sent', () => {
  it('is tried again, with a link that is good', async () => {
    answer = { kind: 'later', reason: `no mail for ${email} now` };
    await post('forgot-password', { email }, '192.0.2.30');
    await until(() => mail.mock.calls.length > 0);
    await until(async () => (await waiting())[0]!.due_at.getTime() - now.getTime() < 2_000);
    answer = SENT;
    now = new Date(now.getTime() + 2 * MINUTE_MS);
    // Whoever asks wakes the sending.
    await post('forgot-password', { email: 'somebody@else.example' }, '192.0.2.31');
    await nothingWaits();
    const links = await inbox.db.selectFrom('password_links').selectAll().where('agent_id', '=', asha).execute();
    expect([mail.mock.calls.length, links.length]).toEqual([2, 1]);
  });

  it.each([
    ['refused', 0, 1],
    ['not taken for half an hour', 31, 0],
  ])('is given up when it is %s', async (_why, minutes, sent) => {
    answer = { kind: 'refused', reason: 'no such user' };
    const asked_at = new Date(now.getTime() - minutes * MINUTE_MS);
    await inbox.db.insertInto('password_mails').values({ email, kind: 'link', asked_at, due_at: now }).execute();
    await post('forgot-password', { email: 'somebody@else.example' }, `192.0.2.${40 + minutes}`);
    await nothingWaits();
    expect(mail).toHaveBeenCalledTimes(sent);
    expect(await inbox.db.selectFrom('password_links').selectAll().where('agent_id', '=', asha).execute()).toEqual([]);
  });
});

it('an inbox that sends no mails says whom to ask', async () => {
  const silent = await startTestInbox();
  const { body, statusCode } = await silent.app.inject('/main-site/forgot-password');
  expect([statusCode, body.includes('Ask whoever runs it')]).toEqual([200, true]);
  expect(body).not.toContain('<form');
  await silent.close();
});
