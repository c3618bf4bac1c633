import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import PostalMime, { type Email } from 'postal-mime';

/** Larger mails are parsed beside the main thread, which has agents to answer: 24 MB take more than a second. */
const WORKER_FROM_BYTES = 256 * 1024;
const TIMEOUT_MS = 60_000;

/**
 * Attached mails stay attachments: what a forwarded mail says was not said by the one who forwards it.
 * @throws when these bytes are no mail, or one built to exhaust the reader
 */
export async function parseHere(raw: Uint8Array): Promise<Email> {
  return PostalMime.parse(raw, {
    forceRfc822Attachments: true,
    maxNestingDepth: 100,
    attachmentEncoding: 'arraybuffer',
  });
}

export async function parseMail(raw: Buffer): Promise<Email> {
  return raw.length < WORKER_FROM_BYTES ? parseHere(raw) : parseInWorker(raw);
}

/** Built, the worker lies beside the bundle; from source tsx reads it. */
function startWorker(raw: Buffer): Worker {
  const built = new URL('./parse.worker.js', import.meta.url);
  const options = { workerData: raw, resourceLimits: { maxOldGenerationSizeMb: 512 } };
  if (existsSync(fileURLToPath(built))) return new Worker(built, options);
  return new Worker(new URL('./parse.worker.ts', import.meta.url), { ...options, execArgv: ['--import', 'tsx'] });
}

async function parseInWorker(raw: Buffer): Promise<Email> {
  const worker = startWorker(raw);
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
