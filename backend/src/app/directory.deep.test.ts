import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '../testing/fake-graph';
import { startServer } from '../testing/server-process';

const METRICS_TOKEN = 'a token of some length';

const running = new Set<ChildProcess>();
const asked: string[] = [];
let dataDir: string;
let cell: Server;
let url: string;

/** In front of one cell, which answers nobody but the directory itself. */
const start = (port: string) => {
  const at = `127.0.0.1:${(cell.address() as AddressInfo).port}`;
  const env = {
    INBOX_CELLS: `one=http://${at}+${at}`,
    INBOX_CELL_SECRET: 'another secret, of the directory and its cells',
    INBOX_DATA_DIR: dataDir,
    INBOX_METRICS_TOKEN: METRICS_TOKEN,
    INBOX_METRICS_PORT: '0',
    PORT: port,
  };
  return startServer(env, running, 'directory');
};

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'inbox-directory-'));
  cell = createServer((request, response) => {
    if (request.url?.startsWith('/cell/')) response.end(JSON.stringify({ data: [] }));
    else asked.push(request.url ?? '');
  });
  cell.listen(0, '127.0.0.1');
  await once(cell, 'listening');
  url = await start('0').url();
});

afterAll(async () => {
  for (const child of running) child.kill('SIGKILL');
  cell.close().closeAllConnections();
  await rm(dataDir, { recursive: true, force: true });
});

const figures = async (address = '/metrics'): Promise<string> =>
  (await fetch(url + address, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })).text();

describe('a directory', () => {
  it('counts a call whose caller has gone away before the answer as that, and not as answered', async () => {
    const gone = new AbortController();
    const call = fetch(`${url}/a/file.js`, { signal: gone.signal }).catch(() => 'gone');
    await until(() => asked.includes('/a/file.js'));
    gone.abort();
    expect(await call).toBe('gone');
    await until(async () => (await figures()).includes('inbox_directory_calls_total{'));
    expect(await figures()).toContain('inbox_directory_calls_total{cell="one",status="none"} 1');
  });

  it.each(['/metrics?x=1', '/metrics/'])('leads nobody to what a cell says of itself: %s', async (address) => {
    expect(await figures(address)).toContain('inbox_directory_cell_silent');
    expect(asked).not.toContain(address);
  });

  it('that cannot have its port says so, and ends', async () => {
    const second = start(new URL(url).port);
    expect(await second.ended).toBe(1);
    expect(second.output()).toContain('cannot be had. Set PORT to another one.');
  });
});
