import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto';

/** Costs 32 MB and some 200 ms of one core: memory-hard, and still small enough for two at once on a small machine. */
const COST: Required<Pick<ScryptOptions, 'N' | 'r' | 'p'>> = { N: 2 ** 15, r: 8, p: 3 };
const KEY_BYTES = 32;

/** Characters of a password that somebody chooses, at least; and of one that is looked at, at most. */
export const MIN_PASSWORD = 10;
export const MAX_PASSWORD = 1000;

function derive(password: string, salt: Buffer, cost: typeof COST): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFC'), salt, KEY_BYTES, { ...cost, maxmem: 256 * cost.N * cost.r }, (error, key) => {
      if (error) reject(error);
      else resolve(key);
    });
  });
}

/** `scrypt$N$r$p$salt$key`: the cost stands with the hash, so that it can be raised later. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, COST);
  return ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64'), key.toString('base64')].join('$');
}

/** What nobody's password is checked against, so that an unknown address takes as long as a known one. */
const NOBODY = `scrypt$${COST.N}$${COST.r}$${COST.p}$${Buffer.alloc(16).toString('base64')}$${Buffer.alloc(KEY_BYTES).toString('base64')}`;

const FORM = /^scrypt\$(\d+)\$(\d+)\$(\d+)\$([\w+/=]+)\$([\w+/=]+)$/;

/** Compares in constant time; without a hash, or with one that is none, it does the same work and says no. */
export async function verifyPassword(password: string, hash: string | undefined): Promise<boolean> {
  const known = FORM.exec(hash ?? '');
  const [, N, r, p, salt = '', key = ''] = known ?? FORM.exec(NOBODY) ?? [];
  const expected = Buffer.from(key, 'base64');
  const derived = await derive(password, Buffer.from(salt, 'base64'), { N: Number(N), r: Number(r), p: Number(p) });
  return known !== null && expected.length === derived.length && timingSafeEqual(expected, derived);
}
