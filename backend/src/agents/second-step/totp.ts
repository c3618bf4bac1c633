import { Secret, TOTP } from 'otpauth';
import { encode } from 'uqr';

declare const brand: unique symbol;
/** What an app and the inbox make the same codes of: base32, 160 bits (RFC 4226, section 4). */
export type TotpSecret = string & { readonly [brand]: 'TotpSecret' };

const SECRET_BYTES = 20;
/** Seconds that a code is shown for. */
const PERIOD_S = 30;
/** Codes before and after the one of now that are taken: phones' clocks differ, and typing takes its time. */
const WINDOW = 1;

/** The one kind that every app can read. */
const KIND = { algorithm: 'SHA1', digits: 6, period: PERIOD_S } as const;

/** What six digits look like as people type them: some apps show a gap in the middle. */
const CODE = /^\d{3}[\s-]?\d{3}$/;

export const makeTotpSecret = (): TotpSecret => new Secret({ size: SECRET_BYTES }).base32 as TotpSecret;

/**
 * The 30 seconds, counted from 1970, that a code is of (RFC 6238); null when it is none of now, of the 30 seconds before, or
 * of those after. Takes the same time for every wrong code.
 */
export function stepOfCode(secret: TotpSecret, typed: string, now: Date): number | null {
  if (!CODE.test(typed.trim())) return null;
  const totp = new TOTP({ secret: Secret.fromBase32(secret), ...KIND });
  const timestamp = now.getTime();
  const delta = totp.validate({ token: typed.replace(/\D/g, ''), timestamp, window: WINDOW });
  return delta === null ? null : totp.counter({ timestamp }) + delta;
}

/** Of a merchant's name, in characters: what is longer makes the picture too fine to be read by a phone. */
const LONGEST_ISSUER = 40;

/** What is in the QR code: the address that an authenticator app opens. */
export function totpAddress(secret: TotpSecret, { issuer, account }: { issuer: string; account: string }): string {
  const shown = { issuer: issuer.slice(0, LONGEST_ISSUER), label: account };
  return new TOTP({ secret: Secret.fromBase32(secret), ...KIND, ...shown }).toString();
}

/** A QR code for an SVG: a square of `size` units, and the path of its dark modules. */
export interface QrPicture {
  size: number;
  path: string;
}

/** With the border of four modules that readers need. */
export function qrPictureOf(text: string): QrPicture {
  const { size, data } = encode(text, { border: 4 });
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return { size, path };
}
