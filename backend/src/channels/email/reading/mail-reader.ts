import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { MailProblem } from '@inbox/domain';
import { codeOf, wordsOf } from '../../../platform/errors/errors';
import { isTransient } from '../../../platform/db/transient-error';
import { newKey, type Uploads } from '../../../platform/files/uploads';
import { removeFiles } from './store-files';
import { MAIL_LIMITS } from '../parse/limits';
import { unreadable } from '../content/unreadable';
import { openParserWorker, TooMuchWorkError } from './parser-worker';
import type { ReadAnswer } from './read-file';

/** A mail on the disk that is to be read. */
export interface SpooledMail {
  /** Under which its bytes are stored. */
  key: string;
  /** Empty for bounces. */
  envelopeSender: string;
  /** It has only the headers: the rest is more than is read. */
  isTooLarge?: boolean;
}

export interface MailReader {
  /**
   * Reads a mail and stores its files. One that cannot be read is answered all the same, with what its headers say and why.
   * @throws only for what has nothing to do with the mail, such as a full disk; no file of it is left then
   */
  read(mail: SpooledMail, now: Date): Promise<ReadAnswer>;
  /** How many bytes of mails are waiting to be read, or are being so. */
  readonly waitingBytes: number;
  close(): Promise<void>;
}

export interface MailReaderOptions {
  uploads: Uploads;
  /** Called, in one line, of what the operator should know. */
  log: (line: string) => void;
  /** Milliseconds that one mail may take. */
  timeoutMs?: number;
  heapMb?: number;
}

/** Smaller mails have a thread of their own, so that they do not wait for large ones. */
const LARGE_BYTES = 1_000_000;
const TIMEOUT_MS = 60_000;
const HEAP_MB = 256;

/** Reads mails on two threads: memory and processor are bounded, however many come at once. */
export function startMailReader(options: MailReaderOptions): MailReader {
  const { uploads, log, timeoutMs = TIMEOUT_MS, heapMb = HEAP_MB } = options;
  const small = openParserWorker({ timeoutMs, heapMb, endsAfterEach: false });
  const large = openParserWorker({ timeoutMs, heapMb, endsAfterEach: true });
  let waitingBytes = 0;

  async function read(
    { envelopeSender, isTooLarge = false }: SpooledMail,
    { path, size }: { path: string; size: number },
    now: Date,
  ) {
    const fileKeys = Array.from({ length: MAIL_LIMITS.attachments }, newKey);
    const task = { path, uploadsDir: uploads.dir, fileKeys, envelopeSender, now };
    const lane = size < LARGE_BYTES ? small : large;
    const headOr = async (problem: MailProblem) => {
      const nothing = { attachments: [], report: null, isGenerated: false, isUnwrapped: false, problem };
      const head = await small.run({ ...task, what: 'head', fileKeys: [] }).catch(() => null);
      if (head !== null) return { ...head, problem };
      return { mail: unreadable({ digest: await digestOf(path), envelopeSender, now }), ...nothing };
    };
    if (isTooLarge) return headOr('too_large');
    try {
      const answer = await lane.run({ ...task, what: 'mail' });
      for (const { storage_key } of answer.attachments) if (storage_key !== null) await uploads.adopt(storage_key);
      return answer;
    } catch (error) {
      await removeFiles(
        uploads,
        fileKeys.map((storage_key) => ({ storage_key })),
      );
      const isItsOwn = error instanceof TooMuchWorkError || codeOf(error) === undefined;
      if (!isItsOwn && isTransient(error)) throw error;
      log(`A mail is shown without its text, which cannot be read: ${wordsOf(error)}`);
      return headOr(problemOf(error));
    }
  }

  return {
    async read(mail, now) {
      const path = await uploads.localPath(mail.key);
      const { size } = await stat(path);
      waitingBytes += size;
      try {
        return await read(mail, { path, size }, now);
      } finally {
        waitingBytes -= size;
      }
    },
    get waitingBytes() {
      return waitingBytes;
    },
    async close() {
      await Promise.all([small.close(), large.close()]);
    },
  };
}

/** As long as the digest of a mail that can be read. */
async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex').slice(0, 32);
}

function problemOf(error: unknown): MailProblem {
  if (error instanceof TooMuchWorkError) return 'too_much_work';
  return /nesting depth|header size|parts/i.test(wordsOf(error)) ? 'too_complex' : 'not_understood';
}
