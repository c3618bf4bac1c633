import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findRoot } from '../app/settings/root';
import { freePort, startListener } from './ports';

const PROGRAM = '/usr/sbin/haproxy';

/** Why there is no HAProxy to test with; null when there is one. */
export const noHaproxy: string | null = existsSync(PROGRAM)
  ? null
  : 'HAProxy is not installed here (apt-get install haproxy).';

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
  const end = await startListener(PROGRAM, ['-db', '-f', join(dir, 'haproxy.cfg')], port);
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      await end('SIGTERM');
      await rm(dir, { recursive: true, force: true });
    },
  };
}
