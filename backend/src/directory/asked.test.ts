import { describe, expect, it } from '@jest/globals';
import { SignJWT } from 'jose';
import fc from 'fast-check';
import { askedBy, askedByForm, isSignIn } from './asked';
import { readCells } from './cells';

const signed = (claims: Record<string, unknown>, kid?: string) =>
  new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256', ...(kid !== undefined && { kid }) })
    .sign(new TextEncoder().encode('anybody may sign, as nothing is proven here'));

/** A token of any claims, which the library would not sign. */
const unsigned = (claims: Record<string, unknown>, kid: string): string => {
  const [header, payload] = [{ alg: 'HS256', kid }, claims].map((part) =>
    Buffer.from(JSON.stringify(part)).toString('base64url'),
  );
  return `${header}.${payload}.`;
};

describe('whom a request is about', () => {
  it('is said by its token', async () => {
    const token = await signed({ id: 7, current_user_id: 1 });
    const merchant = { about: 'merchant', value: '7' };
    for (const header of [token, `jwt ${token}`, `Bearer ${token}`]) {
      expect(askedBy('/api/inbox/tickets/', { authorization: header })).toEqual(merchant);
    }
    expect(askedBy(`/ws/inbox/?jwt=${token}&since=3`, {})).toEqual(merchant);
    const narrow = await signed({ iss: 'my-shop', sub: '1' }, 'embed_0123456789abcdef');
    expect(askedBy('/api/inbox/tickets/', { authorization: narrow })).toEqual({ about: 'slug', value: 'my-shop' });
  });

  it.each([
    [
      '/api/inbox/mail-images/0b9e5f0f-6c9a-4f0a-8d5c-2b9f0c3a7d11.2000000000007.3.proof/?url=x',
      'merchant',
      '2000000000007',
    ],
    ['/channels/exotel/a-secret-in-the-address/', 'exotel', 'a-secret-in-the-address'],
    ['/embed/frame?merchant=my-shop', 'slug', 'my-shop'],
    ['/main-site/reset-password?token=abc', 'password-link', 'abc'],
  ])('is said by the address %s', (url, about, value) => {
    expect(askedBy(url, {})).toMatchObject({ about, value });
  });

  it('is said by the shop that delivers', () => {
    const headers = { 'x-shopify-shop-domain': 'my-shop.myshopify.com' };
    expect(askedBy('/channels/shopify', headers)).toMatchObject({ about: 'shop', value: 'my-shop.myshopify.com' });
  });

  it.each(['/', '/panels/conversation/1.0.0/panel.js', '/main-site/login', '/api/inbox/tickets/?jwt=nonsense'])(
    'is not said by %s',
    (url) => expect(askedBy(url, {})).toBeNull(),
  );

  it.each([
    ['an array', ['my-shop']],
    ['an object', { length: 1 }],
    ['a number', 7],
    ['null', null],
  ])('is not said by a token of an embedding page whose issuer is %s', async (_what, iss) => {
    const narrow = unsigned({ iss, sub: '1' }, 'embed_0123456789abcdef');
    expect(askedBy('/api/inbox/tickets/', { authorization: narrow })).toBeNull();
  });

  it('never throws, whatever comes', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (path, token) => {
        askedBy(`/${path}`, { authorization: token });
      }),
    );
  });

  it('is said by the form in which somebody signs in', () => {
    expect(isSignIn('POST', '/main-site/login?next=%2F')).toBe(true);
    expect(isSignIn('POST', '/main-site/forgot-password/')).toBe(true);
    expect(isSignIn('POST', '/main-site/login/code')).toBe(false);
    expect(isSignIn('GET', '/main-site/login')).toBe(false);
    expect(askedByForm('/main-site/login', Buffer.from('email=Asha%40Shop.Example&password=x'))).toMatchObject({
      about: 'email',
      value: 'asha@shop.example',
    });
    expect(askedByForm('/main-site/login', Buffer.from('agent_id=3'))).toBeNull();
    expect(askedByForm('/main-site/login', Buffer.from('token=abc'))).toBeNull();
  });

  it.each(['/main-site/reset-password', '/main-site/reset-password/?next=%2F'])(
    'is said by the token in the form in which somebody chooses a password, at %s',
    (url) => {
      expect(isSignIn('POST', url)).toBe(true);
      expect(isSignIn('GET', url)).toBe(false);
      expect(askedByForm(url, Buffer.from('token=abc&password=a+new+sentence'))).toEqual({
        about: 'password-link',
        value: 'abc',
        fresh: 'fresh',
      });
      expect(askedByForm(url, Buffer.from('password=a+new+sentence'))).toBeNull();
    },
  );
});

describe('the list of cells', () => {
  it('has name, calls and mail of each', () => {
    expect(readCells('one=http://10.1.0.1:8080+10.1.0.1:2525, two=https://two.internal+[::1]:25')).toEqual([
      { name: 'one', url: 'http://10.1.0.1:8080', mail: { host: '10.1.0.1', port: 2525 } },
      { name: 'two', url: 'https://two.internal', mail: { host: '::1', port: 25 } },
    ]);
  });

  it.each(['', 'one', 'one=http://a', 'one=ftp://a+b:25', 'one=http://a+b:25,one=http://c+d:25', 'o/ne=http://a+b:25'])(
    'is none: %p',
    (text) => expect(readCells(text)).toBeNull(),
  );
});
