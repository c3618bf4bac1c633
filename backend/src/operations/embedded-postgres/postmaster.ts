import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile, readlink, realpath, rm, stat } from 'node:fs/promises';
import { createConnection, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Binaries } from './binaries';
import { nameOfCluster, serverEnv } from './cluster';
import { DatabaseLaunchError, diskFull, systemCode } from './errors';
import { processLives } from './lock';
import { give, type ServerOwner } from './owner';

const pollMs = 10;
/** Milliseconds between two starts that the processes of a dead server are in the way of. */
const againMs = 100;
/** Recovery after a power cut replays at most max_wal_size; this is far beyond that on a slow disk. */
const startLimitMs = 120_000;
const stopLimitMs = 60_000;
const logLimitBytes = 5_000_000;
const socketPort = 5432;
/** What sun_path holds, its closing NUL taken off. */
const longestSocketPath = 107;

/** How clients reach a running server: `host` is a folder for a Unix socket, else an address. */
export interface Endpoint {
  host: string;
  port: number;
}

interface Postmaster extends Endpoint {
  pid: number;
  ready: boolean;
}

/** Suits a small machine that runs everything else too; what makes data safe stays at its default: fsync is on. */
const settings: Readonly<Record<string, string>> = {
  max_connections: '60',
  shared_buffers: '128MB',
  effective_cache_size: '512MB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  max_wal_size: '512MB',
  random_page_cost: '1.1',
  jit: 'off',
  // Parallel queries need /dev/shm, of which a container has 64 MB.
  max_parallel_workers_per_gather: '0',
  log_min_messages: 'warning',
  log_checkpoints: 'off',
  // Its details quote rows, and the log outlives them.
  log_error_verbosity: 'terse',
  // A segment that is used again has its old bytes for a long time, whatever was erased meanwhile.
  wal_recycle: 'off',
};

/**
 * The server that runs on this cluster, once it takes connections; undefined when there is none. A postmaster.pid
 * that speaks of a dead process, or of one that got the same id later, is removed.
 */
export async function findRunning(clusterDir: string): Promise<(Endpoint & { pid: number }) | undefined> {
  const limit = Date.now() + startLimitMs;
  for (;;) {
    const found = await readPidFile(clusterDir);
    if (found === undefined) return undefined;
    if (!(await serves(found, clusterDir))) {
      await rm(pidFile(clusterDir), { force: true });
      return undefined;
    }
    if (found.ready) return found;
    if (Date.now() > limit) throw notReady(clusterDir, 'a server is there but does not become ready.');
    await delay(pollMs);
  }
}

/** Whether the server runs, taking connections or about to. Changes nothing, and needs no lock. */
export async function isRunning(clusterDir: string): Promise<boolean> {
  const found = await readPidFile(clusterDir);
  return found !== undefined && (await serves(found, clusterDir));
}

/**
 * Starts a server and waits until it takes connections. It outlives this process unless it is stopped.
 * @param samePort that of a server whose clients are to find this one; any free one when left out
 */
export async function startPostmaster(
  clusterDir: string,
  binaries: Binaries,
  owner: ServerOwner,
  extraSettings: Readonly<Record<string, string>>,
  logFile: string,
  samePort?: number,
): Promise<Endpoint> {
  const transport = await chooseTransport(clusterDir, samePort);
  const options = Object.entries({ ...settings, ...extraSettings, ...transport });
  const args = ['-D', nameOfCluster(clusterDir), ...options.flatMap(([name, value]) => ['-c', `${name}=${value}`])];

  // The processes of a server that was killed take a moment to notice; until then they hold on to its memory.
  for (const limit = Date.now() + startLimitMs; ;) {
    try {
      return await spawnPostmaster(clusterDir, binaries, owner, args, logFile);
    } catch (error) {
      if (!(error instanceof MemoryStillInUse) || Date.now() > limit) throw error;
      await delay(againMs);
    }
  }
}

async function spawnPostmaster(
  clusterDir: string,
  binaries: Binaries,
  owner: ServerOwner,
  args: readonly string[],
  logFile: string,
): Promise<Endpoint> {
  const outgrown = ((await stat(logFile).catch(() => undefined))?.size ?? 0) > logLimitBytes;
  const log = await open(logFile, outgrown ? 'w' : 'a', 0o600);
  try {
    await give(owner, logFile);
    const logStart = (await log.stat()).size;
    // Detached: Ctrl-C goes to the whole foreground group, and the database must be the last to hear of it.
    const stdio: ['ignore', number, number] = ['ignore', log.fd, log.fd];
    const child = spawn(binaries.postgres, args, { cwd: clusterDir, env: serverEnv, detached: true, stdio, ...owner });
    await once(child, 'spawn');
    child.unref();
    return await untilReady(child, clusterDir, logFile, logStart);
  } finally {
    await log.close();
  }
}

