import { openStore } from '../../platform/db/connection';
import { migrateAs, openSnapshot, startLoad } from '../database-copy/database-copy';
import { DatabaseLaunchError } from './errors';

/**
 * Copies every table into an empty database, and compares counts and checksums.
 * @throws DatabaseLaunchError when what has arrived is not what was there
 */
export async function copyDatabase(source: string, target: string): Promise<void> {
  const snapshot = await openSnapshot(source);
  try {
    const { shape } = snapshot;
    const store = openStore({ url: target, log: () => undefined, max: 2 });
    try {
      await migrateAs(store.db, shape);
    } finally {
      await store.close();
    }
    const load = await startLoad(target, shape);
    try {
      for (const { name } of shape.tables) await load.add(name, snapshot.rowsOf(name));
      await load.commit();
    } finally {
      await load.close();
    }
    const arrived = await openSnapshot(target);
    try {
      const found = new Map((await arrived.sums()).map((sum) => [sum.name, sum]));
      for (const { name, rows, checksum } of await snapshot.sums()) {
        const is = found.get(name);
        if (is?.rows === rows && is.checksum === checksum) continue;
        const message = `The table ${name} did not arrive as it was (${is?.rows ?? 0} rows of ${rows}). Nothing was changed where it comes from.`;
        throw new DatabaseLaunchError('copy-differs', message);
      }
    } finally {
      await arrived.close();
    }
  } finally {
    await snapshot.close();
  }
}
