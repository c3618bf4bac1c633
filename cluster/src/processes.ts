import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { statOf } from '../../bench/src/inbox/process';

/** Milliseconds between two looks at a process that is to end. */
const LOOK_MS = 50;
/** Milliseconds in which a program ends in order. */
const ENDS_MS = 60_000;

/** Starts that are under way. */
const starting = new Set<Promise<void>>();
let isOver = false;

/** A program that goes on when the command that has started it ends. */
export interface Program {
  command: string;
  args: readonly string[];
  env?: Readonly<Record<string, string | undefined>>;
  /** Whom it runs as; undefined for whoever has called. */
  user?: { uid: number; gid: number } | undefined;
  /** Remembers it: its id, and when it began, since ids come again. */
  pidFile: string;
  logFile: string;
}

/** When the process began, in ticks since the machine did; null when there is none, or only what is left of one. */
async function begunAt(pid: number): Promise<string | null> {
  const fields = await statOf(pid);
  return fields === null || fields[0] === 'Z' ? null : (fields[19] ?? null);
}

/** The process that this file remembers; null when it has ended. */
export async function runningPid(pidFile: string): Promise<number | null> {
  const [pid, begun] = (await readFile(pidFile, 'utf8').catch(() => '')).split(' ');
  return pid && begun && (await begunAt(Number(pid))) === begun ? Number(pid) : null;
}

/** Has nothing started from now on, so that what is ended then stays so. Waits for the starts that are under way. */
export async function endStarts(): Promise<void> {
  isOver = true;
  await Promise.allSettled(starting);
}

/** Starts a program, unless it runs. @throws Error after `endStarts` */
export async function startProgram(program: Program): Promise<void> {
  if (isOver) throw new Error(`${program.command} is not started any more.`);
  const start = begin(program);
  starting.add(start);
  await start.finally(() => starting.delete(start));
}

async function begin({ command, args, env, user, pidFile, logFile }: Program): Promise<void> {
  if ((await runningPid(pidFile)) !== null) return;
  await mkdir(dirname(pidFile), { recursive: true });
  const log = openSync(logFile, 'a');
  const child = spawn(command, args, {
    detached: true,
    stdio: ['ignore', log, log],
    env: { PATH: process.env['PATH'], LANG: 'C.UTF-8', ...env },
    ...user,
  });
  closeSync(log);
  await new Promise<void>((resolve, reject) => child.once('spawn', resolve).once('error', reject));
  child.unref();
  const pid = child.pid ?? 0;
  await writeFile(pidFile, `${pid} ${(await begunAt(pid)) ?? ''}`);
}

/** Sends a signal to a process, and waits until it has ended, by force if need be; nothing when there is none. */
export async function endProgram(pidFile: string, signal: 'SIGTERM' | 'SIGINT' | 'SIGKILL'): Promise<void> {
  const pid = await runningPid(pidFile);
  if (pid === null) return;
  signalProcess(pid, signal);
  // One that was stopped would not hear of it.
  signalProcess(pid, 'SIGCONT');
  const limit = Date.now() + ENDS_MS;
  while ((await runningPid(pidFile)) !== null) {
    if (Date.now() > limit) signalProcess(pid, 'SIGKILL');
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  await rm(pidFile, { force: true });
}

/** Nothing when it has ended meanwhile. */
export function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
