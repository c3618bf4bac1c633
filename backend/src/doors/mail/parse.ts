import { Worker } from 'node:worker_threads';
import PostalMime, { type Email, type PostalMimeOptions } from 'postal-mime';

/** Larger mails are parsed beside the main thread, which has agents to answer: 24 MB take more than a second. */
const WORKER_FROM_BYTES = 256 * 1024;
const TIMEOUT_MS = 60_000;

/** Attached mails stay attachments: what a forwarded mail says was not said by the one who forwards it. */
const options: PostalMimeOptions = {
  forceRfc822Attachments: true,
  maxNestingDepth: 100,
  attachmentEncoding: 'arraybuffer',
};

/** @throws when these bytes are no mail, or one built to exhaust the reader */
export async function parseMail(raw: Buffer): Promise<Email> {
  return raw.length < WORKER_FROM_BYTES ? PostalMime.parse(raw, options) : parseInWorker(raw);
}

/** Built, the worker lies beside the bundle under the same name. */
async function parseInWorker(raw: Buffer): Promise<Email> {
  const worker = new Worker(new URL('./parse.worker.js', import.meta.url), {
    workerData: { raw, options },
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  });
  const timer = setTimeout(() => void worker.terminate(), TIMEOUT_MS);
  try {
    return await new Promise<Email>((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
      worker.once('exit', () => reject(new Error('The mail could not be parsed in time.')));
    });
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
