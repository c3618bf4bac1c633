import { writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { once } from 'node:events';
import { afterEach, describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '../../testing/temporary-folder';
import { createClamd, ScanFailedError } from './clamd';

let server: Server | undefined;
const sockets = new Set<Socket>();
const dir = temporaryFolder();
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  sockets.clear();
  server?.close();
  server = undefined;
});

/** Something that listens in the daemon's place. @returns its address */
async function listening(answer: (socket: Socket) => void, path?: string): Promise<string> {
  server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    answer(socket);
  });
  if (path === undefined) server.listen(0, '127.0.0.1');
  else server.listen(path);
  await once(server, 'listening');
  return path ?? `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Reads a request to its end as the protocol has it, and answers then. */
function speaking(answer: string, heard: Buffer[] = []) {
  return (socket: Socket): void => {
    let given = Buffer.alloc(0);
    socket.on('data', (piece) => {
      given = Buffer.concat([given, piece]);
      let at = given.indexOf(0) + 1;
      if (at === 0) return;
      if (given.subarray(0, at).toString() !== 'zINSTREAM\0') return void socket.end(answer);
      while (at + 4 <= given.length) {
        const length = given.readUInt32BE(at);
        if (length === 0) return void socket.end(answer);
        if (at + 4 + length > given.length) return;
        heard.push(given.subarray(at + 4, at + 4 + length));
        at += 4 + length;
      }
      heard.length = 0;
    });
  };
}

describe('a file', () => {
  it.each([
    ['stream: OK', { kind: 'clean' }],
    ['stream: Eicar-Signature FOUND', { kind: 'infected', virus: 'Eicar-Signature' }],
    ['stream: A name FOUND FOUND', { kind: 'infected', virus: 'A name FOUND' }],
    ['INSTREAM size limit exceeded. ERROR', { kind: 'too_large' }],
  ])('of which the daemon says %j is %j', async (answer, verdict) => {
    const path = join(dir, 'some');
    await writeFile(path, 'bytes');
    expect(await createClamd(await listening(speaking(`${answer}\0`))).scan(path)).toEqual(verdict);
  });

  it('is sent whole, by a socket in the file system as well', async () => {
    const bytes = Buffer.alloc(300_000, 'abcdefg');
    const path = join(dir, 'large');
    await writeFile(path, bytes);
    const heard: Buffer[] = [];
    const clamd = createClamd(await listening(speaking('stream: OK\0', heard), join(dir, 'clamd.sock')));
    expect(await clamd.scan(path)).toEqual({ kind: 'clean' });
    expect(Buffer.concat(heard).equals(bytes)).toBe(true);
  });

  it('without a byte is sent as one, and pieces without a byte do not end it', async () => {
    const heard: Buffer[] = [];
    const clamd = createClamd(await listening(speaking('stream: OK\0', heard)));
    expect(await clamd.scanBytes([Buffer.from('a'), Buffer.alloc(0), Buffer.from('b')])).toEqual({ kind: 'clean' });
    expect(Buffer.concat(heard).toString()).toBe('ab');
  });

  it('counts as answered when the daemon hangs up in the middle of it', async () => {
    const at = await listening((socket) => {
      socket.once('data', () => socket.end('INSTREAM size limit exceeded. ERROR\0'));
    });
    const pieces = Array.from({ length: 200 }, () => Buffer.alloc(65_536));
    expect(await createClamd(at).scanBytes(pieces)).toEqual({ kind: 'too_large' });
  });
});

describe('nobody can tell', () => {
  it.each<[string, (socket: Socket) => void, number?]>([
    ['the daemon says something else', speaking('Command read timed out. ERROR\0')],
    ['it hangs up', (socket) => socket.end()],
    ['it says half of a line', (socket) => socket.end('stream: O')],
    ['its line never ends', (socket) => void socket.write('x'.repeat(100_000))],
    ['it says nothing', () => undefined, 300],
    ['it breaks the connection', (socket) => void socket.resetAndDestroy()],
  ])('when %s', async (_name, answer, timeoutMs = 60_000) => {
    const clamd = createClamd(await listening(answer), { timeoutMs });
    await expect(clamd.scanBytes([Buffer.from('x')])).rejects.toThrow(ScanFailedError);
  });

  it('when nobody listens, and says where', async () => {
    const scanning = createClamd('127.0.0.1:1').scanBytes([Buffer.from('x')]);
    await expect(scanning).rejects.toThrow(/^The virus scanner at 127\.0\.0\.1:1: .*ECONNREFUSED/);
  });

  it('when the file cannot be read', async () => {
    const clamd = createClamd(await listening(speaking('stream: OK\0')), { timeoutMs: 60_000 });
    await expect(clamd.scan(join(dir, 'none'))).rejects.toThrow(ScanFailedError);
  });
});

it('the version is what ClamAV says, and nothing that another program says', async () => {
  const at = await listening(speaking('ClamAV 1.4.3/27800/Thu Nov 26 08:00:00 2026\0'));
  expect(await createClamd(at).version()).toBe('ClamAV 1.4.3/27800/Thu Nov 26 08:00:00 2026');
  server?.close();
  await expect(createClamd(await listening(speaking('220 mail\0'))).version()).rejects.toThrow(ScanFailedError);
});
