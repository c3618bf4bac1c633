import { describe, expect, it } from '@jest/globals';
import { codeOf } from '../../testing/second-step';
import { makeTotpSecret, qrPictureOf, stepOfCode, totpAddress, type TotpSecret } from './totp';

/** '12345678901234567890', of RFC 6238, appendix B. */
const RFC_SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ' as TotpSecret;
const at = (seconds: number): Date => new Date(seconds * 1000);

describe('a code', () => {
  // The appendix has eight digits; six are the last of them (RFC 4226, section 5.3).
  it.each([
    [59, '287082', 0x1],
    [1111111109, '081804', 0x23523ec],
    [1111111111, '050471', 0x23523ed],
    [1234567890, '005924', 0x273ef07],
    [2000000000, '279037', 0x3f940aa],
    [20000000000, '353130', 0x27bc86aa],
  ])('is that of RFC 6238 at %i seconds', (seconds, code, step) => {
    expect(stepOfCode(RFC_SECRET, code, at(seconds))).toBe(step);
  });

  it.each([
    [-31, null],
    [-30, 10],
    [0, 10],
    [29, 10],
    [59, 10],
    [60, null],
  ])('of the step that began at 300 s is, %i s after that, of step %p', (after, step) => {
    expect(stepOfCode(RFC_SECRET, codeOf(RFC_SECRET, at(300)), at(300 + after))).toBe(step);
  });

  it.each(['287 082', ' 287082 ', '287-082'])('is read as people type it: %p', (typed) => {
    expect(stepOfCode(RFC_SECRET, typed, at(59))).toBe(1);
  });

  it.each(['', '28708', '2870820', '28708a', '２８７０８２', '287082\u0000', '94287082', '2 8 7 0 8 2'])(
    'is not %p',
    (typed) => {
      expect(stepOfCode(RFC_SECRET, typed, at(59))).toBeNull();
    },
  );
});

describe('a secret', () => {
  it('has 160 bits, and is another each time', () => {
    const [one, two] = [makeTotpSecret(), makeTotpSecret()];
    expect(one).toMatch(/^[A-Z2-7]{32}$/);
    expect(one).not.toBe(two);
  });

  it('is given to the app with whose and where it is, and as every app reads it', () => {
    const address = new URL(
      totpAddress(RFC_SECRET, { issuer: `Kurta & Co: ${'x'.repeat(60)}`, account: 'a@b.example' }),
    );
    expect(address.protocol + address.host).toBe('otpauth:totp');
    expect(Object.fromEntries(address.searchParams)).toEqual({
      issuer: `Kurta & Co: ${'x'.repeat(28)}`,
      secret: RFC_SECRET,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
    expect(decodeURIComponent(address.pathname)).toContain('a@b.example');
  });
});

it('a QR code is a path of squares within its size', () => {
  const { size, path } = qrPictureOf('otpauth://totp/x');
  expect(path).toMatch(/^(?:M\d+ \d+h1v1h-1z)+$/);
  const places = [...path.matchAll(/M(\d+) (\d+)/g)].flatMap(([, x, y]) => [Number(x), Number(y)]);
  expect(Math.min(...places)).toBe(4);
  expect(Math.max(...places)).toBe(size - 5);
});
