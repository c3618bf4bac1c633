import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { AgentId, MerchantId } from '@inbox/domain';
import { readContent } from '../../audit/read-content';
import { until } from '../../testing/fake-graph';
import { startTestInbox, type TestInbox } from '../../testing/inbox';
import { hashCheaply } from '../../testing/password';
import { addAgent, addMerchant } from '../../testing/rows';
import { addSecondStep, codeOf } from '../../testing/second-step';

const PASSWORD = 'correct horse battery';
const STEP_MS = 30_000;

let inbox: TestInbox;
let shop: MerchantId;
let meera: AgentId;
let email: string;
let secret: string;
let recovery: string[];
/** What the clock of the inbox says, in the middle of 30 seconds. */
let now: Date;

beforeAll(async () => {
  inbox = await startTestInbox();
  shop = await addMerchant(inbox.db, 'Kurta & Co');
});
afterAll(() => inbox.close());
beforeEach(async () => {
  now = new Date((Math.floor(Date.now() / STEP_MS) + 0.5) * STEP_MS);
  inbox.clock.now = () => now;
  ({ agent: meera, email } = await someone());
  ({ secret, codes: recovery } = await addSecondStep(inbox, { merchant_id: shop, agent_id: meera }));
});

/** An agent with the password. */
async function someone(merchant = shop): Promise<{ agent: AgentId; email: string }> {
  const password_hash = hashCheaply(PASSWORD);
  const address = `${randomBytes(6).toString('hex')}@shop.example`;
  return { agent: await addAgent(inbox.db, merchant, { email: address, password_hash }), email: address };
}

interface Sent {
  cookie?: string;
  from?: string;
  headers?: Record<string, string>;
}

const post = (path: string, fields: Record<string, string>, { cookie, from = '192.0.2.7', headers }: Sent = {}) =>
  inbox.app.inject({
    method: 'POST',
    url: `/main-site/login${path}`,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      host: 'inbox.example',
      ...(cookie !== undefined && { cookie }),
      ...headers,
    },
    payload: new URLSearchParams(fields).toString(),
    remoteAddress: from,
  });

type Answer = Awaited<ReturnType<typeof post>>;

const cookiesOf = ({ headers }: Answer): string[] => [headers['set-cookie'] ?? []].flat();
/** What the browser sends back. */
const cookieIn = (answer: Answer): string =>
  cookiesOf(answer)
    .map((cookie) => cookie.split(';')[0] ?? '')
    .join('; ');

const givePassword = (of = email, sent: Sent = {}) =>
  post('', { email: of, password: PASSWORD, next: '/inbox/tickets/42' }, sent);
const giveCode = (code: string, sent: Sent) => post('/code', { code, next: '/inbox/tickets/42' }, sent);

const shown = (at: Date = now): string => codeOf(secret, at);
const wrong = (): string => String((Number(shown()) + 1) % 1_000_000).padStart(6, '0');
const later = (steps: number): Date => new Date(now.getTime() + steps * STEP_MS);

const sessions = async (agent = meera): Promise<number> =>
  (await inbox.db.selectFrom('sessions').select('id').where('agent_id', '=', agent).execute()).length;

const audited = async (what: string, agent = meera) => {
  const rows = await inbox.db
    .selectFrom('audit_records')
    .select('content')
    .where('what', '=', what)
    .where('about', '=', `agent:${agent}`)
    .execute();
  return rows.map(({ content }) => readContent(content));
};

