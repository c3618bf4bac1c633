import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** Does this header sign these very bytes with this secret? Takes the same time for every wrong signature. */
export function isSignedBy(secret: string, header: string | undefined, body: Buffer): boolean {
  const given = /^sha256=([0-9a-f]{64})$/i.exec(header ?? '')?.[1];
  if (given === undefined) return false;
  return timingSafeEqual(Buffer.from(given, 'hex'), createHmac('sha256', secret).update(body).digest());
}

/** Are two secrets the same? Takes the same time whatever they have in common, and however long they are. */
export function isSameSecret(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
