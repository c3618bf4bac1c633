import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { addHours } from 'date-fns/addHours';
import { addMinutes } from 'date-fns/addMinutes';
import type { Settings } from '../../app/settings/settings';
import { listArchives, pruneArchives } from './archives';
import type { BackupTask, BackupAnswer } from './backup.worker';
import { BACKUP_LOCK } from './data-files';

const CHECK_MS = 60_000;
/** After a backup that failed. */
const RETRY_MINUTES = 15;

export interface BackupSchedule {
  settings: Settings;
  databaseUrl: string;
  /** Told, in one line, what the operator should know: a backup that failed. */
  log: (line: string) => void;
  report: (error: unknown) => void;
  now?: () => Date;
  checkMs?: number;
}

/**
 * Makes a backup whenever the newest archive is older than INBOX_BACKUP_HOURS, and then deletes old ones. What is on the disk
 * says when that is, so that restarts neither delay nor repeat one. It runs beside the main thread.
 * @returns what ends it; a backup that is under way is given up, and leaves no archive
 */
export function startBackups(schedule: BackupSchedule): () => Promise<void> {
  const { settings, databaseUrl, log, report, now = () => new Date(), checkMs = CHECK_MS } = schedule;
  const { dir, everyHours, keepDays } = settings.backup;
  if (dir === undefined) return async () => undefined;
  let worker: Worker | undefined;
  let isUnderWay = false;
  let notBefore = new Date(0);

  async function check(to: string): Promise<void> {
    if (isUnderWay || now() < notBefore) return;
    isUnderWay = true;
    try {
      const newest = (await listArchives(to)).at(-1);
      if (newest !== undefined && now() < addHours(newest.madeAt, everyHours)) return;
      const task: BackupTask = { settings, databaseUrl, to, now: now() };
      worker = startWorker(task);
      const answer = await answerOf(worker);
      if ('failed' in answer) {
        notBefore = addMinutes(now(), RETRY_MINUTES);
        return log(`The backup to ${to} failed, and is tried again in ${RETRY_MINUTES} minutes: ${answer.failed}`);
      }
      if (answer.missing > 0)
        log(`Of the files that messages name ${answer.missing} are gone, and not in ${answer.path}.`);
      await pruneArchives(to, keepDays, now());
    } finally {
      await end();
      isUnderWay = false;
    }
  }

  /** A thread that is ended in the middle leaves its lock, which is of a process that goes on. */
  async function end(): Promise<void> {
    await worker?.terminate();
    worker = undefined;
    const lock = join(settings.dataDir, BACKUP_LOCK);
    const holder = await readFile(lock, 'utf8').catch(() => '');
    if (Number.parseInt(holder, 10) === process.pid) await rm(lock, { force: true });
  }

  const look = () => void check(dir).catch(report);
  look();
  const timer = setInterval(look, checkMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await end();
  };
}

async function answerOf(worker: Worker): Promise<BackupAnswer> {
  return new Promise((resolve) => {
    worker.once('message', resolve);
    worker.once('error', (error) => resolve({ failed: error.message }));
    worker.once('exit', () => resolve({ failed: 'its thread ended.' }));
  });
}

/** Built, the worker's file lies beside the bundle under its own name. */
function startWorker(task: BackupTask): Worker {
  const file = import.meta.url.endsWith('.ts') ? './backup-from-source.js' : './backup.worker.js';
  const worker = new Worker(new URL(file, import.meta.url), { workerData: task, execArgv: [] });
  worker.unref();
  return worker;
}
