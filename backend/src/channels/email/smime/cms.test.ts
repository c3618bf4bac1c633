import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { openCms } from './cms';
import { compressed, encrypted, signed } from './fixtures';

const MAIL = 'Content-Type: text/plain\r\n\r\nWhere is my order?';
const MAX = 1_000_000;
const textOf = (bytes: Uint8Array, max = MAX): string => {
  const cms = openCms(bytes, { inflated: max });
  return cms.kind === 'content' ? Buffer.from(cms.content).toString() : cms.kind;
};

/** As `openssl cms -sign -nodetach -stream -outform DER` writes it, without certificate: the key was thrown away. */
const OF_OPENSSL = Buffer.from(
  [
    'MIAGCSqGSIb3DQEHAqCAMIACAQExDTALBglghkgBZQMEAgEwgAYJKoZIhvcNAQcBoIAkgAQwQ29udGVudC1UeXBlOiB0ZXh0L3Bs',
    'YWluDQoNClNpZ25lZCBieSBPcGVuU1NMLg0KAAAAAAAAMYICWzCCAlcCAQEwSzAzMRIwEAYDVQQDDAlUaHJvd2F3YXkxHTAbBgkq',
    'hkiG9w0BCQEWDmFAbWFpbC5leGFtcGxlAhR3XoMkjNgpv1fpk+aY8Ejwo6niPjALBglghkgBZQMEAgGggeQwGAYJKoZIhvcNAQkD',
    'MQsGCSqGSIb3DQEHATAcBgkqhkiG9w0BCQUxDxcNMjYxMTMwMTE1MTIzWjAvBgkqhkiG9w0BCQQxIgQgepNM7IMlFOUbJjGIo9lC',
    'b8KUx8/G0HvDaJ694IjTefAweQYJKoZIhvcNAQkPMWwwajALBglghkgBZQMEASowCwYJYIZIAWUDBAEWMAsGCWCGSAFlAwQBAjAK',
    'BggqhkiG9w0DBzAOBggqhkiG9w0DAgICAIAwDQYIKoZIhvcNAwICAUAwBwYFKw4DAgcwDQYIKoZIhvcNAwICASgwDQYJKoZIhvcN',
    'AQEBBQAEggEAzlknj1EWeVhijsY+CBapbmA6jWJYL/l3q9JFzmOh0I7RrXRtcmdJ0qPrnCGF8eYg5v7tp5n2r31sqeL3FyDkHwNE',
    'XS0/Tmj8HqH2RHSisPbfE6DhJHwyAfaO4nPNRF/RJ1H5H+00D8KigU8dTt159HCDYOIIY6QucLynJ+Pdjo0Xjuk9+LQdOb6vKs81',
    'EQFiaahGXMsVRXGEODBlVS8gj5HKyRZI6oh1COT38GpdLq0lcjeiDqml+Y6nu9Au2YLVE6vcVJmlS9dqlWUnOaAi2uchmOvOa0uX',
    'Yk9wxdkXscyDqvYz+IeabJ87cMFRU7xKG4MCqPkhvVjVy/aEsvLeRAAAAAAAAA==',
  ].join(''),
  'base64',
);

describe('the content of a file of S/MIME', () => {
  it.each<[string, Buffer, string]>([
    ['in DER', signed(MAIL), MAIL],
    ['in BER, in one piece', signed(MAIL, { piece: 1_000 }), MAIL],
    ['in BER, in pieces', signed(MAIL, { piece: 7 }), MAIL],
    ['as OpenSSL writes it', OF_OPENSSL, 'Content-Type: text/plain\r\n\r\nSigned by OpenSSL.\r\n'],
    ['with bytes behind it', Buffer.concat([signed(MAIL), Buffer.from('\r\n--')]), MAIL],
    ['cut in its signature', signed(MAIL).subarray(0, -20), MAIL],
    ['of no bytes', signed(''), ''],
    ['that is compressed', compressed(MAIL), MAIL],
    ['that is encrypted cannot be had', encrypted(), 'encrypted'],
    ['that is elsewhere cannot be had', signed(null), 'empty'],
    ['that is elsewhere, in BER, cannot be had', signed(null, { piece: 1 }), 'empty'],
    ['cut in itself is damaged', signed(MAIL, { piece: 7 }).subarray(0, 80), 'damaged'],
    ['of another format is damaged', Buffer.from('%PDF-1.7'), 'damaged'],
    ['of which nothing came is damaged', Buffer.alloc(0), 'damaged'],
    ['that never stops to open containers is damaged', Buffer.from('3080'.repeat(100_000), 'hex'), 'damaged'],
  ])('%s', (_what, bytes, said) => {
    expect(textOf(bytes)).toBe(said);
  });

  it('that becomes larger than is read when it is decompressed is damaged', () => {
    const bomb = compressed(Buffer.alloc(MAX + 1));
    expect([bomb.length < 5_000, textOf(bomb), textOf(bomb, 2 * MAX).length]).toEqual([true, 'damaged', MAX + 1]);
  });

  it('of several files together is not decompressed beyond what is read', () => {
    const room = { inflated: 10 };
    const kinds = ['six...', 'six...', ''].map((content) => openCms(compressed(content), room).kind);
    expect(kinds).toEqual(['content', 'damaged', 'damaged']);
  });

  it('that is cut anywhere is had whole, or not at all', () => {
    for (const bytes of [signed(MAIL), signed(MAIL, { piece: 7 }), compressed(MAIL), OF_OPENSSL]) {
      const whole = textOf(bytes);
      const said = new Set(Array.from(bytes, (_, length) => textOf(bytes.subarray(0, length))));
      expect(said.add(whole)).toEqual(new Set([whole, 'damaged']));
    }
  });

  it('with any byte changed never makes the reader throw', () => {
    const files = fc.constantFrom(signed(MAIL), signed(MAIL, { piece: 3 }), compressed(MAIL));
    fc.assert(
      fc.property(files, fc.nat(), fc.nat(255), (file, at, byte) => {
        const bytes = Buffer.from(file);
        bytes[at % bytes.length] = byte;
        expect(openCms(bytes, { inflated: MAX }).kind).toMatch(/^(?:content|encrypted|empty|damaged)$/);
      }),
    );
  });
});
