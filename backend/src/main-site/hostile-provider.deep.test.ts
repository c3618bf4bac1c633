import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { AgentId, MerchantId } from '@inbox/domain';
import { createOidc } from '../agents/oidc';
import type { OidcSettings } from '../agents/oidc/oidc-settings';
import { startTestInbox, type TestInbox } from '../testing/inbox';
import { oidcSettings } from '../testing/oidc-settings';
import { json, startLyingProvider, type Lie, type LyingProvider } from '../testing/lying-provider';
import { addAgent, addMerchant } from '../testing/rows';

const CLIENT = { clientId: 'inbox', clientSecret: 'a secret of the inbox and the provider' };
const URL_OF_INBOX = 'https://inbox.example';
const person = { sub: 'meera', email: 'meera@shop.example', email_verified: true };

let inbox: TestInbox;
let provider: LyingProvider;
let shop: MerchantId;
let agent: AgentId;
const log: string[] = [];

beforeAll(async () => {
  provider = await startLyingProvider({ clientId: CLIENT.clientId, person });
  inbox = await startInbox();
  agent = await addAgent(inbox.db, shop, { email: person.email });
});
afterAll(async () => {
  await inbox.close();
  await provider.close();
});
beforeEach(() => {
  provider.lie = {};
  log.length = 0;
});

/** With settings of its own, and what it learns of the provider anew. */
const startInbox = (more: Partial<OidcSettings> = {}): Promise<TestInbox> =>
  startTestInbox({
    async openOidc(deps) {
      shop = await addMerchant(deps.context.db);
      const settings = oidcSettings(provider.issuer, {
        ...CLIENT,
        url: URL_OF_INBOX,
        // Then a name is wanted, which the ID token has not: the provider is asked for more.
        create: true,
        ...more,
      });
      return createOidc({ ...deps, settings, merchantId: shop, log: (line) => void log.push(line) });
    },
  });

const get = (url: string, cookie = '', of = inbox) =>
  of.app.inject({ url, headers: { host: 'inbox.example', cookie }, remoteAddress: '127.0.0.1' });

interface Begun {
  state: string;
  cookie: string;
  address: URL;
}

/** Goes to the provider, which knows from then on what nonce to sign. */
async function begin(next = '', of = inbox): Promise<Begun> {
  const { headers, statusCode } = await get(
    `/main-site/oidc/start?${new URLSearchParams({ next }).toString()}`,
    '',
    of,
  );
  expect(statusCode).toBe(302);
  const address = new URL(String(headers.location));
  provider.nonce = address.searchParams.get('nonce') ?? '';
  const [cookie = ''] = String(headers['set-cookie']).split(';');
  return { state: address.searchParams.get('state') ?? '', cookie, address };
}

const back = ({ state, cookie }: Pick<Begun, 'state' | 'cookie'>, more: Record<string, string> = {}, of = inbox) => {
  const query = new URLSearchParams({ code: 'a-code', state, iss: provider.issuer, ...more });
  return get(`/main-site/oidc/callback?${query.toString()}`, cookie, of);
};

const sessions = async (): Promise<number> =>
  (await inbox.db.selectFrom('sessions').select('id').where('agent_id', '=', agent).execute()).length;

const base64url = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

