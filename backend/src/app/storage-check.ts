import { join } from 'node:path';
import { listUnreadable } from '../accounts/accounts';
import type { Vault } from '../accounts/vault';
import { KEY_FILE } from '../accounts/vault-keys';
import type { Queryable } from '../platform/db/connection';
import { wordsOf } from '../platform/errors/errors';
import type { Uploads } from '../platform/files/uploads';
import { newestStorageKeys } from '../conversations/thread/attachment-rows';
import type { Settings } from './settings/settings';

/** Files that are looked for: a folder that is not the database's own misses all of them. */
const LOOKED_FOR = 100;
const AT_ONCE = 10;
const NAMED = 3;

export interface StorageCheck {
  db: Queryable;
  vault: Vault;
  uploads: Pick<Uploads, 'has'>;
  /** Where files are, in words. */
  place: string;
  settings: Pick<Settings, 'dataDir'>;
  /** Opening the vault makes a key where there is none. */
  key: 'found' | 'made' | 'missing';
}

/** What the database needs and the data folder has not, a line each for the operator; none when all is there. */
export async function checkStorage(check: StorageCheck): Promise<string[]> {
  return [...(await checkKeys(check)), ...(await checkFiles(check))];
}

async function checkKeys({ db, vault, settings, key }: StorageCheck): Promise<string[]> {
  const { sealed, unreadable } = await listUnreadable(db, vault);
  if (unreadable.length === 0) return [];
  const path = join(settings.dataDir, KEY_FILE);
  const names = unreadable.slice(0, NAMED).join(', ') + (unreadable.length > NAMED ? ' …' : '');
  const why = {
    found: `${path} is not the key that sealed them`,
    made: `${path} was missing, and a new one has been made`,
    missing: `${path} is missing`,
  }[key];
  return [
    `The credentials of ${unreadable.length} of ${sealed} accounts cannot be opened (${names}): ${why}. ` +
      `Their webhooks are refused with 401, and nothing is sent by them. Put the file back from a backup and start again, ` +
      `or give their credentials anew with 'pnpm admin account set'.`,
  ];
}

async function checkFiles({ db, uploads, place }: StorageCheck): Promise<string[]> {
  const keys = await newestStorageKeys(db, LOOKED_FOR);
  let missing = 0;
  try {
    for (let at = 0; at < keys.length; at += AT_ONCE) {
      const found = await Promise.all(keys.slice(at, at + AT_ONCE).map((key) => uploads.has(key)));
      missing += found.filter((isThere) => !isThere).length;
    }
  } catch (error) {
    return [`${wordsOf(error)} Until it can be had, files can neither be opened nor taken in.`];
  }
  if (missing === 0) return [];
  return [
    `Of the ${keys.length} newest files of messages ${missing} are not in ${place}: agents are told that they are ` +
      `missing. Put them back from a backup; files and database belong together.`,
  ];
}
