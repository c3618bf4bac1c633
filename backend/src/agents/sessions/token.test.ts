import { describe, expect, it } from '@jest/globals';
import { decodeJwt, decodeProtectedHeader, SignJWT } from 'jose';
import { profile } from '../../testing/profile';
import { fixedKeys, type SigningKey, type SigningKeys } from './signing-keys';
import { createTokens, TOKEN_MS, type TokenOptions } from './token';

const SECRET = 'a secret for tests, long enough to be one';
const SESSION = '7d8e6a1c-3f43-4d3a-9d6c-0a7ef7a0c111';
const now = new Date('2026-11-22T10:00:00Z');

const make = (options?: TokenOptions) => createTokens(fixedKeys([SECRET]), options).make(profile, SESSION, now);

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
    const read = await createTokens(fixedKeys([SECRET]), checked).read(await make(made), now);
    expect(read?.sessionId).toBe(good ? SESSION : undefined);
  });

  it('carries iss and aud only when they are set', async () => {
    const [plain, named] = [decodeJwt(await make()), decodeJwt(await make({ issuer: 'site', audience: 'inbox' }))];
    expect([plain.iss, plain.aud]).toEqual([undefined, undefined]);
    expect([named.iss, named.aud]).toEqual(['site', 'inbox']);
  });

  it('is never another purpose’s proof', () => {
    const tokens = createTokens(fixedKeys([SECRET]));
    const texts = [
      tokens.mac('a', 'x'),
      tokens.mac('b', 'x'),
      tokens.mac('a', 'y'),
      createTokens(fixedKeys([`${SECRET}2`])).mac('a', 'x'),
    ];
    expect(new Set(texts).size).toBe(4);
  });
});

describe('keys in a ring', () => {
  const older: SigningKey = { kid: 'jwt_older', secret: `${SECRET} older`, signedUntil: now };
  const newest: SigningKey = { kid: 'jwt_newest', secret: `${SECRET} newest`, signedUntil: null };
  const ringOf = (...keys: SigningKey[]): SigningKeys => ({ now: () => keys, lately: () => keys });
  const ring = ringOf(newest, older);
  const after = (ms: number): Date => new Date(now.getTime() + ms);

  it('the newest signs and is named; what an older one has signed is good for as long as its last token', async () => {
    const made = await createTokens(ring).make(profile, SESSION, now);
    expect(decodeProtectedHeader(made)).toMatchObject({ kid: 'jwt_newest' });
    const before = await createTokens(ringOf({ ...older, signedUntil: null })).make(profile, SESSION, now);
    expect(await createTokens(ring).read(before, after(TOKEN_MS - 1000))).toMatchObject({ kid: 'jwt_older' });
    // One that the key's thief makes later, for longer, is not.
    const forged = await createTokens(ringOf({ ...older, signedUntil: null })).make(profile, SESSION, after(TOKEN_MS));
    expect(await createTokens(ring).read(forged, after(TOKEN_MS + 600_000))).toBeUndefined();
    expect(await createTokens(ringOf(newest)).read(before, now)).toBeUndefined();
  });

  it('a token that names no key, or one of another main site, is tried with each', async () => {
    for (const kid of [undefined, 'of the main site']) {
      const token = await new SignJWT({ ...profile, sid: SESSION })
        .setProtectedHeader({ alg: 'HS256', ...(kid !== undefined && { kid }) })
        .setExpirationTime(now.getTime() / 1000 + 60)
        .sign(new TextEncoder().encode(older.secret));
      expect(await createTokens(ring).read(token, now)).toMatchObject({ kid: 'jwt_older' });
    }
  });

  it('a key that another node has made just now is looked for', async () => {
    const stale: SigningKeys = { now: () => [newest, older], lately: () => [older] };
    const token = await createTokens(ring).make(profile, SESSION, now);
    expect(await createTokens(stale).read(token, now)).toMatchObject({ kid: 'jwt_newest' });
    expect(createTokens(stale).isMac('a', 'x', createTokens(ring).mac('a', 'x'))).toBe(true);
  });

  it('a proof of an older key is one still; another purpose, text or key is none', () => {
    const proof = createTokens(ringOf(older)).mac('a', 'x');
    const tokens = createTokens(ring);
    expect([tokens.isMac('a', 'x', proof), tokens.isMac('b', 'x', proof), tokens.isMac('a', 'y', proof)]).toEqual([
      true,
      false,
      false,
    ]);
    expect([tokens.isMac('a', 'x', ''), createTokens(ringOf(newest)).isMac('a', 'x', proof)]).toEqual([false, false]);
  });
});
