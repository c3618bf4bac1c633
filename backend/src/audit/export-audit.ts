import { open } from 'node:fs/promises';
import type { ChainId } from './tables';
import type { Queryable } from '../platform/db/connection';
import { chainRecords, readChains } from './audit-queries';

/**
 * Writes a chain, or all of them, as JSON lines: each with the texts and hashes by which it can be verified elsewhere.
 * @returns how many records were written
 * @throws when the file is there already
 */
export async function exportAudit(db: Queryable, path: string, only?: ChainId): Promise<number> {
  const file = await open(path, 'wx', 0o600);
  let records = 0;
  try {
    for (const { merchant_id, seq } of await readChains(db)) {
      if (only !== undefined && merchant_id !== only) continue;
      for await (const record of chainRecords(db, merchant_id, seq)) {
        await file.write(`${JSON.stringify(record)}\n`);
        records += 1;
      }
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return records;
}
