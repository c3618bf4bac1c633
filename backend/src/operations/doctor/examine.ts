import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { openVault, type Vault } from '../../accounts/vault';
import { KEY_FILE } from '../../accounts/vault-keys';
import { openStore, type Queryable } from '../../platform/db/connection';
import { wordsOf } from '../../platform/errors/errors';
import { findMerchant } from '../../merchants/merchant-queries';
import { INCOMPLETE } from '../backup/data-files';
import { readMove, startEmbeddedDatabase } from '../embedded-postgres';
import { openUploads } from '../../app/open-uploads';
import type { Settings } from '../../app/settings/settings';
import { checkStorage } from '../../app/storage-check';
import type { Finding } from './finding';
import { checkIdentityProvider } from './identity-provider';
import { checkBackups, checkCertificate, checkClock, checkDisk, checkSettings } from './machine';
import { checkBroker, checkBucket, checkStandby, checkScanner } from './neighbours';
import { checkSystemMail } from './system-mail';
import { checkAccounts, checkMigrations, checkMoves, checkPartitions, checkQueues, findClock } from './product';

const ASK_MS = 3_000;

export interface Examination {
  settings: Settings;
  env: Readonly<Record<string, string | undefined>>;
  /** Where the product lies. */
  root: string;
  now: Date;
}

/** Looks at everything that an operator would be asked for in an issue. It changes nothing. */
export async function examine(examination: Examination): Promise<Finding[]> {
  const { settings, env, root, now } = examination;
  const findings: Finding[] = [await checkVersions(root), checkSettings(env, settings)];
  const look = async (area: string, find: () => Promise<Finding | Finding[]>): Promise<void> => {
    const found = await find().catch((error: unknown): Finding => ({
      area,
      level: 'problem',
      what: `cannot be looked at: ${wordsOf(error)}`,
    }));
    findings.push(...[found].flat());
  };
  await look('inbox', () => checkInbox(settings));
  await look('disk', () => checkDisk(existsSync(settings.dataDir) ? settings.dataDir : root));
  await look('certificate', () => checkCertificate(settings, now));
  await look('backup', () => checkBackups(settings, now));
  await look('virus scanner', () => checkScanner(settings));
  await look('system mail', () => checkSystemMail(settings));
  const { oidc, brokerUrl, bucket } = settings;
  if (bucket !== undefined) await look('file store', () => checkBucket(bucket));
  if (brokerUrl !== undefined) await look('redis', () => checkBroker(brokerUrl));
  if (oidc !== undefined) await look('sign-in', () => checkIdentityProvider(oidc));
  await look('database', async () => withDatabase(settings, (db) => lookInside(db, examination, look)));
  return findings;
}

async function checkVersions(root: string): Promise<Finding> {
  const file = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as unknown;
  const { version } = z.object({ version: z.string() }).parse(file);
  const what = `inbox ${version}, Node ${process.version}, ${process.platform} ${process.arch}`;
  return { area: 'versions', level: 'ok', what };
}

async function checkInbox({ port }: Settings): Promise<Finding> {
  const url = `http://localhost:${port}/readyz`;
  const answer = await fetch(url, { signal: AbortSignal.timeout(ASK_MS) }).catch(() => null);
  if (answer?.status === 200) return { area: 'inbox', level: 'ok', what: `${url} answers` };
  const reasons = answer === null ? [] : await reasonsOf(answer);
  if (reasons.length > 0) {
    const todo = "See 'The inbox is not ready' in docs/operators/runbook.md; its log has the details.";
    return { area: 'inbox', level: 'problem', what: `is not ready: ${reasons.join(' ')}`, todo };
  }
  const what = answer === null ? `nothing answers at ${url}` : `${url} answers ${answer.status}`;
  return {
    area: 'inbox',
    level: 'problem',
    what,
    todo: 'Start it, or look at its log; PORT must be as the server has it.',
  };
}

const NotReadyAnswer = z.object({ problems: z.array(z.object({ need: z.string(), reason: z.string() })) });

