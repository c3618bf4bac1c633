import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { oidcSettings } from '../../testing/oidc-settings';
import { json, startLyingProvider, type LyingProvider } from '../../testing/lying-provider';
import { checkIdentityProvider } from './identity-provider';

let provider: LyingProvider;
beforeAll(async () => {
  provider = await startLyingProvider({ clientId: 'inbox', person: {} });
});
beforeEach(() => {
  provider.lie = {};
});
afterAll(() => provider.close());

const look = (issuer = provider.issuer, now?: () => number) =>
  checkIdentityProvider(oidcSettings(issuer, { clientSecret: 'a secret that nobody may read' }), now);

describe('the doctor and the identity provider', () => {
  it('finds that it answers, and whether it can sign out', async () => {
    expect(await look()).toMatchObject([
      { level: 'ok', what: `${provider.issuer} answers, and has no sign-out of its own` },
      { area: 'clock', level: 'ok' },
    ]);
    provider.lie = { metadata: { end_session_endpoint: `${provider.issuer}/end` } };
    expect((await look())[0]).toMatchObject({ level: 'ok', what: `${provider.issuer} answers` });
  });

  it('finds a clock that differs', async () => {
    const findings = await look(provider.issuer, () => Date.now() + 90_000);
    expect(findings[1]).toMatchObject({ area: 'clock', level: 'problem', what: expect.stringContaining('s ahead of') });
  });

  it.each<[string, () => Promise<unknown>, string]>([
    ['is down', () => look('http://localhost:9'), 'cannot be used: '],
    [
      'calls itself something else',
      () => {
        provider.lie = { metadata: { issuer: 'https://other.example' } };
        return look();
      },
      'does not match the expected issuer',
    ],
    [
      'publishes no keys',
      () => {
        provider.lie = { metadata: { jwks_uri: undefined } };
        return look();
      },
      'publishes no keys',
    ],
    [
      'sends an error',
      () => {
        provider.lie = { discovery: (response) => json(response, {}, 500) };
        return look();
      },
      'it answered 500',
    ],
  ])('says what is wrong with one that %s, without a secret', async (_what, find, words) => {
    const findings = await find();
    expect(findings).toMatchObject([{ level: 'problem', what: expect.stringContaining(words) }]);
    expect(JSON.stringify(findings)).not.toContain('nobody may read');
  });
});