function hmacToken(claims: unknown, secret: string): string {
  const signed = `${base64url({ alg: 'HS256', kid: 'first' })}.${base64url(claims)}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}

const without =
  (name: string): Lie['claims'] =>
  ({ [name]: _gone, ...claims }) =>
    claims;

it('signs in by an honest answer, which is what every lie is told beside', async () => {
  const begun = await begin('/inbox/tickets/42');
  expect(Object.fromEntries(begun.address.searchParams)).toMatchObject({
    response_type: 'code',
    client_id: 'inbox',
    redirect_uri: 'https://inbox.example/main-site/oidc/callback',
    scope: 'openid email',
    code_challenge_method: 'S256',
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
  });
  expect(begun.cookie).toMatch(/^__Host-inbox_oidc=/);
  expect(begun.cookie).not.toContain(begun.state);
  const answered = await back(begun);
  expect([answered.statusCode, answered.headers.location]).toEqual([
    303,
    expect.stringMatching(/^\/validate\?.*t=42$/),
  ]);
});

describe('a lying provider signs nobody in', () => {
  it.each<[string, Lie, number?]>([
    ['another issuer', { claims: (claims) => ({ ...claims, iss: 'https://other.example' }) }],
    ['another audience', { claims: (claims) => ({ ...claims, aud: 'another-client' }) }],
    ['an audience of several, of which another is meant', { claims: (c) => ({ ...c, aud: ['inbox', 'x'], azp: 'x' }) }],
    ['the nonce of another sign-in', { claims: (claims) => ({ ...claims, nonce: 'another' }) }],
    ['no nonce', { claims: without('nonce') }],
    ['an ID token that has expired', { claims: (claims) => ({ ...claims, exp: Date.now() / 1000 - 600 }) }],
    ['an ID token without an end', { claims: without('exp') }],
    ['an ID token without a begin', { claims: without('iat') }],
    ['nobody', { claims: without('sub') }],
    ['somebody of endless name', { claims: (claims) => ({ ...claims, sub: 'x'.repeat(300) }) }],
    ['no signature', { sign: (claims) => `${base64url({ alg: 'none' })}.${base64url(claims)}.` }],
    ['HS256 with its public key', { sign: (claims) => hmacToken(claims, provider.publicPem) }],
    ['HS256 with the secret of the inbox', { sign: (claims) => hmacToken(claims, CLIENT.clientSecret) }],
    ['the signature of another key', { sign: (claims) => provider.signFalsely(claims) }],
    ['no ID token', { token: (response) => json(response, { access_token: 'x', token_type: 'Bearer' }) }],
    ['a code that is refused', { token: (response) => json(response, { error: 'invalid_grant' }, 400) }],
    ['a page', { token: (response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Hi</p>') }],
    ['an endless answer', { token: (response) => void response.writeHead(200).end(Buffer.alloc(2_000_000, 'x')) }],
    ['a way elsewhere', { token: (response) => void response.writeHead(307, { location: '/userinfo' }).end() }],
    ['a fault of its own', { token: (response) => json(response, {}, 500) }, 503],
    ['a broken line', { token: (response) => void response.destroy() }, 503],
    ['nothing for too long', { token: () => undefined }, 503],
  ])('with %s', async (_what, lie, status = 502) => {
    const before = await sessions();
    const begun = await begin();
    provider.lie = lie;
    const answered = await back(begun);
    expect(answered.statusCode).toBe(status);
    expect(answered.headers['set-cookie']).toMatch(/^__Host-inbox_oidc=; Path=\/; Max-Age=0/);
    expect(await sessions()).toBe(before);
    expect(log.join()).toMatch(/^A sign-in at the identity provider failed: .{3,160}\.$/);
    expect(log.join()).not.toMatch(/eyJ|meera|a-code|access token/);
  });

  it.each<[string, Lie]>([
    ['does not say that an address is verified', { claims: without('email_verified') }],
    ['says it as a text', { claims: (claims) => ({ ...claims, email_verified: 'true' }) }],
    [
      'says it of another address, elsewhere',
      { claims: without('email_verified'), userInfo: { sub: 'new', email: 'x@shop.example', email_verified: true } },
    ],
  ])('who %s', async (_what, { claims, ...lie }) => {
    const before = await sessions();
    const begun = await begin();
    provider.lie = { ...lie, claims: (told) => ({ ...claims?.(told), sub: 'new' }) };
    const answered = await back(begun);
    expect([answered.statusCode, answered.body]).toEqual([403, expect.stringContaining('is verified')]);
    expect(await sessions()).toBe(before);
  });

  it('whose second word is of somebody else', async () => {
    const begun = await begin();
    provider.lie = { claims: without('email'), userInfo: { sub: 'other', email: person.email, email_verified: true } };
    expect((await back(begun)).statusCode).toBe(502);
  });
});

it.each<[string, NonNullable<Lie['sign']>]>([
  ['none', (claims) => `${base64url({ alg: 'none' })}.${base64url(claims)}.`],
  ['HS256', (claims) => hmacToken(claims, provider.publicPem)],
  ['HS256', (claims) => hmacToken(claims, CLIENT.clientSecret)],
])('nobody is signed in by %s, although the provider says that it signs so', async (alg, sign) => {
  const other = await startInbox();
  provider.lie = { sign, metadata: { id_token_signing_alg_values_supported: [alg] } };
  try {
    const begun = await begin('', other);
    expect((await back(begun, {}, other)).statusCode).toBe(502);
    expect(await other.db.selectFrom('sessions').select('id').execute()).toEqual([]);
  } finally {
    await other.close();
  }
});

describe('an answer that is not of this sign-in', () => {
  it.each<[string, (begun: Begun) => Promise<{ statusCode: number }>, number]>([
    ['with another state', (begun) => back({ ...begun, state: 'another' }), 502],
    ['of another issuer (mix-up)', (begun) => back(begun, { iss: 'https://other.example' }), 502],
    ['without a cookie', (begun) => back({ ...begun, cookie: '' }), 400],
    ['with a cookie that was made up', (begun) => back({ ...begun, cookie: '__Host-inbox_oidc=AAAA' }), 400],
    ['with the cookie of another sign-in', async (begun) => back({ ...begun, cookie: (await begin()).cookie }), 502],
    [
      'with two codes',
      (begun) => get(`/main-site/oidc/callback?code=a&code=b&state=${begun.state}`, begun.cookie),
      502,
    ],
    ['without a code', (begun) => get(`/main-site/oidc/callback?state=${begun.state}`, begun.cookie), 502],
    ['without anything', (begun) => get('/main-site/oidc/callback', begun.cookie), 502],
  ])('%s', async (_what, answer, status) => {
    const [before, exchanges] = [await sessions(), provider.exchanges];
    const { statusCode } = await answer(await begin());
    expect(statusCode).toBe(status);
    expect([await sessions(), provider.exchanges]).toEqual([before, exchanges]);
  });

  it('that comes after ten minutes', async () => {
    const begun = await begin();
    const late = new Date(Date.now() + 11 * 60_000);
    inbox.clock.now = () => late;
    const answered = await back(begun);
    inbox.clock.now = () => new Date();
    expect([answered.statusCode, answered.body]).toEqual([400, expect.stringContaining('begin again')]);
  });

  it('that comes twice, also at the same time, from a provider that takes a code twice', async () => {
    const begun = await begin();
    const before = await sessions();
    const answers = await Promise.all([back(begun), back(begun), back(begun)]);
    expect(answers.map(({ statusCode }) => statusCode).sort((a, b) => a - b)).toEqual([303, 400, 400]);
    expect((await back(begun)).statusCode).toBe(400);
    expect(await sessions()).toBe(before + 1);
  });
});

describe('where it leads', () => {
  it.each(['https://evil.example', '//evil.example', 'javascript:alert(1)', '/inbox/tickets/42/../../x', '\\\\evil'])(
    'is never %s',
    async (next) => {
      const answered = await back(await begin(next));
      expect(answered.headers.location).toMatch(/^\/validate\?token=[\w.-]+$/);
    },
  );

  it('is the host of the settings, whatever host was asked', async () => {
    const answered = await inbox.app.inject({ url: '/main-site/oidc/start?next=x', headers: { host: 'evil.example' } });
    expect(answered.headers.location).toBe('https://inbox.example/main-site/oidc/start?next=x&led=yes');
  });
});

it('knows people by the issuer as the provider writes it, whatever slash the setting ends with', async () => {
  const other = await startInbox({ issuer: `${provider.issuer}/` });
  try {
    const answered = await back(await begin('', other), {}, other);
    expect(answered.statusCode).toBe(303);
    const rows = await other.db.selectFrom('agent_identities').select('issuer').execute();
    expect(rows).toEqual([{ issuer: provider.issuer }]);
  } finally {
    await other.close();
  }
});

describe('a provider that cannot be used', () => {
  it.each<[string, Lie]>([
    ['is down', { discovery: (response) => void response.destroy() }],
    ['says that it is another', { metadata: { issuer: 'https://other.example' } }],
    ['sends a page', { discovery: (response) => void response.end('<p>Maintenance</p>') }],
    ['leads elsewhere', { discovery: (response) => void response.writeHead(302, { location: '/jwks' }).end() }],
    ['never ends', { discovery: (response) => void response.end(Buffer.alloc(2_000_000, ' ')) }],
  ])('leaves the password form, and says so: it %s', async (_what, lie) => {
    const other = await startInbox();
    provider.lie = lie;
    try {
      const answered = await get('/main-site/oidc/start?next=/inbox/tickets/7', '', other);
      expect(answered.statusCode).toBe(503);
      expect(answered.body).toContain('Kurta ID cannot be reached at the moment.');
      expect(answered.body).toContain('name="next" value="/inbox/tickets/7"');
      expect(answered.body).toContain('type="password"');
      expect(log).toHaveLength(1);
    } finally {
      await other.close();
    }
  });
});
