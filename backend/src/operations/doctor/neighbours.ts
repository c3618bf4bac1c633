import { openStore, type Queryable } from '../../platform/db/connection';
import { standbyProblem } from '../../platform/db/lagging-reads';
import { wordsOf } from '../../platform/errors/errors';
import type { BucketSettings } from '../../platform/files/bucket';
import type { Settings } from '../../app/settings/settings';
import type { Finding } from './finding';
import { MAX_MAIL_BYTES } from '../../channels/email/receive/intake';
import { createClamd, type Clamd } from '../../platform/virus-scan/clamd';

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

const area = 'virus scanner';
const PIECE = Buffer.alloc(1_000_000);

/** Does the scanner answer, how old is its list of viruses, and does it take the largest mail? */
export async function checkScanner({ clamav }: Pick<Settings, 'clamav'>): Promise<Finding> {
  if (clamav === undefined) return { area, level: 'ok', what: 'none is set: files are not scanned' };
  const clamd = createClamd(clamav);
  const version = await clamd.version();
  if (await takesMails(clamd)) return { area, level: 'ok', what: version };
  const what = `${version}; it takes less than the largest mail, which is stored without a scan`;
  return { area, level: 'problem', what, todo: `Set StreamMaxLength of clamd to more than ${MAX_MAIL_BYTES} bytes.` };
}

async function takesMails(clamd: Pick<Clamd, 'scanBytes'>): Promise<boolean> {
  const verdict = await clamd.scanBytes(Array.from({ length: Math.ceil(MAX_MAIL_BYTES / PIECE.length) }, () => PIECE));
  return verdict.kind !== 'too_large';
}
