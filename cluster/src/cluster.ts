import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { chmod, copyFile, lstat, mkdir, readFile, readlink, rm } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { userInfo } from 'node:os';
import { promisify } from 'node:util';
import pg from 'pg';
import { KEY_FILE } from '../../backend/src/accounts/vault-keys';
import { ROOT } from '../../scripts/lib/paths.mjs';
import { DATABASES, ENGINES } from './engines';
import { placeOf, type CellOf, type Cluster } from './examples';
import { INBOX } from './inbox';
import { addressOf, MACHINES, STORES, type Layout, type Machine } from './layout';
import { endProgram, runningPid, signalProcess, startProgram } from './processes';
import { readSecrets } from './secrets';
import { idOf, type Service } from './service';

/** Milliseconds in which each must be ready; a standby copies the primary first. */
const READY_MS = 90_000;
const LOOK_MS = 200;

const PROGRAMS = ['etcd', 'patroni', 'haproxy', 'pgbouncer', 'redis-server', 'openssl'];
const PACKAGES = 'postgresql patroni etcd-server haproxy pgbouncer redis-server openssl';
const POSTGRES = '/usr/lib/postgresql';

/** In the order in which they are started. */
export const SERVICES: readonly Service[] = [...DATABASES, ...ENGINES, ...INBOX].flat();

/** A command that cannot do what it is asked to, in words for who has asked. */
export class ClusterError extends Error {}

/** Debian has what serves where only root looks for it. */
function withServers(): void {
  const path = process.env['PATH'] ?? '';
  process.env['PATH'] = [...new Set([...path.split(delimiter), '/usr/local/sbin', '/usr/sbin'])].join(delimiter);
}

/** The newest that is installed. */
function findPostgres(): string | null {
  const names = existsSync(POSTGRES) ? readdirSync(POSTGRES) : [];
  const versions = names.map(Number).filter((version) => version > 0);
  return versions.length === 0 ? null : join(POSTGRES, String(Math.max(...versions)), 'bin');
}

/** What a cluster needs and this machine lacks, by name. */
export function missingPrograms(): string[] {
  withServers();
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const missing = PROGRAMS.filter((name) => !folders.some((dir) => existsSync(join(dir, name))));
  return findPostgres() === null ? [...missing, 'PostgreSQL'] : missing;
}

/** PostgreSQL and PgBouncer refuse to run as root: then they are the system's user for databases. */
async function databaseUser(): Promise<Cluster['user']> {
  if (userInfo().uid !== 0) return undefined;
  const numbers = await Promise.all(['-u', '-g'].map((what) => promisify(execFile)('id', [what, 'postgres'])));
  const [uid = 0, gid = 0] = numbers.map(({ stdout }) => Number(stdout));
  return { uid, gid };
}

/**
 * Anybody may make a folder in /var/tmp, with files in it that say which processes are to be killed.
 * @returns whether the folder is there, and its caller's
 * @throws ClusterError when it is somebody else's
 */
async function isOurs({ dir }: Layout): Promise<boolean> {
  const found = await lstat(dir).catch(() => null);
  if (found === null) return false;
  if (found.isDirectory() && found.uid === userInfo().uid) return true;
  throw new ClusterError(`${dir} is not yours. Name another place with --dir.`);
}

/** What a cluster in this place is made from. @throws ClusterError where programs are missing, or the place is another's */
export async function openCluster(layout: Layout, cell: CellOf | null = null): Promise<Cluster> {
  const [missing, postgresBin] = [missingPrograms(), findPostgres()];
  if (missing.length > 0 || postgresBin === null) {
    throw new ClusterError(
      `This machine lacks ${missing.join(', ')}.\napt-get install --no-install-recommends ${PACKAGES}`,
    );
  }
  if (!(await isOurs(layout))) await mkdir(layout.dir, { recursive: true });
  // The user for databases must find its own folders below; nobody else finds anything.
  const open = { recursive: true, mode: 0o711 };
  for (const machine of MACHINES) await mkdir(placeOf(layout, machine), open);
  await mkdir(join(layout.dir, 'shared'), { recursive: true, mode: 0o700 });
  await chmod(layout.dir, open.mode);
  const own = await readSecrets(layout);
  const shared = cell === null ? own : await readSecrets(cell.first);
  const secrets = { ...own, 'TOKEN-SECRET': shared['TOKEN-SECRET'], 'CELL-SECRET': shared['CELL-SECRET'] };
  return { ...layout, root: ROOT, postgresBin, user: await databaseUser(), secrets, cell };
}

const pidFileOf = (layout: Layout, { machine, name }: Pick<Service, 'machine' | 'name'>): string =>
  placeOf(layout, machine, `${name}.pid`);

export const logFileOf = (layout: Layout, { machine, name }: Pick<Service, 'machine' | 'name'>): string =>
  placeOf(layout, machine, `${name}.log`);

/** @throws ClusterError for what has no such name */
export function findService(id: string): Service {
  const found = SERVICES.find((service) => idOf(service) === id);
  if (!found) throw new ClusterError(`There is no ${id}. There are ${SERVICES.map(idOf).join(', ')}.`);
  return found;
}

export const pidOf = (layout: Layout, service: Service): Promise<number | null> =>
  runningPid(pidFileOf(layout, service));

