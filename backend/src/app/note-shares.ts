import { hostname } from 'node:os';
import { readVaultKeys } from '../accounts/vault-keys';
import type { Tokens } from '../agents/sessions/token';
import { writeShares } from '../cells/cell-shares';
import type { Queryable } from '../platform/db/connection';
import type { Settings } from './settings/settings';

interface Has {
  db: Queryable;
  tokens: Pick<Tokens, 'mac'>;
  /** Where files are, in words. */
  place: string;
}

/** Of one of several cells: writes down what a merchant who moves must find alike in the other. */
export async function noteShares(settings: Settings, { db, tokens, place }: Has): Promise<void> {
  if (settings.cellSecret === undefined) return;
  const keys = await readVaultKeys(settings.dataDir);
  await writeShares(db, {
    keys: keys.map(({ name }) => name),
    tokens: tokens.mac('cell', 'tokens'),
    // A folder of one machine is another on the next, whatever its name.
    files: settings.bucket === undefined ? `${hostname()} ${place}` : place,
  });
}
