import { createReadStream } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createGunzip, createGzip } from 'node:zlib';
import { Decrypter, Encrypter } from 'age-encryption';
import tar from 'tar-stream';
import { codeOf, wordsOf } from '../../platform/errors/errors';
import { UNFINISHED } from './archives';
import { BackupError } from '../database-copy/backup-error';

export interface EntryHeader {
  /** A path with `/`, relative. */
  name: string;
  /** Bytes. */
  size: number;
  /** As of the file; 0o600 when left out. */
  mode?: number;
}

export type AddEntry = (header: EntryHeader, bytes: Iterable<Uint8Array> | AsyncIterable<Uint8Array>) => Promise<void>;

/**
 * Writes an archive: tar, gzip, then age. It is streamed, written beside its name, on the disk, and only then renamed, so
 * that whatever has the name is complete.
 * @param fill adds the entries, one after the other
 * @returns its size in bytes
 * @throws what `fill` throws, or BackupError for the file; nothing is left under either name
 */
export async function writeArchive(
  path: string,
  recipient: string,
  fill: (add: AddEntry) => Promise<void>,
): Promise<number> {
  const unfinished = path + UNFINISHED;
  try {
    const pack = tar.pack();
    const gzip = createGzip({ level: constants.Z_BEST_SPEED });
    const encrypter = new Encrypter();
    encrypter.addRecipient(recipient);
    const file = await open(unfinished, 'wx', 0o600);
    const encrypted = await encrypter.encrypt(Readable.toWeb(gzip) as ReadableStream<Uint8Array>);
    const written = Promise.all([
      pipeline(pack, gzip),
      pipeline(
        Readable.fromWeb(encrypted as Parameters<typeof Readable.fromWeb>[0]),
        file.createWriteStream({ flush: true }),
      ),
    ]);
    // A stream that fails takes nothing more, and who fills it would wait for ever.
    const failed = new Promise<never>((_resolve, reject) => void written.catch(reject));
    failed.catch(() => undefined);
    try {
      await Promise.race([fill((header, bytes) => Promise.race([addEntry(pack, header, bytes), failed])), failed]);
      pack.finalize();
      await written;
    } catch (error) {
      pack.destroy(error instanceof Error ? error : new Error(wordsOf(error)));
      await written.catch(() => undefined);
      await file.close().catch(() => undefined);
      throw error;
    }
    await rename(unfinished, path);
    await syncFolder(dirname(path));
    return (await stat(path)).size;
  } catch (error) {
    await rm(unfinished, { force: true });
    const code = codeOf(error);
    if (code === 'ENOSPC' || code === 'EDQUOT') throw new BackupError(`No space is left for ${path}.`);
    throw error;
  }
}

async function addEntry(
  pack: tar.Pack,
  { name, size, mode = 0o600 }: EntryHeader,
  bytes: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const entry = pack.entry({ name, size, mode }, (error) => (error ? reject(error) : resolve()));
    pipeline(Readable.from(bytes), entry).catch(reject);
  });
}

export interface Entry {
  name: string;
  size: number;
  mode: number;
  bytes: AsyncIterable<Uint8Array>;
}

/**
 * Reads an archive entry by entry. Each entry's bytes must be read, or are passed over, before the next one.
 * @throws BackupError when it is not complete, was changed, or is encrypted for another key
 */
export async function* readArchive(path: string, identity: string): AsyncGenerator<Entry> {
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  const file = createReadStream(path);
  const extract = tar.extract();
  // What broke the stream; whoever reads an entry meets only its end.
  let cause: unknown;
  const explain = (error: unknown): unknown => {
    const fault = cause ?? error;
    if (fault instanceof BackupError || isOfReader(fault)) return fault;
    return new BackupError(`${path} cannot be read: ${reasonOf(fault)}`);
  };
  try {
    const source = Readable.toWeb(file) as ReadableStream<Uint8Array>;
    const decrypted = await decrypter.decrypt(source);
    const piped = pipeline(
      Readable.fromWeb(decrypted as Parameters<typeof Readable.fromWeb>[0]),
      createGunzip(),
      extract,
    );
    piped.catch((error: unknown) => (cause = error));
    for await (const entry of extract) {
      const { name, size, mode } = entry.header;
      yield { name, size, mode, bytes: bytesOf(entry as AsyncIterable<Uint8Array>, explain) };
      entry.resume();
    }
    await piped;
  } catch (error) {
    throw explain(error);
  } finally {
    file.destroy();
    extract.destroy();
  }
}

/**
 * Never the entry's own stream: Node's pipeline waits for ever for one that was destroyed before it came to it, as when the
 * fault is found while a busy machine still makes the file.
 */
async function* bytesOf(
  entry: AsyncIterable<Uint8Array>,
  explain: (error: unknown) => unknown,
): AsyncGenerator<Uint8Array> {
  try {
    yield* entry;
  } catch (error) {
    throw explain(error);
  }
}

/** What the system or the database says is not about the archive. */
function isOfReader(error: unknown): boolean {
  const code = codeOf(error);
  return code !== undefined && !/^(?:Z_|ERR_|STREAM_|ENOENT$)/.test(code);
}

function reasonOf(error: unknown): string {
  if (codeOf(error) === 'ENOENT') return 'there is no such file.';
  const said = wordsOf(error);
  return /no identity matched/i.test(said)
    ? 'it is encrypted for another key.'
    : `it is not complete, or was changed (${said}).`;
}

/** The new name, too, must outlive a power cut. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