/**
 * Starts a service, and waits until it is ready.
 * @param env besides its own
 * @throws ClusterError with what it has said last
 */
export async function startService(
  cluster: Cluster,
  service: Service,
  env?: Readonly<Record<string, string>>,
): Promise<void> {
  const files = { pidFile: pidFileOf(cluster, service), logFile: logFileOf(cluster, service) };
  const program = await service.program(cluster);
  await startProgram({ ...program, env: { ...program.env, ...env }, ...files });
  const limit = Date.now() + READY_MS;
  while (!(await service.isReady(cluster))) {
    const isRunning = (await runningPid(files.pidFile)) !== null;
    if (!isRunning || Date.now() > limit) {
      const said = (await readFile(files.logFile, 'utf8').catch(() => '')).split('\n').slice(-12).join('\n');
      throw new ClusterError(`${idOf(service)} ${isRunning ? 'is not ready' : 'has ended'}: ${files.logFile}\n${said}`);
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

export const stopService = (layout: Layout, service: Service): Promise<void> =>
  endProgram(pidFileOf(layout, service), service.endsBy);

/** As when its machine loses power: with `patroni` goes its PostgreSQL. */
export async function killService(layout: Layout, service: Service): Promise<void> {
  await endProgram(pidFileOf(layout, service), 'SIGKILL');
  if (service.name === 'patroni') await killPostgres(layout, service.machine);
}

/** The first process of a machine's PostgreSQL; null when there is none, as where its file has outlived the machine's start. */
export async function postgresPid(layout: Layout, machine: Machine): Promise<number | null> {
  const data = placeOf(layout, machine, 'postgresql', 'inbox');
  const pid = Number((await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')[0]);
  // It works in its own folder, which tells it from another process that has its id by now.
  const worksIn = pid > 0 ? await readlink(`/proc/${pid}/cwd`).catch(() => null) : null;
  return worksIn === data ? pid : null;
}

export async function killPostgres(layout: Layout, machine: Machine): Promise<void> {
  const pid = await postgresPid(layout, machine);
  if (pid !== null) signalProcess(pid, 'SIGKILL');
}

/** Which of the two is the primary now; null while there is none. */
export async function primaryOf(layout: Layout): Promise<Machine | null> {
  for (const machine of STORES) {
    const url = `http://${addressOf(layout, machine, 8008)}/primary`;
    const answer = await fetch(url, { signal: AbortSignal.timeout(2_000) }).catch(() => null);
    await answer?.body?.cancel();
    if (answer?.status === 200) return machine;
  }
  return null;
}

/** Brings everything up that is not up. @param say is told of each step */
export async function bringUp(cluster: Cluster, say: (line: string) => void): Promise<void> {
  const start = async (rows: readonly (readonly Service[])[]) => {
    for (const row of rows) {
      say(`Starting ${row.map(idOf).join(', ')}`);
      await Promise.all(row.map((service) => startService(cluster, service)));
    }
  };
  await start(DATABASES);
  await makeDatabase(cluster);
  await shareKeys(cluster);
  await start([...ENGINES, ...INBOX]);
}

/** What one cell has sealed the others open. */
async function shareKeys({ dir, cell }: Cluster): Promise<void> {
  if (cell === null || cell.first.dir === dir) return;
  await copyFile(join(cell.first.dir, 'shared', KEY_FILE), join(dir, 'shared', KEY_FILE));
}

/** The address of the primary of now, for its superuser. @throws ClusterError while there is none */
export async function superuserUrl(cluster: Cluster, database = 'inbox'): Promise<string> {
  const primary = await primaryOf(cluster);
  if (primary === null) throw new ClusterError('Neither PostgreSQL is the primary.');
  const address = addressOf(cluster, primary, 5432);
  return `postgresql://postgres:${cluster.secrets['SUPERUSER-PASSWORD']}@${address}/${database}`;
}

/** The inbox's own database and role, where they are not there. */
async function makeDatabase(cluster: Cluster): Promise<void> {
  const limit = Date.now() + READY_MS;
  while ((await primaryOf(cluster)) === null) {
    if (Date.now() > limit) throw new ClusterError('Neither PostgreSQL is the primary.');
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  const db = new pg.Client(await superuserUrl(cluster, 'postgres'));
  await db.connect();
  try {
    const { rowCount: roles } = await db.query("select from pg_roles where rolname = 'inbox'");
    // Its password is made of hexadecimal digits alone.
    if (roles === 0) await db.query(`create role inbox login password '${cluster.secrets['INBOX-PASSWORD']}'`);
    const { rowCount: databases } = await db.query("select from pg_database where datname = 'inbox'");
    if (databases === 0) await db.query('create database inbox owner inbox');
  } finally {
    await db.end();
  }
}

/** Ends everything; what was stored stays, unless it is to go. @throws ClusterError when the place is another's */
export async function takeDown(layout: Layout, { remove }: { remove: boolean }): Promise<void> {
  if (!(await isOurs(layout))) return;
  for (const row of [...DATABASES, ...ENGINES, ...INBOX].toReversed()) {
    await Promise.all(row.map((service) => stopService(layout, service)));
  }
  for (const machine of STORES) await killPostgres(layout, machine);
  if (remove) await rm(layout.dir, { recursive: true, force: true });
}
