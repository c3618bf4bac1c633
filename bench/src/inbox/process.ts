import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';

/** Milliseconds of one of Linux's ticks. */
const TICK_MS = 10;

/** What Linux tells of a process: its parent, its own processor time, and that of children that have ended. */
interface ProcessTime {
  parent: number;
  ownMs: number;
  endedMs: number;
}

/** What Linux says of a process after its name, from its state on (proc(5), from the third field); null when there is none. */
export async function statOf(pid: number): Promise<string[] | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  // The program's name before it may have spaces and brackets.
  return stat === null ? null : stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

async function read(pid: number): Promise<ProcessTime | null> {
  const fields = (await statOf(pid))?.map(Number);
  if (fields === undefined) return null;
  const [parent = 0, user = 0, system = 0, endedUser = 0, endedSystem = 0] = [1, 11, 12, 13, 14].map((n) => fields[n]);
  return { parent, ownMs: (user + system) * TICK_MS, endedMs: (endedUser + endedSystem) * TICK_MS };
}

/** Milliseconds of processor that the process has had. @throws Error where the machine does not tell */
export async function processMs(pid: number): Promise<number> {
  const time = await read(pid);
  if (time === null) throw new Error('Load is measured on Linux alone, which tells what a process takes.');
  return time.ownMs;
}

/** The same of a PostgreSQL server with all that it has started, by its first process. */
export async function databaseMs(postmaster: number): Promise<number> {
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0);
  const times = await Promise.all(pids.map(async (pid) => ({ pid, time: await read(pid) })));
  let all = 0;
  for (const { pid, time } of times) {
    if (pid === postmaster) all += (time?.ownMs ?? 0) + (time?.endedMs ?? 0);
    else if (time?.parent === postmaster) all += time.ownMs;
  }
  return all;
}

/** The first process of the server behind this address, which is on this machine. */
export async function postmasterOf(databaseUrl: string): Promise<number> {
  const db = new pg.Client({ connectionString: databaseUrl });
  await db.connect();
  try {
    const { rows } = await db.query<{ pid: number }>('select pg_backend_pid() pid');
    return (await read(rows[0]?.pid ?? 0))?.parent ?? 0;
  } finally {
    await db.end();
  }
}

/** Bytes that the process has in memory; 0 where the machine does not tell. */
export async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;
}

/** What a process's main thread has worked, in milliseconds; null where the machine does not tell. */
export async function workedMs(pid: number): Promise<number | null> {
  const [nanoseconds] = (await readFile(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').catch(() => '')).split(' ');
  return nanoseconds ? Number(nanoseconds) / 1e6 : null;
}