describe('a sign-in with a second step', () => {
  it('asks for the code after the password, and hands over after the code alone', async () => {
    const asked = await givePassword();
    expect(asked.statusCode).toBe(200);
    expect(asked.body).toContain('autocomplete="one-time-code"');
    expect(cookiesOf(asked)).toEqual([
      expect.stringMatching(
        /^inbox_sign_in=[\w-]{43}; Path=\/main-site\/login; Max-Age=300; HttpOnly; SameSite=Strict$/,
      ),
    ]);
    expect(await sessions()).toBe(0);

    const done = await giveCode(shown(), { cookie: cookieIn(asked) });
    expect(done.statusCode).toBe(303);
    const location = new URL(String(done.headers.location), 'http://inbox.example');
    expect([location.pathname, location.searchParams.get('t')]).toEqual(['/validate', '42']);
    const token = `jwt ${location.searchParams.get('token')}`;
    expect((await inbox.call(token, 'allAgents')).status).toBe(200);
    expect(cookiesOf(done)).toEqual([
      expect.stringMatching(/^inbox_sign_in=; .*Max-Age=0/),
      expect.stringMatching(/^inbox_device_/),
    ]);
  });

  it('stores neither what the browser has nor the code', async () => {
    const asked = await givePassword();
    const { rows } = {
      rows: await inbox.db.selectFrom('pending_sign_ins').selectAll().where('agent_id', '=', meera).execute(),
    };
    const id = cookieIn(asked).split('=')[1] ?? '';
    expect(rows).toHaveLength(1);
    expect(rows[0]!.digest.toString('base64url')).not.toBe(id);
    expect(rows[0]!.digest.includes(Buffer.from(id, 'base64url'))).toBe(false);
  });

  it('is secure over TLS', async () => {
    const answer = await givePassword(email, { headers: { 'x-forwarded-proto': 'https' }, from: '127.0.0.1' });
    expect(cookiesOf(answer)[0]).toMatch(/; Secure$/);
  });

  it.each([
    ['30 seconds before', -1, 303],
    ['30 seconds after', 1, 303],
    ['a minute before', -2, 401],
    ['a minute after', 2, 401],
  ])('minds the clock: a code of %s', async (_name, steps, status) => {
    const asked = await givePassword();
    expect((await giveCode(shown(later(steps)), { cookie: cookieIn(asked) })).statusCode).toBe(status);
  });

  it('takes a code once, and none from before it', async () => {
    const first = await givePassword();
    expect((await giveCode(shown(), { cookie: cookieIn(first) })).statusCode).toBe(303);
    for (const used of [shown(), shown(later(-1))]) {
      const again = await givePassword();
      expect((await giveCode(used, { cookie: cookieIn(again) })).statusCode).toBe(401);
    }
    const next = await givePassword();
    expect((await giveCode(shown(later(1)), { cookie: cookieIn(next) })).statusCode).toBe(303);
  });

  it('lets one of two in who have the same code', async () => {
    const cookies = [await givePassword(), await givePassword()].map(cookieIn);
    const answers = await Promise.all(cookies.map((cookie) => giveCode(shown(), { cookie })));
    expect(answers.map(({ statusCode }) => statusCode).sort((one, other) => one - other)).toEqual([303, 401]);
    expect(await sessions()).toBe(1);
  });

  it('lets one request in where a browser sends two', async () => {
    const cookie = cookieIn(await givePassword());
    const answers = await Promise.all([giveCode(shown(), { cookie }), giveCode(shown(later(1)), { cookie })]);
    expect(answers.map(({ statusCode }) => statusCode).sort((one, other) => one - other)).toEqual([303, 401]);
    expect(await sessions()).toBe(1);
  });

  it('is over after five wrong codes, for the right one too, and the next sign-in works', async () => {
    const cookie = cookieIn(await givePassword());
    for (const left of ['4 tries are', '3 tries are', '2 tries are', '1 try is']) {
      const answer = await giveCode(wrong(), { cookie });
      expect([answer.statusCode, answer.body.includes(`${left} left.`)]).toEqual([401, true]);
    }
    expect((await giveCode(wrong(), { cookie })).body).toContain('Five codes were wrong.');
    now = later(1);
    expect((await giveCode(shown(), { cookie })).body).toContain('took too long, or was completed elsewhere');
    expect(await sessions()).toBe(0);
    const again = await givePassword(email, { from: '203.0.113.5' });
    expect((await giveCode(shown(), { cookie: cookieIn(again), from: '203.0.113.5' })).statusCode).toBe(303);
  });

  it('tries no more than five codes that come at once', async () => {
    const cookie = cookieIn(await givePassword());
    await inbox.db.updateTable('pending_sign_ins').set({ tries: 4 }).where('agent_id', '=', meera).execute();
    const answers = await Promise.all([1, 2, 3].map(() => giveCode(wrong(), { cookie })));
    expect(answers.filter(({ body }) => body.includes('Five codes were wrong.'))).toHaveLength(1);
    expect(answers.filter(({ body }) => body.includes('took too long'))).toHaveLength(2);
  });

  it('slows who goes on guessing, whatever the password says meanwhile, and not the owner elsewhere', async () => {
    const first = cookieIn(await givePassword());
    for (let times = 0; times < 5; times += 1) await giveCode(wrong(), { cookie: first });
    const slowed = await givePassword();
    expect([slowed.statusCode, slowed.headers['retry-after']]).toEqual([429, '1']);
    now = new Date(now.getTime() + 1_001);
    const second = cookieIn(await givePassword());
    expect((await giveCode(wrong(), { cookie: second })).statusCode).toBe(401);
    const third = await giveCode(shown(), { cookie: second });
    expect([third.statusCode, third.headers['retry-after']]).toEqual([429, '2']);
    expect(third.body).toContain('Please try again in 2 seconds.');
    const elsewhere = await givePassword(email, { from: '203.0.113.9' });
    expect((await giveCode(shown(), { cookie: cookieIn(elsewhere), from: '203.0.113.9' })).statusCode).toBe(303);
  });

  it('is over after five minutes', async () => {
    const cookie = cookieIn(await givePassword());
    now = new Date(now.getTime() + 5 * 60_000);
    const answer = await giveCode(shown(), { cookie });
    expect(answer.statusCode).toBe(401);
    expect(answer.body).toContain('took too long');
    expect(cookiesOf(answer)[0]).toMatch(/^inbox_sign_in=; .*Max-Age=0/);
  });

  it.each([
    ['none', () => undefined],
    ['one that was made up', () => `inbox_sign_in=${randomBytes(32).toString('base64url')}`],
    ['an empty one', () => 'inbox_sign_in='],
    ['its own name twice', () => 'inbox_sign_in=a; inbox_sign_in=b'],
  ])('is not gone on with in a browser whose cookie is %s', async (_name, cookieOfOther) => {
    await givePassword();
    const cookie = cookieOfOther();
    const answer = await giveCode(shown(), cookie === undefined ? {} : { cookie });
    expect(answer.statusCode).toBe(401);
    expect(await sessions()).toBe(0);
  });

  it("takes no code of another agent's, and no other shop's recovery code", async () => {
    const other = await someone(await addMerchant(inbox.db, 'Another'));
    const { merchant_id } = await inbox.db
      .selectFrom('agents')
      .select('merchant_id')
      .where('id', '=', other.agent)
      .executeTakeFirstOrThrow();
    const theirs = await addSecondStep(inbox, { merchant_id, agent_id: other.agent });
    const cookie = cookieIn(await givePassword());
    expect((await giveCode(codeOf(theirs.secret, now), { cookie })).statusCode).toBe(401);
    expect((await giveCode(theirs.codes[0]!, { cookie })).statusCode).toBe(401);
    expect(await sessions()).toBe(0);
  });

  it('is no way in for an agent who was disabled meanwhile', async () => {
    const cookie = cookieIn(await givePassword());
    await inbox.db.updateTable('agents').set({ disabled: true }).where('id', '=', meera).execute();
    expect((await giveCode(shown(), { cookie })).statusCode).toBe(401);
  });

  it('takes no form from elsewhere', async () => {
    const cookie = cookieIn(await givePassword());
    const headers = { origin: 'https://evil.example' };
    expect((await giveCode(shown(), { cookie, headers })).statusCode).toBe(403);
  });

  it('leads whoever opens the page of the code by itself to the beginning', async () => {
    const { statusCode, headers } = await inbox.app.inject({ url: '/main-site/login/code' });
    expect([statusCode, headers.location]).toEqual([302, '/main-site/login']);
  });

  it('leaves wrong codes in the audit, without what was typed', async () => {
    const cookie = cookieIn(await givePassword());
    const typed = wrong();
    await giveCode(typed, { cookie });
    await until(async () => (await audited('sign_in.failed')).length === 1);
    const [record] = await audited('sign_in.failed');
    expect(record).toMatchObject({ who: 'system', ids: { wrong: 'code', tries: 1 }, from: { address: '192.0.2.7' } });
    expect(JSON.stringify(record)).not.toContain(typed);
  });
});

