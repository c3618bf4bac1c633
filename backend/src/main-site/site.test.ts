import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AgentId, MerchantId } from '@inbox/domain';
import { startTestInbox, type TestInbox } from '../doors/testing';
import { addAgent, addMerchant } from '../store/fixtures';
import { hashPassword, verifyPassword } from '../work/password';
import { Attempts } from './attempts';

const PASSWORD = 'correct horse battery';

let inbox: TestInbox;
let shop: MerchantId;
let demo: AgentId;
let real: AgentId;

beforeAll(async () => {
  inbox = await startTestInbox();
  shop = await addMerchant(inbox.db, 'Kurta & Co');
  demo = await addAgent(inbox.db, shop, { first_name: '<b>Asha</b>', last_name: 'Rao', is_demo: true });
  const password_hash = await hashPassword(PASSWORD);
  real = await addAgent(inbox.db, shop, { first_name: 'Meera', email: 'meera@shop.example', password_hash });
}, 60_000);

afterAll(() => inbox.close());

const post = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
  inbox.app.inject({
    method: 'POST',
    url: '/main-site/login',
    headers: { 'content-type': 'application/x-www-form-urlencoded', host: 'inbox.example', ...headers },
    payload: new URLSearchParams(fields).toString(),
    remoteAddress: '192.0.2.7',
  });

/** The token that a redirect to /validate carries. */
function handedOver(location: unknown): { token: string; t: string | null } {
  const url = new URL(String(location), 'http://inbox.example');
  expect(url.pathname).toBe('/validate');
  return { token: url.searchParams.get('token') ?? '', t: url.searchParams.get('t') };
}

describe('the sign-in page', () => {
  it('offers demo agents alone, with their names inert', async () => {
    const { body, headers } = await inbox.app.inject({ url: '/main-site/login?next=/inbox/tickets/7' });
    expect(body).toContain('Sign in as &lt;b&gt;Asha&lt;/b&gt; Rao');
    expect(body).toContain('Kurta &amp; Co');
    expect(body).not.toContain('Meera');
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'nonce-[^']+'; form-action 'self'/,
    );
  });

  it('signs in with e-mail and password, and hands over to the inbox with the ticket that was wanted', async () => {
    const answered = await post({ email: ' Meera@Shop.example', password: PASSWORD, next: '/inbox/tickets/42' });
    expect(answered.statusCode).toBe(303);
    const { token, t } = handedOver(answered.headers.location);
    expect(t).toBe('42');
    const settings = await inbox.call(`jwt ${token}`, 'settings');
    expect(settings.body).toMatchObject({ data: { profile: { current_user_id: real, merchant_name: 'Kurta & Co' } } });
  });

  it('signs a demo agent in with one click', async () => {
    const answered = await post({ agent_id: String(demo) });
    expect((await inbox.call(`jwt ${handedOver(answered.headers.location).token}`, 'allAgents')).status).toBe(200);
  });

  it.each([
    ['another agent by the demo door', () => ({ agent_id: String(real) })],
    ['a wrong password', () => ({ email: 'meera@shop.example', password: 'wrong' })],
    ['an unknown address', () => ({ email: 'nobody@shop.example', password: PASSWORD })],
    ['an agent without a password of their own', () => ({ email: 'asha@shop.example', password: 'none' })],
    ['nothing', () => ({})],
  ])('does not let in %s, and does not say why', async (_name, fields) => {
    const answered = await post(fields());
    expect(answered.statusCode).toBe(401);
    expect(answered.body).toContain('The email or the password is wrong.');
  });

  it.each(['https://evil.example', '//evil.example', 'javascript:alert(1)', '/inbox/tickets/42/../../x'])(
    'is never the way to %s',
    async (next) => {
      const answered = await post({ agent_id: String(demo), next });
      expect(handedOver(answered.headers.location).t).toBeNull();
    },
  );

  it.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['an origin that hides', { origin: 'null' }],
    ['another site, as the browser says', { 'sec-fetch-site': 'cross-site', origin: 'http://inbox.example' }],
  ])('takes no form from %s', async (_name, headers) => {
    expect((await post({ agent_id: String(demo) }, headers)).statusCode).toBe(403);
  });

  it('takes a form from itself', async () => {
    const headers = { 'sec-fetch-site': 'same-origin', origin: 'http://inbox.example' };
    expect((await post({ agent_id: String(demo) }, headers)).statusCode).toBe(303);
  });

  it('stops guessing at one account, also with the right password at last', async () => {
    const password_hash = await hashPassword(PASSWORD);
    await addAgent(inbox.db, shop, { email: 'guessed@shop.example', password_hash });
    const guesses = Array.from({ length: 10 }, () => post({ email: 'guessed@shop.example', password: 'no' }));
    await Promise.all(guesses);
    const last = await post({ email: 'GUESSED@shop.example', password: PASSWORD });
    expect([last.statusCode, last.body.includes('Too many attempts')]).toEqual([429, true]);
  });
});

