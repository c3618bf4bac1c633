import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { S3mini, S3ServiceError } from 's3mini';
import { codeOf, wordsOf } from '../errors/errors';
import { BucketError } from './bucket-error';
import { isKey, type StoredFile } from './uploads';

/** Where a bucket of an S3-compatible store is, and who asks for its objects. */
export interface BucketSettings {
  /** `https://HOST/BUCKET`. */
  url: string;
  region: string;
  keyId: string;
  secret: string;
}

/** Files as objects of a bucket. Every call throws BucketError when the store cannot be had, after three attempts. */
export interface Bucket {
  /** Streams a file of this machine in. @param size of it, in bytes */
  put(key: string, path: string, size: number): Promise<void>;
  /** @throws ENOENT when there is none */
  open(key: string): Promise<{ stream: Readable; size: number }>;
  /** Without the bytes' coming here. @throws ENOENT when there is none */
  copy(from: string, to: string): Promise<void>;
  has(key: string): Promise<boolean>;
  /** All objects that are uploads, in the order of their keys. */
  list(): AsyncGenerator<StoredFile>;
  /** One that is gone already is no error. */
  remove(key: string): Promise<void>;
  /** Can it be used, and are deleted objects still there as older versions of themselves? */
  keepsVersions(): Promise<boolean>;
}

/** Milliseconds before the second attempt and the third. */
const PAUSES = [100, 400] as const;
/** Milliseconds in which an answer must have begun. */
const ANSWER_MS = 10_000;
/** Bytes a millisecond: what is slower than 100 KB a second is given up. */
const SLOWEST = 100;

/** Objects of one answer: no store says more at once. */
const LISTED = 1_000;

/** No object has this name. */
const ABSENT = 'absent';

/** @param pause between the attempts, for so many milliseconds */
export function openBucket(
  { url, region, keyId, secret }: BucketSettings,
  pause: (ms: number) => Promise<unknown> = delay,
): Bucket {
  const s3 = new S3mini({ endpoint: url, region, accessKeyId: keyId, secretAccessKey: secret, fetch: fetchBounded });

  /** Each of them may be done twice. */
  async function attempt<T>(work: () => Promise<T>): Promise<T> {
    for (let made = 0; ; made++) {
      try {
        return await work();
      } catch (error) {
        if (isMissing(error)) throw Object.assign(new Error('There is no such file.'), { code: 'ENOENT' });
        // Of the file on this machine.
        if (codeOf(error) === 'ENOENT') throw error;
        const ms = PAUSES[made];
        if (ms !== undefined && mayPass(error)) await pause(ms);
        else throw new BucketError(`The store of files at ${new URL(url).host}: ${reasonOf(error)}`, { cause: error });
      }
    }
  }

  return {
    put: (key, path, size) =>
      attempt(async () => {
        if (size === 0) return void (await s3.putObject(key, ''));
        const file = createReadStream(path);
        try {
          await s3.putObject(key, Readable.toWeb(file) as ReadableStream, undefined, undefined, undefined, size);
        } finally {
          file.destroy();
        }
      }),

    open: (key) =>
      attempt(async () => {
        const { body, headers } = await s3.getObjectRaw(key);
        const stream = body === null ? Readable.from([]) : Readable.from(body, { objectMode: false });
        return { stream, size: Number(headers.get('content-length') ?? 0) };
      }),

    copy: (from, to) => attempt(async () => void (await s3.copyObject(from, to))),

    has: (key) => attempt(async () => (await s3.objectExists(key)) === true),

    async *list() {
      let token: string | undefined;
      do {
        const page = await attempt(() => s3.listObjectsPaged('/', '', LISTED, token));
        if (!page) throw new BucketError(`The store of files at ${new URL(url).host}: there is no such bucket.`);
        for (const { Key: key, Size, LastModified } of page.objects ?? []) {
          if (isKey(key)) yield { key, size: Number(Size), storedAt: new Date(LastModified) };
        }
        token = page.nextContinuationToken;
      } while (token !== undefined);
    },

    remove: (key) => attempt(async () => void (await s3.deleteObject(key))),

    keepsVersions: () =>
      attempt(async () => {
        // Whoever may not list a bucket is not told that an object is missing, but that it is none of theirs.
        await s3.getObjectRaw(ABSENT).catch((error: unknown) => {
          if (!isMissing(error)) throw error;
        });
        return await s3.getBucketVersioning().then(
          (versioning) => versioning === 'Enabled',
          (error: unknown) => {
            // Not every store has versions.
            if (isAnswer(error)) return false;
            throw error;
          },
        );
      }),
  };
}

/** As long as the answer has not begun, a call has a limit; what streams then may take its time. */
async function fetchBounded(input: Parameters<typeof fetch>[0], init: RequestInit = {}): Promise<Response> {
  const ended = new AbortController();
  const bytes = Number(new Headers(init.headers).get('content-length') ?? 0);
  const ms = ANSWER_MS + bytes / SLOWEST;
  const timer = setTimeout(() => ended.abort(new Error(`no answer in ${Math.round(ms / 1000)} seconds`)), ms);
  try {
    // A stream goes out while its answer is waited for.
    const streamed: RequestInit & { duplex: 'half' } = { ...init, signal: ended.signal, duplex: 'half' };
    return await fetch(input, streamed);
  } finally {
    clearTimeout(timer);
  }
}

/** By name: one that was thrown in another context is no instance. */
const isAnswer = (error: unknown): error is S3ServiceError =>
  error instanceof S3ServiceError || (error instanceof Error && error.name === 'S3ServiceError');

/** Not every store says it in the words of S3; that its bucket is missing is another thing. */
const isMissing = (error: unknown): boolean =>
  isAnswer(error) && error.status === 404 && error.serviceCode !== 'NoSuchBucket';

/** What the store refuses it refuses again; when it has too much to do, or is not there, it may not. */
const mayPass = (error: unknown): boolean => !isAnswer(error) || error.status >= 500 || error.status === 429;

function reasonOf(error: unknown): string {
  if (isAnswer(error)) return `it answers ${error.status} (${error.serviceCode ?? 'unknown'}).`;
  const cause = error instanceof Error ? error.cause : undefined;
  return codeOf(error) ?? codeOf(cause) ?? wordsOf(cause ?? error);
}