/** Ends all sessions, writes everything down and waits until the server is gone. */
export async function stopPostmaster(clusterDir: string): Promise<void> {
  const running = await findRunning(clusterDir);
  if (running === undefined) return;
  try {
    process.kill(running.pid, 'SIGINT');
  } catch (error) {
    if (systemCode(error) !== 'ESRCH') throw error;
  }
  const limit = Date.now() + stopLimitMs;
  while (processLives(running.pid)) {
    if (Date.now() > limit) throw new DatabaseLaunchError('stop-failed', `PostgreSQL (${running.pid}) does not stop.`);
    await delay(pollMs);
  }
}

async function untilReady(
  child: ChildProcess,
  clusterDir: string,
  logFile: string,
  logStart: number,
): Promise<Endpoint> {
  const limit = Date.now() + startLimitMs;
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null) {
      const log = (await readFile(logFile)).subarray(logStart).toString();
      if (/no space left/i.test(log)) throw diskFull(clusterDir);
      const said = /(?:FATAL|PANIC): {2}(.*)/.exec(log)?.[1] ?? log.trim().split('\n').at(-1) ?? '';
      if (said.includes('shared memory block')) throw new MemoryStillInUse(clusterDir, said);
      throw startFailed(clusterDir, `${said} (log: ${logFile})`);
    }
    const found = await readPidFile(clusterDir);
    if (found?.ready && found.pid === child.pid) return found;
    if (Date.now() > limit) throw notReady(clusterDir, `it does not become ready (log: ${logFile}).`);
    await delay(pollMs);
  }
}

/** Processes of a server that died have not ended yet. */
class MemoryStillInUse extends DatabaseLaunchError {
  constructor(clusterDir: string, said: string) {
    super('not-ready', `PostgreSQL did not start in ${clusterDir}: ${said}`);
  }
}

/** The server has ended. */
function startFailed(clusterDir: string, why: string): DatabaseLaunchError {
  return new DatabaseLaunchError('start-failed', `PostgreSQL did not start in ${clusterDir}: ${why}`);
}

/** The server runs, and may take connections later: a recovery takes its time on a slow disk. */
function notReady(clusterDir: string, why: string): DatabaseLaunchError {
  return new DatabaseLaunchError('not-ready', `PostgreSQL did not start in ${clusterDir}: ${why}`);
}

const pidFile = (clusterDir: string): string => join(clusterDir, 'postmaster.pid');

/** Its lines: process id, data folder, start time, port, socket folder, listen address, shared memory, status. */
async function readPidFile(clusterDir: string): Promise<Postmaster | undefined> {
  try {
    const lines = (await readFile(pidFile(clusterDir), 'utf8')).split('\n').map((line) => line.trim());
    const address = lines[5] ?? '';
    return {
      pid: Number(lines[0]),
      port: Number(lines[3] ?? 0),
      host: address === '' ? clusterDir : address,
      ready: lines[7] === 'ready',
    };
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Whether the process named in the file is really this cluster's server. */
async function serves(found: Postmaster, clusterDir: string): Promise<boolean> {
  if (!processLives(found.pid)) return false;
  if (process.platform === 'linux') {
    // A server's working folder is its cluster. What this process may not look at runs as another user: not ours.
    const folder = await readlink(`/proc/${found.pid}/cwd`).catch(() => undefined);
    return folder === (await realpath(clusterDir));
  }
  // Elsewhere by its deeds: a server listens from before it writes the port's lines until after it removes the file.
  for (let attempt = 0; attempt < 20; attempt++) {
    if (await listens(found)) return true;
    await delay(100);
  }
  return false;
}

async function listens({ host, port }: Endpoint): Promise<boolean> {
  const socket = createConnection(host.startsWith('/') ? { path: socketPath(host) } : { host, port });
  return await new Promise((resolve) => {
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
  }).then((answer) => {
    socket.destroy();
    return answer === true;
  });
}

const socketPath = (folder: string): string => join(folder, `.s.PGSQL.${socketPort}`);

/** A socket inside the cluster, which only its owner may enter; where its path is too long, a port on loopback. */
async function chooseTransport(clusterDir: string, samePort?: number): Promise<Record<string, string>> {
  if (Buffer.byteLength(socketPath(clusterDir)) <= longestSocketPath) {
    return { listen_addresses: '', unix_socket_directories: '.', port: String(socketPort) };
  }
  return { listen_addresses: '127.0.0.1', unix_socket_directories: '', port: String(samePort ?? (await freePort())) };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('A TCP server has no port.');
  return address.port;
}
