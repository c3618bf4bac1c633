import type { Schema } from '@inbox/domain';
import * as z from 'zod/mini';
import { get } from './call';

/**
 * A P-256 key pair as a JWK. With `x` and `y`, the public half, anybody encrypts for the agent; what is encrypted can be
 * read with `d` alone.
 */
export interface StorageKey {
  kty: 'EC';
  crv: 'P-256';
  x: string;
  y: string;
  d: string;
}

/** 32 bytes in base64url, as RFC 7518 has them. */
const coordinate = z.string().check(z.regex(/^[\w-]{43}$/));
const publicHalf = { kty: z.literal('EC'), crv: z.literal('P-256'), x: coordinate, y: coordinate };

export type PublicStorageKey = Omit<StorageKey, 'd'>;
export const publicStorageKeySchema: Schema<PublicStorageKey> = z.object(publicHalf);
export const storageKeySchema: Schema<StorageKey> = z.object({ ...publicHalf, d: coordinate });

/** Of the agent who calls: by it their browsers encrypt at a sign-out what is not sent. */
export const storageKeyCalls = {
  storageKey: get<StorageKey>('/api/inbox/agent/storage-key/', () => ({ answer: storageKeySchema })),
} as const;
