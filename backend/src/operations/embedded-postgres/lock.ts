import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { link, open, readFile, rename, rm } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { systemCode } from './errors';

const pollMs = 25;

/** Whether a process with this id runs, whoever owns it. */
export function processLives(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return systemCode(error) === 'EPERM';
  }
  return !isZombie(pid);
}

/** Dead, but never collected by its parent: what an orphan becomes in a container without an init process. */
function isZombie(pid: number): boolean {
  if (process.platform !== 'linux') return false;
  try {
    // pid (name) state …, where the name may hold anything, also a parenthesis.
    return /.*\) Z /s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return true;
  }
}

/**
 * Runs `work` while no other process on this machine holds the lock `file`. A lock left behind by a dead process is
 * taken over. It keeps starts and stops apart; that two servers never run on one folder is PostgreSQL's own promise.
 */
export async function withLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  const mine = `${process.pid} ${randomUUID()}`;
  while (!(await tryLock(file, mine))) {
    const holder = await readFile(file, 'utf8').catch(() => undefined);
    if (holder !== undefined && !processLives(Number.parseInt(holder, 10))) await breakLock(file, holder);
    else await delay(pollMs);
  }
  try {
    return await work();
  } finally {
    await rm(file, { force: true });
  }
}

/** The lock appears with its content in one step, so that nobody ever reads it half written. */
async function tryLock(file: string, mine: string): Promise<boolean> {
  const draft = `${file}.${mine.replace(' ', '-')}`;
  const handle = await open(draft, 'wx', 0o600);
  try {
    await handle.writeFile(mine);
    await link(draft, file);
    return true;
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return false;
    throw error;
  } finally {
    await handle.close();
    await rm(draft, { force: true });
  }
}

async function breakLock(file: string, stale: string): Promise<void> {
  const aside = `${file}.${process.pid}-${randomUUID()}`;
  try {
    await rename(file, aside);
    // Somebody else broke it first and holds it by now: give it back.
    if ((await readFile(aside, 'utf8')) !== stale) await link(aside, file);
  } catch (error) {
    const code = systemCode(error);
    if (code !== 'ENOENT' && code !== 'EEXIST') throw error;
  } finally {
    await rm(aside, { force: true });
  }
}
