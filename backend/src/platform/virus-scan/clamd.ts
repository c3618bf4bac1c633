import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { wordsOf } from '../errors/errors';

/** What a scanner says of a file. */
export type Verdict =
  | { kind: 'clean' }
  | { kind: 'infected'; virus: string }
  /** Larger than the scanner takes: nothing is known of it. */
  | { kind: 'too_large' };

/** The scanner cannot be had, or its answer is none. The same file may be scanned later. */
export class ScanFailedError extends Error {
  override readonly name = 'ScanFailedError';
  /** By which what was to be stored counts as worth another try. */
  readonly code = 'ERR_VIRUS_SCAN';
}

/** ClamAV's daemon. Every call throws ScanFailedError when it does not answer in its time, or not as its protocol says. */
export interface Clamd {
  /** @param path of a file on this machine; its bytes are sent, so that the daemon may be on another one */
  scan(path: string): Promise<Verdict>;
  /** The same for bytes that are made as they are sent. */
  scanBytes(bytes: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<Verdict>;
  /** Its version, and that of its list of viruses. */
  version(): Promise<string>;
}

const TIMEOUT_MS = 60_000;
const PIECE_BYTES = 65_536;
/** An answer is one short line. */
const MOST_ANSWER = 1_024;
/** A name is shown to people. */
const MOST_NAME = 120;
const TOO_LARGE = /size limit exceeded/i;

/**
 * Speaks the daemon's own protocol, of which two commands are needed: it is a length before each piece, and a line back.
 * @param address `host:port`, or the path of its socket
 */
export function createClamd(address: string, { timeoutMs = TIMEOUT_MS }: { timeoutMs?: number } = {}): Clamd {
  const scanBytes = async (bytes: Iterable<Uint8Array> | AsyncIterable<Uint8Array>) =>
    verdictOf(await ask(address, framed(bytes), timeoutMs));
  return {
    scanBytes,
    scan: (path) => scanBytes(createReadStream(path, { highWaterMark: PIECE_BYTES })),
    async version() {
      const answer = await ask(address, version(), timeoutMs);
      if (!answer.startsWith('ClamAV')) throw new ScanFailedError(`It answers '${answer}', as ClamAV does not.`);
      return answer;
    },
  };
}

async function* version(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('zVERSION\0');
}

async function* framed(bytes: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield Buffer.from('zINSTREAM\0');
  for await (const piece of bytes) {
    // A piece without a byte would be the end.
    if (piece.byteLength === 0) continue;
    yield lengthOf(piece);
    yield piece;
  }
  yield Buffer.alloc(4);
}

function lengthOf({ byteLength }: Uint8Array): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(byteLength);
  return length;
}

async function ask(address: string, request: AsyncIterable<Uint8Array>, timeoutMs: number): Promise<string> {
  const socket = connect(whereOf(address));
  const late = setTimeout(() => socket.destroy(new Error(`No answer within ${timeoutMs} ms.`)), timeoutMs);
  const answered = new AbortController();
  const sent = send(socket, request, answered.signal);
  try {
    return await readAnswer(socket);
  } catch (error) {
    throw new ScanFailedError(`The virus scanner at ${address}: ${wordsOf(error)}`, { cause: error });
  } finally {
    clearTimeout(late);
    answered.abort();
    socket.destroy();
    await sent;
  }
}

/** What cannot be made ends the connection. What cannot be sent does not: the daemon may have answered before it had all. */
async function send(socket: Socket, request: AsyncIterable<Uint8Array>, answered: AbortSignal): Promise<void> {
  try {
    for await (const piece of request) {
      if (answered.aborted || socket.destroyed) return;
      if (!socket.write(piece)) await once(socket, 'drain', { signal: answered }).catch(() => undefined);
    }
  } catch (error) {
    socket.destroy(error instanceof Error ? error : new Error(wordsOf(error)));
  }
}

async function readAnswer(socket: Socket): Promise<string> {
  let answer = '';
  for await (const piece of socket) {
    answer += String(piece);
    const end = answer.indexOf('\0');
    if (end !== -1) return answer.slice(0, end);
    if (answer.length > MOST_ANSWER) throw new Error('It answers too much.');
  }
  throw new Error('It hung up without an answer.');
}

function whereOf(address: string): { path: string } | { host: string; port: number } {
  if (address.startsWith('/')) return { path: address };
  const { hostname, port } = new URL(`tcp://${address}`);
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) };
}

function verdictOf(answer: string): Verdict {
  if (answer === 'stream: OK') return { kind: 'clean' };
  const virus = /^stream: (.+) FOUND$/.exec(answer)?.[1];
  if (virus !== undefined) return { kind: 'infected', virus: virus.slice(0, MOST_NAME) };
  if (TOO_LARGE.test(answer)) return { kind: 'too_large' };
  throw new ScanFailedError(`The virus scanner answers '${answer.slice(0, MOST_NAME)}'.`);
}
