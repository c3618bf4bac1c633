import type { AgentId, MerchantId, Profile } from '@inbox/domain';
import { describe, expect, it } from '@jest/globals';
import { decodeJwt } from 'jose';
import { createTokens, type TokenOptions } from './token';

const SECRET = 'a secret for tests, long enough to be one';
const SESSION = '7d8e6a1c-3f43-4d3a-9d6c-0a7ef7a0c111';
const now = new Date('2026-11-22T10:00:00Z');

const profile: Profile = {
  current_user_id: 7 as AgentId,
  id: 1 as MerchantId,
  full_name: 'Asha Menon',
  first_name: 'Asha',
  last_name: 'Menon',
  email: 'asha@shop.example',
  merchant_name: 'Shop',
  user_permissions: [],
  is_store_admin: false,
  is_csat_enabled: false,
  inbox_audio_notifications_enabled: true,
  email_accounts: [],
  can_assign_ticket_to_self: false,
  can_assign_ticket_to_other_agent: false,
};

const make = (options?: TokenOptions) => createTokens(SECRET, options).make(profile, SESSION, now);

describe('a token', () => {
  it.each<[string, TokenOptions, TokenOptions, boolean]>([
    ['nothing is set', {}, {}, true],
    ['it says more than is checked', { issuer: 'site', audience: 'inbox' }, {}, true],
    ['both are right', { issuer: 'site', audience: 'inbox' }, { issuer: 'site', audience: 'inbox' }, true],
    ['iss is missing', {}, { issuer: 'site' }, false],
    ['iss is another', { issuer: 'other' }, { issuer: 'site' }, false],
    ['aud is missing', { issuer: 'site' }, { issuer: 'site', audience: 'inbox' }, false],
    ['aud is another', { audience: 'analytics' }, { audience: 'inbox' }, false],
    ['aud is right and iss is not', { issuer: 'x', audience: 'inbox' }, { issuer: 'site', audience: 'inbox' }, false],
  ])('when %s: %j read under %j is good: %s', async (_name, made, checked, good) => {
    const read = await createTokens(SECRET, checked).read(await make(made), now);
    expect(read?.sessionId).toBe(good ? SESSION : undefined);
  });

  it('carries iss and aud only when they are set', async () => {
    const [plain, named] = [decodeJwt(await make()), decodeJwt(await make({ issuer: 'site', audience: 'inbox' }))];
    expect([plain.iss, plain.aud]).toEqual([undefined, undefined]);
    expect([named.iss, named.aud]).toEqual(['site', 'inbox']);
  });

  it('is never another purpose’s proof', () => {
    const tokens = createTokens(SECRET);
    const texts = [
      tokens.mac('a', 'x'),
      tokens.mac('b', 'x'),
      tokens.mac('a', 'y'),
      createTokens(`${SECRET}2`).mac('a', 'x'),
    ];
    expect(new Set(texts).size).toBe(4);
  });
});