/** Why an inbox says that it is not ready; none of another server at this port, or one of an older release. */
async function reasonsOf(answer: Response): Promise<string[]> {
  const parsed = NotReadyAnswer.safeParse(await answer.json().catch(() => null));
  return (parsed.data?.problems ?? []).map(({ need, reason }) => `${reason} (${need})`);
}

type Look = (area: string, find: () => Promise<Finding | Finding[]>) => Promise<void>;

async function lookInside(db: Queryable, { settings, now }: Examination, look: Look): Promise<Finding[]> {
  await look('database', () => checkMigrations(db));
  await look('standby', () => checkStandby(settings, db));
  await look('outbox', () => checkQueues(db));
  await look('accounts', () => checkAccounts(db));
  await look('moves', () => checkMoves(db));
  await look('partitions', () => checkPartitions(db, now));
  const merchant = settings.oidc?.merchant;
  if (merchant !== undefined && (await findMerchant(db, merchant)) === undefined) {
    await look('sign-in', async () => ({
      area: 'sign-in',
      level: 'problem',
      what: `INBOX_OIDC_MERCHANT names '${merchant}', which is no merchant`,
      todo: 'The inbox does not start so; see pnpm admin merchant list.',
    }));
  }
  await look('keys, files', async () => {
    const found = existsSync(join(settings.dataDir, KEY_FILE));
    const vault = found ? await openVault(settings.dataDir) : NO_VAULT;
    const { uploads, place, close } = await openUploads(settings, () => undefined);
    const lines = await checkStorage({ db, vault, uploads, place, settings, key: found ? 'found' : 'missing' });
    close();
    if (lines.length === 0) return { area: 'keys, files', level: 'ok', what: 'are there' };
    return lines.map((what) => ({ area: 'keys, files', level: 'problem', what }));
  });
  await look('clock', async () => {
    const url = await findClock(db);
    const seconds = url === undefined ? null : await secondsAheadOf(url);
    return checkClock(seconds, url === undefined ? '' : new URL(url).host);
  });
  return [];
}

/** Opening a vault would make its key. */
const NO_VAULT: Vault = {
  seal() {
    throw new Error('There is no key.');
  },
  open() {
    throw new Error('There is no key.');
  },
};

async function secondsAheadOf(url: string): Promise<number | null> {
  const answer = await fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(ASK_MS) }).catch(() => null);
  const theirs = Date.parse(answer?.headers.get('date') ?? '');
  return Number.isNaN(theirs) ? null : (Date.now() - theirs) / 1000;
}

/** A move to a newer PostgreSQL that nobody has confirmed takes the room of a second database. */
async function checkMove({ dataDir, databaseUrl }: Settings): Promise<Finding[]> {
  const moved = databaseUrl === undefined ? await readMove(dataDir) : undefined;
  if (moved === undefined) return [];
  const what = `was moved from PostgreSQL ${moved.from} to ${moved.to}, and the older one is still there`;
  const todo = "Once all is well: 'pnpm admin database confirm'. To go back: 'pnpm admin database back'.";
  return [{ area: 'database', level: 'warning', what, todo }];
}

async function withDatabase(settings: Settings, work: (db: Queryable) => Promise<Finding[]>): Promise<Finding[]> {
  const { dataDir, databaseUrl } = settings;
  const area = 'database';
  if (existsSync(join(dataDir, INCOMPLETE))) {
    const todo = "Delete the folder and run 'pnpm admin restore' again.";
    return [{ area, level: 'problem', what: `the restore into ${dataDir} has not come to its end`, todo }];
  }
  if (databaseUrl === undefined && !existsSync(join(dataDir, 'database/cluster/PG_VERSION'))) {
    const todo = 'Set INBOX_DATA_DIR as the server has it, or start the inbox once.';
    return [{ area, level: 'problem', what: `there is none in ${dataDir}`, todo }];
  }
  const embedded = databaseUrl === undefined ? await startEmbeddedDatabase({ dataDir, log: () => undefined }) : null;
  try {
    const store = openStore({ url: databaseUrl ?? embedded?.url ?? '', log: () => undefined, max: 2 });
    try {
      return [...(await checkMove(settings)), ...(await work(store.db))];
    } finally {
      await store.close();
    }
  } finally {
    await embedded?.stop();
  }
}
