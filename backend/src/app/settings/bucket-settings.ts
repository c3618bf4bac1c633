import * as z from 'zod/mini';
import type { BucketSettings } from '../../platform/files/bucket';

const BUCKET = 'must be https://HOST/BUCKET, or http://';

function isBucket(text: string): boolean {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) return false;
  const { pathname, search, hash, username, password } = new URL(text);
  return /^\/[\w.-]+\/?$/.test(pathname) && [search, hash, username, password].every((part) => part === '');
}

/** The part of the settings table that says in which bucket of an S3-compatible store files are. */
export const BUCKET_ENVIRONMENT = {
  INBOX_S3_URL: z.optional(z.string().check(z.refine(isBucket, BUCKET))),
  INBOX_S3_REGION: z._default(z.string().check(z.regex(/^[\w-]+$/, 'must be the name of a region')), 'us-east-1'),
  INBOX_S3_KEY_ID: z.optional(z.string()),
  INBOX_S3_SECRET: z.optional(z.string()),
} as const;

interface Read {
  INBOX_S3_URL?: string | undefined;
  INBOX_S3_REGION: string;
  INBOX_S3_KEY_ID?: string | undefined;
  INBOX_S3_SECRET?: string | undefined;
}

/** The bucket for files; undefined where they are in the folder of the data. A text says what does not fit together. */
export function readBucketSettings(read: Read): BucketSettings | string | undefined {
  const { INBOX_S3_URL: url, INBOX_S3_REGION: region, INBOX_S3_KEY_ID: keyId, INBOX_S3_SECRET: secret } = read;
  if (url === undefined) {
    const alone = keyId === undefined ? 'INBOX_S3_SECRET' : 'INBOX_S3_KEY_ID';
    return keyId === undefined && secret === undefined ? undefined : `${alone} needs INBOX_S3_URL.`;
  }
  if (keyId === undefined || secret === undefined) return 'INBOX_S3_URL needs INBOX_S3_KEY_ID and INBOX_S3_SECRET.';
  return { url: url.replace(/\/$/, ''), region, keyId, secret };
}
