import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createConnection, createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { freePort, startListener } from './ports';

const PROGRAM = '/usr/sbin/pgbouncer';

/** Why there is no PgBouncer to test with; null when there is one. */
export const noPgbouncer: string | null = existsSync(PROGRAM)
  ? null
  : 'PgBouncer is not installed here (apt-get install pgbouncer).';

export interface Pgbouncer {
  /** The same database, through it. */
  url: string;
  stop(): Promise<void>;
}

/** The tests' server has a socket in a folder that only this user may open, and PgBouncer runs as another. */
async function startRelay(target: URL): Promise<Server> {
  const folder = target.searchParams.get('host');
  const port = Number(target.searchParams.get('port') ?? target.port);
  const to = folder === null ? { host: target.hostname, port } : { path: join(folder, `.s.PGSQL.${port}`) };
  const relay = createServer((socket) => {
    const server = createConnection(to);
    socket.pipe(server).pipe(socket);
    socket.on('error', () => server.destroy());
    server.on('error', () => socket.destroy());
  });
  relay.listen(0, '127.0.0.1');
  await once(relay, 'listening');
  return relay;
}

/**
 * A PgBouncer in transaction mode before a database.
 * @param connections that it has to the database at most: fewer than its clients, so that they share them
 */
export async function startPgbouncer(databaseUrl: string, connections: number): Promise<Pgbouncer> {
  const target = new URL(databaseUrl.replace('@/', '@localhost/'));
  const relay = await startRelay(target);
  const server = {
    host: '127.0.0.1',
    port: (relay.address() as AddressInfo).port,
    dbname: target.pathname.slice(1),
    user: decodeURIComponent(target.username),
    password: decodeURIComponent(target.password),
  };
  const port = await freePort();
  const dir = await mkdtemp(join(tmpdir(), 'pgbouncer-'));
  const words = Object.entries(server).map(([key, value]) => `${key}='${value}'`);
  const lines = [
    '[databases]',
    `inbox = ${words.join(' ')}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    `default_pool_size = ${connections}`,
    'ignore_startup_parameters = extra_float_digits',
  ];
  await writeFile(join(dir, 'pgbouncer.ini'), `${lines.join('\n')}\n`);
  const isRoot = userInfo().uid === 0;
  // It refuses to run as root, and must read its settings as whom it runs as.
  if (isRoot) await Promise.all([chmod(dir, 0o755), chmod(join(dir, 'pgbouncer.ini'), 0o644)]);
  const args = [...(isRoot ? ['-u', 'nobody'] : []), join(dir, 'pgbouncer.ini')];
  const end = await startListener(PROGRAM, args, port);
  return {
    url: `postgresql://inbox@127.0.0.1:${port}/inbox`,
    async stop() {
      await end('SIGINT');
      relay.close();
      await rm(dir, { recursive: true, force: true });
    },
  };
}
