import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { checkScanner } from '../../operations/doctor/neighbours';
import { until } from '../../testing/fake-graph';
import { createClamd } from './clamd';

const WORDS = 'a signature of this test alone';

function isInstalled(): boolean {
  try {
    execFileSync('clamd', ['--version']);
    return true;
  } catch {
    return false;
  }
}

// Debian's package clamav-daemon; without it the protocol is tried on a program of the tests alone.
const withClamd = isInstalled() ? describe : describe.skip;

withClamd('ClamAV itself', () => {
  let dir: string;
  let daemon: ChildProcess;
  let said = '';
  const socket = () => join(dir, 'clamd.sock');

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'inbox-clamd-'));
    // One signature in place of the millions that are fetched from the network: name, any type of file, anywhere, bytes.
    await writeFile(join(dir, 'test.ndb'), `Inbox.Test:0:*:${Buffer.from(WORDS).toString('hex')}\n`);
    const config = join(dir, 'clamd.conf');
    const lines = [`LocalSocket ${socket()}`, `DatabaseDirectory ${dir}`, 'Foreground yes', 'StreamMaxLength 30M'];
    await writeFile(config, `${[...lines, `TemporaryDirectory ${dir}`].join('\n')}\n`);
    daemon = spawn('clamd', ['--config-file', config], { stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [daemon.stdout, daemon.stderr])
      stream?.on('data', (text: Buffer) => (said += text.toString()));
    const ended = once(daemon, 'exit').then(() => Promise.reject(new Error(`clamd ended: ${said}`)));
    const answers = () =>
      createClamd(socket())
        .version()
        .then(
          () => true,
          () => false,
        );
    await Promise.race([until(answers), ended]);
  });

  afterAll(async () => {
    daemon.kill();
    await rm(dir, { recursive: true, force: true });
  });

  it('finds a virus in a file of a mail, and none in another', async () => {
    const mail = (bytes: string) =>
      [
        'From: a@home.example',
        'MIME-Version: 1.0',
        'Content-Type: multipart/mixed; boundary=b',
        '',
        '--b',
        'Content-Type: application/octet-stream; name=a.bin',
        'Content-Transfer-Encoding: base64',
        '',
        Buffer.from(bytes).toString('base64'),
        '--b--',
        '',
      ].join('\r\n');
    const path = join(dir, 'a.eml');
    await writeFile(path, mail(`before ${WORDS} after`));
    const verdict = await createClamd(socket()).scan(path);
    expect(verdict).toEqual({ kind: 'infected', virus: expect.stringContaining('Inbox.Test') });
    await writeFile(path, mail('nothing of it'));
    expect(await createClamd(socket()).scan(path)).toEqual({ kind: 'clean' });
  });

  it('takes less than the largest mail, as it is set here, and the doctor says so', async () => {
    const finding = await checkScanner({ clamav: socket() });
    expect(finding).toMatchObject({ level: 'problem', todo: expect.stringContaining('StreamMaxLength') });
    expect(finding.what).toMatch(/^ClamAV \d/);
  });
});