describe('the rest of the main site', () => {
  it.each([
    ['insights', 'Insights'],
    ['orders', 'Orders'],
    ['abandoned-checkout', 'Abandoned checkout'],
    ['cod-to-paid', 'COD to paid'],
    ['geo-analysis', 'Geo analysis'],
    ['connect', 'Connect (beta)'],
    ['schedule-broadcast', 'Schedule broadcast'],
    ['non-delivery-reports', 'Non delivery reports'],
    ['net-promoter-scores', 'Net promoter scores'],
    ['return-center', 'Return center'],
    ['chatbot', 'Chatbot'],
    ['settings', 'Settings'],
    ['settings/inbox', 'Inbox settings'],
    ['settings/whatsapp-templates/?event=initiate_chat', 'WhatsApp templates'],
    ['constructor', 'Not part of the inbox'],
    ['anything/else', 'Not part of the inbox'],
  ])('%s is called %s, and says that it is external', async (path, title) => {
    const { statusCode, body } = await inbox.app.inject({ url: `/main-site/${path}` });
    expect([statusCode, body.includes(`<h1>${title}</h1>`), body.includes('external')]).toEqual([200, true, true]);
  });

  it('answers the payment check, for whoever is signed in', async () => {
    const url = '/main-site/api/whatsapp/config/has_error/';
    const authorization = await inbox.signIn(shop, demo);
    expect((await inbox.app.inject({ url })).statusCode).toBe(401);
    expect((await inbox.app.inject({ url, headers: { authorization } })).json()).toEqual({
      success: true,
      data: { has_payment_error: false, payment_settings_url: null },
    });
  });
});

describe('a password', () => {
  it('is kept with a salt of its own, and known again', async () => {
    const [one, two] = await Promise.all([hashPassword(PASSWORD), hashPassword(PASSWORD)]);
    expect(one).not.toBe(two);
    expect(await Promise.all([verifyPassword(PASSWORD, one), verifyPassword('x', one)])).toEqual([true, false]);
  });

  it.each([undefined, 'none', '', 'scrypt$2$1$1$$'])('is never right against %p', async (hash) => {
    expect(await verifyPassword('', hash)).toBe(false);
  });
});

describe('attempts', () => {
  it('are allowed again when their window is over, and forgotten on success', () => {
    let time = 0;
    const attempts = new Attempts(2, 1000, () => new Date(time));
    expect([attempts.allow('a'), attempts.allow('a'), attempts.allow('a'), attempts.allow('b')]).toEqual([
      true,
      true,
      false,
      true,
    ]);
    time = 1001;
    expect(attempts.allow('a')).toBe(true);
    attempts.allow('a');
    attempts.forget('a');
    expect(attempts.allow('a')).toBe(true);
  });

  it('of many names take no more room than for the newest', () => {
    const attempts = new Attempts(1, 1000, () => new Date(0), 3);
    for (const name of ['a', 'b', 'c', 'd']) attempts.allow(name);
    expect([attempts.allow('d'), attempts.allow('a')]).toEqual([false, true]);
  });
});
