import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Settings } from '../../app/settings/settings';
import { AdminError } from './command';

/**
 * Refuses a command where no inbox is: a misspelt folder would get a database of its own. `merchant add` may be the first command of
 * a new inbox.
 * @throws AdminError that names the folder
 */
export function requireInbox(
  { dataDir, databaseUrl }: Pick<Settings, 'dataDir' | 'databaseUrl'>,
  command: string,
): void {
  if (databaseUrl !== undefined || command === 'merchant add' || existsSync(join(dataDir, 'database'))) return;
  throw new AdminError(
    `There is no inbox in ${dataDir}. Start it with npm start, or set INBOX_DATA_DIR to its folder.`,
  );
}
