import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findRoot } from '../app/root';
import { freePort, isListening } from './dovecot';

const PROGRAM = '/usr/sbin/haproxy';

/** Why there is no HAProxy to test with; null when there is one. */
export const noHaproxy: string | null = existsSync(PROGRAM)
  ? null
  : ': HAProxy is not installed here (apt-get install haproxy).';

export interface Haproxy {
  url: string;
  stop(): Promise<void>;
}

/** HAProxy with the settings of the example, but for its certificate and the addresses. */
export async function startHaproxy(to: { web: string; live: string }): Promise<Haproxy> {
  const port = await freePort();
  const example = await readFile(join(findRoot(), 'deploy/haproxy/haproxy.cfg'), 'utf8');
  const addressOf = (url: string): string => `127.0.0.1:${new URL(url).port}`;
  const lines = example.split('\n').map((line) =>
    line
      .replace(/bind :443 ssl crt \S+/, `bind 127.0.0.1:${port}`)
      .replace(/10\.0\.0\.\d:4000/, addressOf(to.web))
      .replace(/10\.0\.0\.\d:4001/, addressOf(to.live)),
  );
  const dir = await mkdtemp(join(tmpdir(), 'haproxy-'));
  await writeFile(join(dir, 'haproxy.cfg'), lines.join('\n'));
  const child = spawn(PROGRAM, ['-db', '-f', join(dir, 'haproxy.cfg')], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (data: Buffer) => (said += data.toString()));
  const ended = once(child, 'exit');
  while (!(await isListening(port))) {
    if (child.exitCode !== null) throw new Error(`HAProxy ended: ${said}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      child.kill('SIGTERM');
      await ended;
      await rm(dir, { recursive: true, force: true });
    },
  };
}
