import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AgentId, MerchantId } from '@inbox/domain';
import { startTestInbox, type TestInbox } from '../../testing/inbox';
import { oidcSettings } from '../../testing/oidc-settings';
import { startLyingProvider, type LyingProvider } from '../../testing/lying-provider';
import { addAgent, addMerchant } from '../../testing/rows';
import { startSession } from '../sign-in/sign-in';
import { fixedKeys } from '../sessions/signing-keys';
import { createTokens } from '../sessions/token';
import { createOidc } from '.';

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
const LOGOUT = '/main-site/oidc/back-channel-logout';

let inbox: TestInbox;
let provider: LyingProvider;
let shop: MerchantId;
let agent: AgentId;
let other: AgentId;

beforeAll(async () => {
  provider = await startLyingProvider({ clientId: 'inbox', person: {} });
  inbox = await startTestInbox({
    async openOidc(deps) {
      shop = await addMerchant(deps.context.db);
      const settings = oidcSettings(provider.issuer);
      return createOidc({ ...deps, settings, merchantId: shop, log: () => undefined });
    },
  });
  agent = await addAgent(inbox.db, shop);
  other = await addAgent(inbox.db, shop);
  for (const [agent_id, subject] of [
    [agent, 'meera'],
    [other, 'leela'],
  ] as const) {
    const identity = { merchant_id: shop, agent_id, issuer: provider.issuer, subject, linked_at: new Date() };
    await inbox.db.insertInto('agent_identities').values(identity).execute();
  }
});
afterAll(async () => {
  await inbox.close();
  await provider.close();
});

let count = 0;
/** A logout token as it should be. */
const claims = (more: Record<string, unknown> = {}): Record<string, unknown> => {
  const iat = Math.floor(Date.now() / 1000);
  count += 1;
  const events = { [EVENT]: {} };
  return { iss: provider.issuer, aud: 'inbox', iat, exp: iat + 120, jti: `id-${count}`, events, sub: 'meera', ...more };
};

const without = (name: string): Record<string, unknown> => {
  const { [name]: _gone, ...rest } = claims();
  return rest;
};

const send = async (logout_token: string): Promise<number> => {
  const { statusCode, headers } = await inbox.app.inject({
    method: 'POST',
    url: LOGOUT,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ logout_token }).toString(),
  });
  expect(headers['cache-control']).toBe('no-store');
  return statusCode;
};

/** Ends what runs, and begins one session of each kind. */
async function begin(): Promise<void> {
  await inbox.db.updateTable('sessions').set({ ended_at: new Date() }).execute();
  const tokens = createTokens(fixedKeys(['a secret for tests, long enough to be one']));
  const start = (id: AgentId, sid: string | null) =>
    startSession({ ...inbox.context, tokens }, shop, id, { by: 'identity_provider', sid });
  await start(agent, 'one');
  await start(agent, 'two');
  await start(agent, null);
  await start(other, 'three');
  await inbox.signIn(shop, agent);
}

/** What still runs, by the provider's name of it. */
const running = async () => {
  const rows = await inbox.db
    .selectFrom('sessions')
    .select(['provider_sid', 'signed_in_by'])
    .where('ended_at', 'is', null)
    .orderBy('created_at')
    .execute();
  return rows.map(({ provider_sid, signed_in_by }) => (signed_in_by === 'password' ? 'password' : provider_sid));
};

describe('a logout token', () => {
  it.each<[string, Record<string, unknown>, (string | null)[]]>([
    ['of a subject', { sub: 'meera' }, ['three', 'password']],
    ['of a session', { sub: undefined, sid: 'one' }, ['two', null, 'three', 'password']],
    ['of both', { sid: 'two' }, ['one', null, 'three', 'password']],
    ['of both, which do not belong together', { sub: 'leela', sid: 'one' }, ['one', 'two', null, 'three', 'password']],
    ['of somebody unknown', { sub: 'nobody' }, ['one', 'two', null, 'three', 'password']],
  ])('%s ends those sessions alone, and never one that was begun by password', async (_what, more, left) => {
    await begin();
    expect(await send(await provider.sign(claims(more)))).toBe(200);
    expect(await running()).toEqual(left);
  });

  it.each<[string, () => Promise<string> | string]>([
    ['that is none', () => 'nothing'],
    ['of another issuer', () => provider.sign(claims({ iss: 'https://other.example' }))],
    ['for another client', () => provider.sign(claims({ aud: 'another' }))],
    ['that is old', () => provider.sign(claims({ iat: Math.floor(Date.now() / 1000) - 600, exp: undefined }))],
    ['of tomorrow', () => provider.sign(claims({ iat: Math.floor(Date.now() / 1000) + 86_400 }))],
    ['that has expired', () => provider.sign(claims({ exp: Math.floor(Date.now() / 1000) - 60 }))],
    ['without its time', () => provider.sign(without('iat'))],
    ['without its id', () => provider.sign(without('jti'))],
    ['without its event', () => provider.sign(without('events'))],
    ['with another event', () => provider.sign(claims({ events: { 'urn:other': {} } }))],
    ['of nobody', () => provider.sign(without('sub'))],
    ['that is an ID token, by its nonce', () => provider.sign(claims({ nonce: 'n' }))],
    ['that is an access token, by its type', () => provider.sign(claims(), { typ: 'at+jwt' })],
    ['of another key', () => provider.signFalsely(claims())],
    ['of an unknown key', () => provider.sign(claims(), { kid: 'another' })],
    ['that nobody has signed', () => `${base64url({ alg: 'none' })}.${base64url(claims())}.`],
    ['signed with the public key', () => hmac(provider.publicPem)],
    ['signed with the secret', () => hmac('a secret of the inbox and the provider')],
    ['that is endless', () => 'x'.repeat(32_500)],
  ])('%s ends nothing', async (_what, make) => {
    await begin();
    expect(await send(await make())).toBe(400);
    expect(await running()).toHaveLength(5);
  });

  it('is taken once', async () => {
    await begin();
    const token = await provider.sign(claims());
    expect(await send(token)).toBe(200);
    await begin();
    expect(await send(token)).toBe(400);
    expect(await running()).toHaveLength(5);
  });

  it('may name its type as the standard has it', async () => {
    await begin();
    expect(await send(await provider.sign(claims(), { typ: 'logout+jwt' }))).toBe(200);
  });

  it('that comes in another form is none', async () => {
    const answered = await inbox.app.inject({ method: 'POST', url: LOGOUT, payload: { other: 'x' } });
    expect(answered.statusCode).toBe(400);
  });
});

const base64url = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

function hmac(secret: string): string {
  const signed = `${base64url({ alg: 'HS256', kid: 'first' })}.${base64url(claims())}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}
