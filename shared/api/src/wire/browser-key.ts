import type { Schema } from '@inbox/domain';
import * as z from 'zod/mini';
import { get } from './call';

/**
 * A P-256 key pair as a JWK. With `x` and `y`, the public half, anybody encrypts for the agent; what is encrypted can be
 * read with `d` alone.
 */
export interface BrowserKey {
  kty: 'EC';
  crv: 'P-256';
  x: string;
  y: string;
  d: string;
}

/** 32 bytes in base64url, as RFC 7518 has them. */
const coordinate = z.string().check(z.regex(/^[\w-]{43}$/));
const publicHalf = { kty: z.literal('EC'), crv: z.literal('P-256'), x: coordinate, y: coordinate };

export type PublicBrowserKey = Omit<BrowserKey, 'd'>;
export const publicBrowserKeySchema: Schema<PublicBrowserKey> = z.object(publicHalf);
export const browserKeySchema: Schema<BrowserKey> = z.object({ ...publicHalf, d: coordinate });

/** Answers the key pair of the agent who calls, by which their browsers encrypt at a sign-out what is not sent. */
export const browserKeyCalls = {
  browserKey: get<BrowserKey>('/api/inbox/agent/browser-key/', () => ({ answer: browserKeySchema })),
} as const;
