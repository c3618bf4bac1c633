import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { listUnreadable } from '../accounts/accounts';
import type { Vault } from '../accounts/vault';
import { KEY_FILE } from '../accounts/vault-keys';
import type { Queryable } from '../db/connection';
import type { Uploads } from '../files/uploads';
import { newestStorageKeys } from '../thread/attachment-rows';
import type { Settings } from './settings';

/** Files that are looked for: a folder that is not the database's own misses all of them. */
const LOOKED_FOR = 100;
const NAMED = 3;

export interface StorageCheck {
  db: Queryable;
  vault: Vault;
  uploads: Pick<Uploads, 'pathOf'>;
  settings: Pick<Settings, 'dataDir' | 'uploadsDir'>;
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

async function checkFiles({ db, uploads, settings }: StorageCheck): Promise<string[]> {
  const keys = await newestStorageKeys(db, LOOKED_FOR);
  const missing = keys.filter((key) => !existsSync(uploads.pathOf(key)));
  if (missing.length === 0) return [];
  return [
    `Of the ${keys.length} newest files of messages ${missing.length} are not in ${settings.uploadsDir}: agents are told ` +
      `that they are missing. Put the folder back from a backup; files and database belong together.`,
  ];
}
