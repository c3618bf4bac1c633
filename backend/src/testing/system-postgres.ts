import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { give, serverOwner, type ServerOwner } from '../operations/embedded-postgres/owner';
import { until } from './fake-graph';
import { freePort } from './ports';

const HOME = '/usr/lib/postgresql';

/** The programs of the newest PostgreSQL of the system: as Debian installs them. */
const bin = existsSync(HOME)
  ? readdirSync(HOME)
      .sort((a, b) => Number(b) - Number(a))
      .map((version) => join(HOME, version, 'bin'))
      .find((dir) => existsSync(join(dir, 'pg_basebackup')))
  : undefined;

/** Why there is no PostgreSQL of the system to test with; null when there is one. */
export const noSystemPostgres: string | null =
  bin === undefined ? 'No PostgreSQL of the system is installed here (apt-get install postgresql).' : null;

export interface SystemPostgres {
  /** Of the database `inbox`, which the first start makes. */
  url: string;
  dataDir: string;
  /** For commands of the shell: the programs on the path, and where the server is. */
  env: NodeJS.ProcessEnv;
  /** The user that the server runs as, for commands that write into its folder. */
  owner: ServerOwner;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Another one that follows this one, which runs; from a copy that is made now. It is not started yet. */
  makeStandby(dir: string): Promise<SystemPostgres>;
}

/** A PostgreSQL as an operator runs one, below this folder, on a free port of this machine. It is not started yet. */
export async function makeSystemPostgres(dir: string): Promise<SystemPostgres> {
  if (bin === undefined) throw new Error(noSystemPostgres ?? '');
  const owner = await serverOwner(join(dir, 'none'));
  await chmod(dir, 0o755);
  const dataDir = join(dir, 'server');
  await mkdir(dataDir, { mode: 0o700 });
  await give(owner, dataDir);
  const port = await freePort();
  const env = {
    PATH: `${bin}:${process.env['PATH'] ?? ''}`,
    LC_ALL: 'C',
    PGHOST: '127.0.0.1',
    PGPORT: `${port}`,
    PGUSER: 'postgres',
  };
  const setUp = ['-D', dataDir, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8'];
  await promisify(execFile)(join(bin, 'initdb'), setUp, { cwd: dataDir, env, ...owner });
  return clusterIn(bin, { dataDir, port, env, owner });
}

interface Cluster {
  dataDir: string;
  port: number;
  env: NodeJS.ProcessEnv;
  owner: ServerOwner;
}

/** Without it a checkpoint removes changes that a standby has yet to fetch, as one that was just started again: it never follows then. */
const FOR_STANDBYS = ['wal_keep_size=512MB'];

function clusterIn(programs: string, { dataDir, port, env, owner }: Cluster): SystemPostgres {
  const options = { cwd: dataDir, env, ...owner };
  const urlOf = (database: string): string => `postgresql://postgres@127.0.0.1:${port}/${database}`;
  let running: { ended: Promise<unknown>; stop: () => void } | undefined;

  const answers = async (): Promise<boolean> => {
    const client = new pg.Client({ connectionString: urlOf('postgres') });
    try {
      await client.connect();
      const { rowCount } = await client.query("select from pg_database where datname = 'inbox'");
      if (rowCount === 0) await client.query('create database inbox');
      return true;
    } catch {
      return false;
    } finally {
      await client.end().catch(() => undefined);
    }
  };
  return {
    url: urlOf('inbox'),
    dataDir,
    env,
    owner,
    async start() {
      const settings = [`port=${port}`, 'unix_socket_directories=', 'listen_addresses=127.0.0.1', ...FOR_STANDBYS];
      const args = ['-D', dataDir, ...settings.flatMap((setting) => ['-c', setting])];
      const child = spawn(join(programs, 'postgres'), args, { ...options, stdio: 'ignore' });
      running = { ended: once(child, 'exit'), stop: () => void child.kill('SIGINT') };
      await until(async () => child.exitCode !== null || answers());
      if (child.exitCode !== null) throw new Error(`PostgreSQL ended with ${child.exitCode}.`);
    },
    async stop() {
      running?.stop();
      await running?.ended;
      running = undefined;
    },
    async makeStandby(folder) {
      const copy = join(folder, 'server');
      await chmod(folder, 0o755);
      await mkdir(copy, { mode: 0o700 });
      await give(owner, copy);
      const from = [
        '--pgdata',
        copy,
        '--write-recovery-conf',
        '--checkpoint=fast',
        '--host=127.0.0.1',
        `--port=${port}`,
      ];
      await promisify(execFile)(join(programs, 'pg_basebackup'), [...from, '--username=postgres'], options);
      const own = await freePort();
      return clusterIn(programs, { dataDir: copy, port: own, env: { ...env, PGPORT: `${own}` }, owner });
    },
  };
}