describe('a recovery code', () => {
  it.each([
    ['as it was shown', (code: string) => code],
    ['in capitals and without its dashes', (code: string) => code.toUpperCase().replaceAll('-', ' ')],
    ['with letters for digits', (code: string) => code.replaceAll('0', 'O').replaceAll('1', 'l')],
  ])('lets in once, %s, and the audit says so', async (_name, typed) => {
    const [code = ''] = recovery;
    const first = await givePassword();
    expect((await giveCode(typed(code), { cookie: cookieIn(first) })).statusCode).toBe(303);
    const second = await givePassword();
    expect((await giveCode(code, { cookie: cookieIn(second) })).statusCode).toBe(401);
    expect((await giveCode(recovery[1]!, { cookie: cookieIn(second) })).statusCode).toBe(303);
    const records = await audited('recovery_code.changed');
    expect(records).toHaveLength(2);
    expect(records[0]).toMatchObject({ who: `agent:${meera}`, from: { address: '192.0.2.7' } });
    expect(JSON.stringify(records)).not.toContain(code);
  });

  it('lets one of two in who have the same', async () => {
    const cookies = [await givePassword(), await givePassword()].map(cookieIn);
    const answers = await Promise.all(cookies.map((cookie) => giveCode(recovery[0]!, { cookie })));
    expect(answers.map(({ statusCode }) => statusCode).sort((one, other) => one - other)).toEqual([303, 401]);
  });
});
