import { randomBytes, scryptSync } from 'node:crypto';

/** Hashes a password at little cost: comparing a real hash takes 200 ms of a core. */
export function hashCheaply(password: string): string {
  const [cost, salt] = [{ N: 16, r: 8, p: 1 }, randomBytes(16)];
  const key = scryptSync(password, salt, 32, cost).toString('base64');
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64'), key].join('$');
}
