import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { holdTimes } from '../../../testing/held-times';
import { temporaryFolder } from '../../../testing/temporary-folder';
import { checkOf, startSenderChecker, type SenderChecker } from './sender-checker';

const path = join(temporaryFolder(), 'mail.eml');
const task = { path, envelopeSender: 'priya@v.example', client: { address: '127.0.0.1', helo: 'x' } };
let checker: SenderChecker | undefined;
afterEach(async () => {
  jest.useRealTimers();
  await checker?.close();
});

/** No bound of what these threads take. */
const PATIENT = { authservId: null, timeoutMs: 60_000, startMs: 60_000 };
const LATE = { verified: false, doubt: 'dns_failed' };
const running = (code: string) => () => new Worker(code, { eval: true });
const READY = "const { parentPort } = require('node:worker_threads'); parentPort.postMessage('ready');";

describe('the thread that proves senders', () => {
  it('answers for a mail on the disk', async () => {
    await writeFile(path, 'From: Priya <priya@v.example>\r\nSubject: x\r\n\r\nHello\r\n');
    checker = startSenderChecker(PATIENT);
    expect(await checker.check(task)).toEqual({
      check: { verified: false, doubt: 'no_proof' },
      from: 'priya@v.example',
    });
  });

  it('keeps no mail waiting that it cannot read', async () => {
    checker = startSenderChecker(PATIENT);
    expect((await checker.check({ ...task, path: `${path}.gone` })).check).toEqual(LATE);
  });

  it('is replaced when a mail keeps it busy, and keeps no other waiting', async () => {
    const started: Worker[] = [];
    const start = () => {
      const isFirst = started.length === 0;
      const code = isFirst
        ? `${READY} parentPort.on('message', () => { for (;;); });`
        : `${READY} parentPort.on('message', ({ id }) => parentPort.postMessage({ id, proven: { check: { verified: true }, from: 'a@b' } }));`;
      const worker = running(code)();
      started.push(worker);
      return worker;
    };
    holdTimes('setTimeout', 'clearTimeout');
    checker = startSenderChecker({ ...PATIENT, start });
    const late = Promise.all([checker.check(task), checker.check(task)]);
    await once(started[0]!, 'message');
    // The thread has its tasks in the turn in which it is ready, and from then on the time counts.
    await nextTurn();
    jest.advanceTimersByTime(PATIENT.timeoutMs);
    const both = await late;
    expect(both.map(({ check }) => check)).toEqual([LATE, LATE]);
    expect((await checker.check(task)).check).toEqual({ verified: true });
    expect(started).toHaveLength(2);
  });

  it('that dies keeps no mail waiting', async () => {
    const start = running(`${READY} parentPort.on('message', () => process.exit(1));`);
    checker = startSenderChecker({ ...PATIENT, start });
    expect((await checker.check(task)).check).toEqual(LATE);
  });

  it('ends with its mail server', async () => {
    const worker = running(READY)();
    checker = startSenderChecker({ authservId: null, start: () => worker });
    const ended = once(worker, 'exit');
    await checker.close();
    await ended;
    expect((await checker.check(task)).check).toEqual(LATE);
  });
});

describe('a proof', () => {
  const proven = (from: string | null) => ({ check: { verified: true }, from });
  it('is one for the address that the mail shows, and for no other', () => {
    expect(checkOf(proven('priya@v.example'), 'Priya@V.example')).toEqual({ verified: true });
    expect(checkOf(proven('a@xn--c1yn36f.example'), 'a@點看.example')).toEqual({ verified: true });
    for (const shown of ['thief@v.example', 'priya@w.example', undefined]) {
      expect(checkOf(proven('priya@v.example'), shown)).toEqual({ verified: false, doubt: 'several_senders' });
    }
    expect(checkOf(proven(null), 'priya@v.example').verified).toBe(false);
  });
});
