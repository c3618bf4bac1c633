import { join } from 'node:path';
import { subHours } from 'date-fns/subHours';
import type { RotatingVault } from '../../accounts/vault';
import { readVaultKeys, removeVaultKeys } from '../../accounts/vault-keys';
import { appendAudit } from '../../audit/audit-queries';
import type { Queryable } from '../../platform/db/connection';
import { inTransaction } from '../../platform/db/transaction';
import { withLock } from '../embedded-postgres/lock';
import { resealAll } from './sealed-values';

/** Held by who changes the keys of the data folder. */
export const KEYS_LOCK = 'keys.lock';
const LOOK_EVERY_MS = 10 * 60_000;
/** A replaced key stays for so long: what a call or an archive has begun with it comes to its end. */
export const LEAST_HOURS = 1;

export interface VaultCare {
  db: Queryable;
  vault: RotatingVault;
  dataDir: string;
}

/** A record of what was done to a key, in the installation's own chain. */
export async function recordKey(db: Queryable, what: 'made' | 'retired', name: string): Promise<void> {
  await inTransaction(db, (tx) => appendAudit(tx, { chain: 0, what: `key.${what}`, about: `key:${name}`, detail: {} }));
}

/**
 * Removes credential keys that were replaced an hour ago or more, once nothing is sealed with them. What still is, as after a
 * rotation that was killed, is put under the newest key before.
 * @returns the names of the removed
 */
export async function removeReplacedKeys({ db, vault, dataDir }: VaultCare, now: Date): Promise<string[]> {
  const isOld = ({ replacedAt }: { replacedAt: Date | null }): boolean =>
    replacedAt !== null && replacedAt <= subHours(now, LEAST_HOURS);
  if (!(await readVaultKeys(dataDir)).some(isOld)) return [];
  return withLock(join(dataDir, KEYS_LOCK), async () => {
    const names = (await readVaultKeys(dataDir)).filter(isOld).map(({ name }) => name);
    await resealAll(db, vault);
    const { resealed } = await resealAll(db, vault);
    if (names.length === 0 || resealed > 0) return [];
    await removeVaultKeys(dataDir, new Set(names));
    for (const name of names) await recordKey(db, 'retired', name);
    return names;
  });
}

/** Looks after the keys while the inbox runs. @returns what ends it, after the step that is under way */
export function startKeyCare({
  log,
  report,
  ...care
}: VaultCare & { log: (line: string) => void; report: (error: unknown) => void }): () => Promise<void> {
  let working: Promise<void> | undefined;
  const look = (): void => {
    working ??= removeReplacedKeys(care, new Date())
      .then((names) =>
        names.forEach((name) => log(`The credential key ${name} is removed: nothing is sealed with it.`)),
      )
      .catch(report)
      .finally(() => (working = undefined));
  };
  look();
  const timer = setInterval(look, LOOK_EVERY_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await working;
  };
}
