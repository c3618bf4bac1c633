import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { signInCalls } from '@inbox/api/sign-in';
import type { AgentId, MerchantId } from '@inbox/domain';
import { CHALLENGE_MS } from '../../agents/passkeys/challenge';
import { createAuthenticator, type Authenticator } from '../../testing/authenticator';
import { until } from '../../testing/fake-graph';
import { dataOf, startTestInbox, type TestInbox } from '../../testing/inbox';
import { hashCheaply } from '../../testing/password';
import { addAgent, addMerchant } from '../../testing/rows';

const PASSWORD = 'correct horse battery';
const password_hash = hashCheaply(PASSWORD);
/** Where the tests' calls find the inbox. */
const SITE = 'localhost';
const ORIGIN = `http://${SITE}`;

let inbox: TestInbox;
let shop: MerchantId;
let meera: AgentId;
let token: string;
let device: Authenticator;
/** What is added to the clock of the inbox. */
let later = 0;

beforeAll(async () => {
  inbox = await startTestInbox();
  inbox.clock.now = () => new Date(Date.now() + later);
});
afterAll(() => inbox.close());
beforeEach(async () => {
  later = 0;
  shop = await addMerchant(inbox.db);
  meera = await addAgent(inbox.db, shop, { first_name: 'Meera', password_hash });
  token = await inbox.signIn(shop, meera);
  device = createAuthenticator(SITE);
});

interface Offered {
  challenge: string;
  options: { challenge: string; rp: { id: string }; excludeCredentials: { id: string }[] };
}
const offer = async (password = PASSWORD, signedIn = token) =>
  inbox.call(signedIn, 'offerPasskey', { body: { password } });
const offered = async (signedIn = token) =>
  dataOf(signInCalls.offerPasskey, await offer(PASSWORD, signedIn)) as unknown as Offered;

/** As the browser does it with the device of the test. */
async function add({ name = 'Phone', origin = ORIGIN, isVerified = true, by = device } = {}) {
  const { challenge, options } = await offered();
  const answer = by.create({ challenge: options.challenge, origin, isVerified });
  return inbox.call(token, 'addPasskey', { body: { challenge, name, answer } });
}

const state = async () => dataOf(signInCalls.signInState, await inbox.call(token, 'signInState'));

