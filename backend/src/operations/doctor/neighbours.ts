import { openStore, type Queryable } from '../../platform/db/connection';
import { standbyProblem } from '../../platform/db/lagging-reads';
import { wordsOf } from '../../platform/work/error-words';
import type { BucketSettings } from '../../platform/files/bucket';
import type { Settings } from '../../app/settings/settings';
import type { Finding } from './finding';

const TIMEOUT_MS = 3_000;

/** Without user and password; a database on a socket of this machine has none. */
const hostOf = (url: string): string => /^\w+:\/\/(?:[^@/]*@)?([^/?]+)/.exec(url)?.[1] ?? 'this machine';

/** Does Redis answer, by which processes tell each other what happens? */
export async function checkBroker(url: string): Promise<Finding> {
  const area = 'redis';
  // Loaded only here: most inboxes are one process.
  const { createClient } = await import('redis');
  const socket = { connectTimeout: TIMEOUT_MS, reconnectStrategy: false } as const;
  const client = createClient({ url, RESP: 2, socket, disableOfflineQueue: true });
  client.on('error', () => undefined);
  const host = hostOf(url);
  try {
    await client.connect();
    await client.ping();
    return { area, level: 'ok', what: `${host} answers` };
  } catch (error) {
    const todo = 'Pages of other processes are told of events half a minute late until it is back.';
    return { area, level: 'problem', what: `${host} cannot be used: ${wordsOf(error)}`, todo };
  } finally {
    client.destroy();
  }
}

/** Does the standby follow, so that searches and reports are read from it? */
export async function checkStandby(
  { databaseStandbyUrl }: Pick<Settings, 'databaseStandbyUrl'>,
  primary: Queryable,
): Promise<Finding[]> {
  if (databaseStandbyUrl === undefined) return [];
  const area = 'standby';
  const host = hostOf(databaseStandbyUrl);
  const standby = openStore({ url: databaseStandbyUrl, log: () => undefined, max: 1, patienceMs: 0 });
  try {
    const problem = await standbyProblem(primary, standby.db);
    if (problem === null) return [{ area, level: 'ok', what: `${host} follows` }];
    const todo = 'Searches and reports are read from the primary until it follows again.';
    return [{ area, level: 'problem', what: `${host} is not read from: ${problem}`, todo }];
  } finally {
    await standby.close();
  }
}

/** Does the store of files answer, and could a file that was deleted by mistake be had again? */
export async function checkBucket(bucket: BucketSettings): Promise<Finding> {
  const area = 'file store';
  const { openBucket } = await import('../../platform/files/bucket');
  try {
    if (await openBucket(bucket).keepsVersions()) return { area, level: 'ok', what: `${bucket.url} answers` };
    const what = `${bucket.url} answers, and does not keep older versions of objects`;
    const todo = "Turn its versioning on, and have versions end after as many days as you keep the database's backups.";
    return { area, level: 'warning', what, todo };
  } catch (error) {
    const todo =
      'Files can neither be opened nor taken in until it can be had; what comes in meanwhile is asked for again.';
    return { area, level: 'problem', what: wordsOf(error), todo };
  }
}
