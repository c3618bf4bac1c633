import { once } from 'node:events';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { startMailServer, type MailServer, type MailServerOptions } from './server';
import { ensureSelfSigned, readCertificate } from './certificate';
import { closeSmtp, contents, filesOnDisk, here, openSmtp, openShop, plain, send } from '../fixtures';
import { networkOf, SESSION_LIMITS } from './sessions';
import { until } from '../../../testing/fake-graph';
import { holdTimes } from '../../../testing/held-times';

let door: MailServer | undefined;
const sockets = new Set<Socket>();

beforeAll(openSmtp);
afterAll(closeSmtp);
beforeEach(openShop);
afterEach(async () => {
  jest.useRealTimers();
  for (const socket of sockets) socket.destroy();
  sockets.clear();
  await door?.close();
  door = undefined;
});

const open = async (options: Partial<MailServerOptions>): Promise<MailServer> =>
  (door = await startMailServer({ ...here.world, port: 0, host: '127.0.0.1', ...options }));

/** A client that says what it is told to. */
async function client(port: number) {
  const socket = connect(port, '127.0.0.1');
  sockets.add(socket);
  socket.on('error', () => undefined);
  const lines: string[] = [];
  let told: () => void = () => undefined;
  socket.on('data', (data) => {
    lines.push(...data.toString().split('\r\n').filter(Boolean));
    told();
  });
  const closed = once(socket, 'close');
  return {
    socket,
    closed,
    lines,
    say: (line: string) => void socket.write(`${line}\r\n`),
    /** Waits for an answer that begins so. */
    async hears(start: string): Promise<string> {
      for (;;) {
        const found = lines.find((line) => line.startsWith(start));
        if (found !== undefined) return found;
        const more = new Promise<void>((resolve) => (told = resolve));
        await Promise.race([more, closed.then(() => Promise.reject(new Error(`Closed after: ${lines.join('; ')}`)))]);
      }
    },
  };
}

describe('one address', () => {
  it('has so many connections at once, and others of it when one is closed', async () => {
    const { port } = await open({ limits: { ...SESSION_LIMITS, perAddress: 2 } });
    const first = await client(port);
    await first.hears('220');
    const second = await client(port);
    await second.hears('220');
    const third = await client(port);
    expect(await third.hears('421')).toBe('421 Too many connections from your address');
    first.say('QUIT');
    await first.closed;
    const fourth = await client(port);
    await fourth.hears('220');
  });

  it('may not connect without end', async () => {
    const { port } = await open({ limits: { ...SESSION_LIMITS, perMinute: 3 } });
    for (let count = 0; count < 3; count += 1) {
      const each = await client(port);
      await each.hears('220');
      each.say('QUIT');
      await each.closed;
    }
    const more = await client(port);
    expect(await more.hears('421')).toBe('421 Your address connects too often, try again in a minute');
  });

  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8:1:2::9', '2001:db8:1:2'],
    ['2001:0db8::1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
  ])('%s is counted as %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});

/** Has the limits of sessions wait for the test. */
const holdSessions = () => holdTimes('setInterval', 'clearInterval', 'performance');

describe('a session', () => {
  it('without a mail ends, however much is said in it', async () => {
    holdSessions();
    const { port } = await open({});
    const idle = await client(port);
    await idle.hears('220');
    for (let said = 1; said <= 3; said += 1) {
      jest.advanceTimersByTime(SESSION_LIMITS.idleMs / 3);
      idle.say('NOOP');
      await until(() => idle.lines.filter((line) => line.startsWith('250')).length === said);
    }
    jest.advanceTimersByTime(SESSION_LIMITS.idleMs / 3);
    expect(await idle.hears('421')).toBe('421 No mail has come for too long');
    await idle.closed;
  });

  it('whose mail comes in drop by drop ends, too, and leaves nothing on the disk', async () => {
    const before = await filesOnDisk();
    holdSessions();
    const { port } = await open({});
    const slow = await client(port);
    await slow.hears('220');
    for (const [line, answer] of [
      ['HELO me', '250'],
      ['MAIL FROM:<a@b.example>', '250 '],
      [`RCPT TO:<${here.shop.externalId}>`, '250 '],
      ['DATA', '354'],
    ] as const) {
      slow.say(line);
      await slow.hears(answer);
    }
    slow.say('a');
    await until(async () => (await filesOnDisk()).length > before.length);
    for (let drops = 0; drops < 4; drops += 1) {
      slow.say('a');
      jest.advanceTimersByTime(SESSION_LIMITS.totalMs / 3);
    }
    expect(await slow.hears('421')).toBe('421 This session has lasted too long');
    await slow.closed;
    expect(await contents()).toEqual([]);
    // The client hears of the end before the last piece is off the disk.
    await until(async () => (await filesOnDisk()).length === before.length);
    expect(await filesOnDisk()).toEqual(before);
  });

  it('is asked to come again when there is no room for its mail', async () => {
    const { port } = await open({ limits: { ...SESSION_LIMITS, waitingBytes: -1 } });
    expect(await send(plain(), { port })).toMatchObject({
      responseCode: 452,
      response: '452 There is no room for more mails now, please send it again later',
    });
  });
});

describe('STARTTLS', () => {
  let dir: string;
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'inbox-tls-'));
  });
  afterAll(async () => rm(dir, { recursive: true }));

  it('is offered with a certificate of the inbox’s own, which is made once and nobody else reads', async () => {
    const certificate = await ensureSelfSigned(dir);
    expect(await ensureSelfSigned(dir)).toEqual(certificate);
    const file = join(dir, 'smtp-certificate.pem');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readCertificate({ cert: file, key: file })).toMatchObject({
      key: expect.stringContaining(certificate.key),
    });

    const { port } = await open({ certificate });
    const plainly = await client(port);
    await plainly.hears('220');
    plainly.say('EHLO me');
    expect(await plainly.hears('250-STARTTLS').catch(() => plainly.lines.join())).toContain('STARTTLS');
    plainly.say('STARTTLS');
    await plainly.hears('220 Ready');
    const secure = connectTls({ socket: plainly.socket, ca: certificate.cert, checkServerIdentity: () => undefined });
    await once(secure, 'secureConnect');
    expect(secure.authorized).toBe(true);
    secure.write('EHLO me\r\n');
    const [answer] = await once(secure, 'data');
    expect(String(answer)).toMatch(/^250/);
    secure.destroy();
  });

  it('is made anew before it runs out', async () => {
    const now = await ensureSelfSigned(dir);
    const later = await ensureSelfSigned(dir, new Date(Date.now() + 10 * 365 * 86_400_000));
    expect(later.cert).not.toBe(now.cert);
  });

  it('says which file of the operator’s cannot be read', async () => {
    const missing = join(dir, 'none.pem');
    await expect(readCertificate({ cert: missing, key: missing })).rejects.toThrow(
      `The certificate's file ${missing} cannot be read (ENOENT).`,
    );
  });
});
