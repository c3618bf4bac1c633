import type { Readable } from 'node:stream';
import { newKey, type Uploads } from '../../../platform/files/uploads';

/**
 * Streams a mail to the disk as it comes. It is there to stay when this answers.
 * @param isWanted asked with each piece; once it says no, the rest is read and forgotten: SMTP can answer only at the end
 * @returns under which key; null when it was not wanted
 * @throws when it cannot be written; the stream has been read to its end then, too
 */
export async function spool(uploads: Uploads, stream: Readable, isWanted: () => boolean): Promise<string | null> {
  const key = newKey();
  let isRefused = false;
  async function* pieces(): AsyncGenerator<Uint8Array> {
    for await (const piece of stream.iterator({ destroyOnReturn: false })) {
      isRefused ||= !isWanted();
      if (!isRefused) yield piece as Uint8Array;
    }
  }
  try {
    await uploads.put(pieces(), { maxBytes: Number.POSITIVE_INFINITY, key });
  } catch (error) {
    await uploads.remove(key);
    await readToEnd(stream);
    throw error;
  }
  if (!isRefused) return key;
  await uploads.remove(key);
  return null;
}

async function readToEnd(stream: Readable): Promise<void> {
  if (stream.readableEnded || stream.destroyed) return;
  await new Promise<void>((resolve) => {
    for (const event of ['end', 'close', 'error']) stream.once(event, () => resolve());
    stream.resume();
  });
}
