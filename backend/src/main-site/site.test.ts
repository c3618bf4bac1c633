import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AgentId, MerchantId } from '@inbox/domain';
import { startTestInbox, type TestInbox } from '../testing/inbox';
import { hashCheaply } from '../testing/password';
import { addAgent, addMerchant } from '../testing/rows';
import { hashPassword, verifyPassword } from '../agents/sign-in/password';

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
});

afterAll(() => inbox.close());

const post = (fields: Record<string, string>, headers: Record<string, string> = {}, remoteAddress = '192.0.2.7') =>
  inbox.app.inject({
    method: 'POST',
    url: '/main-site/login',
    headers: { 'content-type': 'application/x-www-form-urlencoded', host: 'inbox.example', ...headers },
    payload: new URLSearchParams(fields).toString(),
    remoteAddress,
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
      /^default-src 'none'; style-src 'nonce-[^']+'; script-src 'nonce-[^']+'; connect-src 'self'; img-src data:; form-action 'self'/,
    );
  });

  it('brings its icon along, so that no browser requests one that the policy refuses', async () => {
    const { body } = await inbox.app.inject({ url: '/main-site/login' });
    expect(body).toMatch(/<link rel="icon" href="data:image\/svg\+xml,/);
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

  it('slows guesses at one account, tells how long, and lets the owner in from elsewhere and from a known browser', async () => {
    const password_hash = hashCheaply(PASSWORD);
    await addAgent(inbox.db, shop, { email: 'guessed@shop.example', password_hash });
    const right = { email: 'GUESSED@shop.example', password: PASSWORD };
    const before = await post(right);
    const cookie = String(before.headers['set-cookie']);
    expect(cookie).toMatch(/^inbox_device_\S+; Path=\/main-site\/login; Max-Age=\d+; HttpOnly; SameSite=Strict$/);
    expect(cookie).not.toContain('guessed');

    const now = new Date();
    inbox.clock.now = () => now;
    const guesses = Array.from({ length: 10 }, () => post({ email: 'guessed@shop.example', password: 'no' }));
    await Promise.all(guesses);
    const last = await post(right);
    expect([last.statusCode, last.headers['retry-after']]).toEqual([429, '1']);
    expect(last.body).toContain('Too many attempts. Please try again in 1 second.');

    expect((await post(right, { cookie: cookie.split(';')[0] ?? '' })).statusCode).toBe(303);
    expect((await post(right, {}, '203.0.113.5')).statusCode).toBe(303);
    inbox.clock.now = () => new Date();
  });

  it('takes no cookie for a known browser that another account got, or that was made up', async () => {
    const password_hash = hashCheaply(PASSWORD);
    await addAgent(inbox.db, shop, { email: 'thief@shop.example', password_hash });
    await addAgent(inbox.db, shop, { email: 'victim@shop.example', password_hash });
    const signedIn = await post({ email: 'thief@shop.example', password: PASSWORD }, {}, '203.0.113.6');
    const [own = ''] = String(signedIn.headers['set-cookie']).split(';');
    const victims = await post({ email: 'victim@shop.example', password: PASSWORD }, {}, '203.0.113.7');
    const [name = ''] = String(victims.headers['set-cookie']).split('=');
    const forged = `${name}=${own.split('=')[1]}`;
    const guess = (cookie: string) => post({ email: 'victim@shop.example', password: 'no' }, { cookie }, '203.0.113.8');
    const now = new Date();
    inbox.clock.now = () => now;
    const answers = [];
    for (const cookie of [own, forged, `${name}=a.b`, `${name}=`, own, forged])
      answers.push((await guess(cookie)).statusCode);
    inbox.clock.now = () => new Date();
    expect(answers).toEqual([401, 401, 401, 401, 401, 429]);
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
