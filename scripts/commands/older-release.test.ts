import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ROOT } from '../lib/paths.mjs';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'inbox-older-test-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const start = (commit: string) =>
  spawn(process.execPath, [join(ROOT, 'scripts/older-release.mjs'), commit], {
    env: { ...process.env, TMPDIR: dir },
    stdio: 'ignore',
  });

describe('the checkout of an older release', () => {
  it('goes when it cannot be made', async () => {
    const [code] = (await once(start('no-such-release'), 'exit')) as [number];
    expect(code).toBe(1);
    expect(readdirSync(dir)).toEqual([]);
  });

  it('goes when the command is ended in the middle', async () => {
    const command = start('HEAD');
    const ended = once(command, 'exit');
    while (readdirSync(dir).length === 0 && command.exitCode === null) await delay(10);
    command.kill('SIGINT');
    await ended;
    expect(readdirSync(dir)).toEqual([]);
  });
});