const post = (url: string, fields: Record<string, string> = {}, headers: Record<string, string> = {}) =>
  inbox.app.inject({
    method: 'POST',
    url: `/main-site/login/passkey${url}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams(fields).toString(),
  });

interface Begun {
  challenge: string;
  cookie: string;
}
async function begin(): Promise<Begun> {
  const answered = await post('/options');
  expect(answered.statusCode).toBe(200);
  const { challenge, rpId, userVerification } = answered.json<Record<string, string>>();
  expect([rpId, userVerification]).toEqual([SITE, 'required']);
  return { challenge: String(challenge), cookie: String(answered.headers['set-cookie']).split(';')[0] ?? '' };
}

const finish = (answer: unknown, cookie: string) =>
  post('', { next: '/inbox/tickets/42', answer: JSON.stringify(answer) }, { cookie });

async function signIn({
  by = device,
  origin = ORIGIN,
  ...more
}: { by?: Authenticator; origin?: string; counter?: number; isVerified?: boolean } = {}) {
  const { challenge, cookie } = await begin();
  return finish(by.get({ challenge, origin, ...more }), cookie);
}

const sessionsBy = async () =>
  (await inbox.db.selectFrom('sessions').select('signed_in_by').where('agent_id', '=', meera).execute()).map(
    ({ signed_in_by }) => signed_in_by,
  );
const audited = async (what: string) =>
  (
    await inbox.db
      .selectFrom('audit_records')
      .select('content')
      .where('merchant_id', '=', shop)
      .where('what', '=', what)
      .execute()
  ).map(({ content }) => content);

describe('a passkey', () => {
  it('is added, listed, signs in alone as both steps, and leads to the ticket that was wanted', async () => {
    expect((await add({ name: ' Phone ' })).status).toBe(200);
    expect((await state()).passkeys).toMatchObject([{ name: 'Phone', used_at: null }]);
    const done = await signIn();
    expect(done.statusCode).toBe(303);
    const location = new URL(String(done.headers.location), ORIGIN);
    expect(location.searchParams.get('t')).toBe('42');
    const session = `jwt ${location.searchParams.get('token')}`;
    expect((await inbox.call(session, 'allAgents')).status).toBe(200);
    expect(await sessionsBy()).toContain('passkey');
    expect((await state()).passkeys?.[0]?.used_at).not.toBeNull();
    expect(await audited('passkey.added')).toHaveLength(1);
    expect((await audited('session.added')).some((content) => content.includes('"passkey"'))).toBe(true);
    expect(inbox.faults).toEqual([]);
  });

  it('is called after the browser where the agent gives it no name', async () => {
    expect((await add({ name: '' })).status).toBe(200);
    expect((await state()).passkeys?.[0]?.name).not.toBe('');
  });

  it('is offered and removed to who gives the password alone', async () => {
    expect((await offer('wrong')).status).toBe(422);
    await add();
    const id = (await state()).passkeys?.[0]?.id ?? '';
    const remove = (password: string) => inbox.call(token, 'removePasskey', { params: { id }, body: { password } });
    expect((await remove('wrong')).status).toBe(422);
    expect((await signIn()).statusCode).toBe(303);
    expect((await remove(PASSWORD)).status).toBe(200);
    expect((await remove(PASSWORD)).status).toBe(404);
    const refused = await signIn();
    expect([refused.statusCode, refused.body.includes('does not know this passkey')]).toEqual([401, true]);
    expect(await audited('passkey.deleted')).toHaveLength(1);
  });

  it.each([
    ['of another page', { origin: 'https://1nbox.example' }],
    ['of another host', { by: createAuthenticator('1nbox.example') }],
    ['that did not make sure of the person', { isVerified: false }],
  ])('%s is not added', async (_what, given) => {
    const refused = await add(given);
    expect([refused.status, (await state()).passkeys]).toEqual([422, []]);
  });

  it('is not added for the challenge of another agent, nor after five minutes', async () => {
    const other = await inbox.signIn(shop, await addAgent(inbox.db, shop, { password_hash }));
    const theirs = await offered(other);
    const answer = device.create({ challenge: theirs.options.challenge, origin: ORIGIN });
    const body = { challenge: theirs.challenge, name: '', answer };
    expect((await inbox.call(token, 'addPasskey', { body })).status).toBe(422);
    later = CHALLENGE_MS;
    expect((await inbox.call(other, 'addPasskey', { body })).status).toBe(422);
    later = 0;
    expect((await inbox.call(other, 'addPasskey', { body })).status).toBe(200);
  });

  it('is not added twice: the browser is told of those that there are', async () => {
    await add();
    expect((await offered()).options.excludeCredentials.map(({ id }) => id)).toEqual([device.id]);
    expect((await add()).status).toBe(422);
  });
});

describe('a sign-in with a passkey', () => {
  beforeEach(async () => {
    await add();
  });

  it('is taken once', async () => {
    const { challenge, cookie } = await begin();
    const answer = device.get({ challenge, origin: ORIGIN });
    const answers = await Promise.all([finish(answer, cookie), finish(answer, cookie)]);
    expect(answers.map(({ statusCode }) => statusCode).sort((one, other) => one - other)).toEqual([303, 401]);
    expect((await finish(answer, cookie)).statusCode).toBe(401);
  });

  it.each([
    ['of another page', { origin: 'https://1nbox.example' }],
    ['without the person', { isVerified: false }],
  ])('%s comes to nothing, which the audit says', async (_what, given) => {
    expect((await signIn(given)).statusCode).toBe(401);
    await until(async () => (await audited('sign_in.failed')).some((content) => content.includes('"passkey"')));
    expect((await signIn()).statusCode).toBe(303);
  });

  it('of a copy, which counts backwards, comes to nothing', async () => {
    expect((await signIn({ counter: 7 })).statusCode).toBe(303);
    expect((await signIn({ counter: 7 })).statusCode).toBe(401);
    expect((await signIn({ counter: 8 })).statusCode).toBe(303);
  });

  it('needs the challenge of this browser, and takes five minutes at most', async () => {
    const [one, other] = [await begin(), await begin()];
    expect((await finish(device.get({ challenge: one.challenge, origin: ORIGIN }), other.cookie)).statusCode).toBe(401);
    expect((await finish(device.get({ challenge: one.challenge, origin: ORIGIN }), '')).statusCode).toBe(401);
    later = CHALLENGE_MS;
    const late = await finish(device.get({ challenge: one.challenge, origin: ORIGIN }), one.cookie);
    expect([late.statusCode, late.body.includes('took too long')]).toEqual([401, true]);
  });

  it('is none of somebody who is disabled', async () => {
    await inbox.db.updateTable('agents').set({ disabled: true }).where('id', '=', meera).execute();
    expect((await signIn()).statusCode).toBe(401);
  });

  it('is asked for by the inbox’s own page alone, and survives rubbish', async () => {
    const foreign = { 'sec-fetch-site': 'cross-site' };
    expect((await post('/options', {}, foreign)).statusCode).toBe(403);
    expect((await post('', { answer: '{}' }, foreign)).statusCode).toBe(403);
    const { cookie } = await begin();
    for (const answer of ['', '[', 'null', '{}', '{"id":"AAAA"}', JSON.stringify({ id: device.id, response: 'x' })]) {
      expect((await post('', { answer }, { cookie })).statusCode).toBe(401);
    }
    expect(inbox.faults).toEqual([]);
  });
});
