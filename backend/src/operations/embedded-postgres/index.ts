import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { ensureDatabase, urlOf } from './address';
import { prepareBinaries, type Binaries } from './binaries';
import { ensureCluster, majorOf } from './cluster';
import { explainFileError, isDiskFull, isLostConnection } from './errors';
import { withLock } from './lock';
import { guardServer } from './guard';
import { give, serverOwner } from './owner';
import { findRunning, isRunning, startPostmaster, stopPostmaster } from './postmaster';
import { supervise, type Supervision } from './supervise';
import { ServerUsers } from './users';
import { finishSwitch, placesIn } from './versions';

export { DatabaseLaunchError } from './errors';
export { confirmMove, goBack, readMove } from './versions';

/** At a server that is there and does not answer. */
const MOST_LOOKS = 3;

export interface EmbeddedDatabaseOptions {
  /** INBOX_DATA_DIR; everything lies in its folder `database`. */
  dataDir: string;
  /** Called, in one line, what takes a moment. */
  log: (line: string) => void;
  /** Server settings on top of the launcher's own; they count only when this call starts the server. */
  settings?: Readonly<Record<string, string>>;
  /** The server ends with this process, also when that is killed: for a folder that nobody else uses. */
  endsWithUs?: boolean;
  /** Of another version than this release's. */
  programs?: Binaries;
}

export interface EmbeddedDatabase {
  /** Of the database, with its password: not for logs. */
  url: string;
  /** True when the server was running already: beside another process, or left by one that was killed. */
  adopted: boolean;
  /** From here on a server that dies is started again, until `stop`. */
  supervise(supervision: Supervision): void;
  /** Leaves the server; the last process to leave stops it and waits for it. May be called twice. */
  stop(): Promise<void>;
}

/**
 * Brings up PostgreSQL on `dataDir`: makes it on first use, starts it, or attaches to the one that runs. Any number
 * of processes may call this at any moment on the same folder.
 * @throws DatabaseLaunchError with one clear line
 */
export async function startEmbeddedDatabase(options: EmbeddedDatabaseOptions): Promise<EmbeddedDatabase> {
  const places = placesIn(resolve(options.dataDir));
  try {
    return await launch(places, options);
  } catch (error) {
    throw explainFileError(error, places.baseDir);
  }
}

async function launch(
  { baseDir, clusterDir, lockFile }: ReturnType<typeof placesIn>,
  { log, settings = {}, endsWithUs = false, programs }: EmbeddedDatabaseOptions,
): Promise<EmbeddedDatabase> {
  await mkdir(baseDir, { recursive: true, mode: 0o700 });
  const owner = await serverOwner(clusterDir);
  await give(owner, baseDir);
  const users = new ServerUsers(join(baseDir, 'users'), owner);

  return await withLock(lockFile, async () => {
    await finishSwitch(baseDir, clusterDir);
    const binaries = programs ?? (await prepareBinaries(baseDir));
    if (((await majorOf(clusterDir)) ?? binaries.major) < binaries.major) {
      // Loaded only then: a start has nothing to copy.
      const { moveOlder } = await import('./move-cluster');
      await moveOlder({ baseDir, clusterDir, binaries, owner, users, settings, log });
    }
    const password = await ensureCluster(baseDir, clusterDir, binaries, owner, log);
    const endGuard = endsWithUs ? await guardServer(clusterDir) : undefined;
    for (let attempt = 1; ; attempt += 1) {
      const running = await findRunning(clusterDir);
      if (running === undefined) await users.clear();
      const endpoint =
        running ?? (await startPostmaster(clusterDir, binaries, owner, settings, join(baseDir, 'postgresql.log')));
      let user = await users.enter();
      const leave = async (): Promise<void> => {
        if ((await users.leave(user)) === 0) await stopPostmaster(clusterDir);
        endGuard?.();
      };
      try {
        await ensureDatabase(endpoint, password);
      } catch (error) {
        await leave();
        // A server that was found while it was dying: another look finds it gone.
        if (running === undefined || !isLostConnection(error) || attempt === MOST_LOOKS) throw error;
        continue;
      }
      const restart = async (): Promise<void> =>
        withLock(lockFile, async () => {
          // Another process that uses the server may have been faster.
          if ((await findRunning(clusterDir)) === undefined) {
            await users.clear();
            const logFile = join(baseDir, 'postgresql.log');
            await startPostmaster(clusterDir, binaries, owner, settings, logFile, endpoint.port);
          }
          const before = user;
          user = await users.enter();
          await users.leave(before);
        });
      let left: Promise<void> | undefined;
      let stopSupervising: () => Promise<void> = async () => undefined;
      return {
        url: urlOf(endpoint, password),
        adopted: running !== undefined,
        supervise(supervision) {
          stopSupervising = supervise({ isAlive: async () => isRunning(clusterDir), restart }, supervision);
        },
        stop: () => (left ??= stopSupervising().then(async () => leaveInTurn(lockFile, leave))),
      };
    }
  });
}

/** On a full disk nobody can take the lock, so that nobody starts a server either: it is stopped without one. */
async function leaveInTurn(lockFile: string, leave: () => Promise<void>): Promise<void> {
  try {
    await withLock(lockFile, leave);
  } catch (error) {
    if (!isDiskFull(error)) throw error;
    await leave();
  }
}
