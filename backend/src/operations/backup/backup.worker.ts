/** Makes one backup beside the main thread: compressing and encrypting take its processor for minutes. */
import { parentPort, workerData } from 'node:worker_threads';
import { wordsOf } from '../../platform/errors/errors';
import { makeBackup, type BackupOptions } from './make-backup';

export type BackupTask = Omit<BackupOptions, 'env'>;
export type BackupAnswer = { path: string; missing: number } | { failed: string };

const answer = (said: BackupAnswer): void => parentPort?.postMessage(said);

makeBackup({ ...(workerData as BackupTask), env: process.env }).then(
  ({ path, manifest }) => answer({ path, missing: manifest.missing }),
  (error: unknown) => answer({ failed: wordsOf(error) }),
);
