import { openStore } from '../../platform/db/connection';
import { migrate } from '../../platform/db/migrate';
import { createUploads } from '../../platform/files/uploads';
import { replayErasures } from '../../privacy/erase/erase-customer';
import { readErasedList } from '../../privacy/erase/erased-list';
import { finishErasures } from '../../privacy/erase/finish-erasures';
import { startEmbeddedDatabase } from '../embedded-postgres';
import { erasingOf } from './erasing';
import { readSettings } from '../../app/settings/settings';

/**
 * Erases from a restored data folder whom its list of the erased names. What newer releases have changed in the database is
 * brought about for that, as the inbox's next start would. Without anybody on the list nothing is touched.
 * @returns how many erasures were done again
 */
export async function eraseAgain(
  dataDir: string,
  databaseSettings: Readonly<Record<string, string>> = {},
): Promise<number> {
  if ((await readErasedList(dataDir)).length === 0) return 0;
  const settings = readSettings({ INBOX_DATA_DIR: dataDir }, dataDir);
  const database = await startEmbeddedDatabase({ dataDir, log: () => undefined, settings: databaseSettings });
  try {
    const store = openStore({ url: database.url, log: () => undefined, max: 4 });
    try {
      await migrate(store.db);
      const live = { committed: () => undefined, signal: () => undefined };
      const context = { db: store.db, live, outboxWoken: () => undefined, now: () => new Date() };
      const erasing = erasingOf(context, createUploads(settings.uploadsDir), settings);
      const again = await replayErasures(erasing.deps);
      if (again > 0) await finishErasures(erasing.finish);
      return again;
    } finally {
      await store.close();
    }
  } finally {
    await database.stop();
  }
}
