import { startEmbeddedDatabase } from '../../../backend/src/operations/embedded-postgres';
import { openStore } from '../../../backend/src/platform/db/connection';
import { migrate } from '../../../backend/src/platform/db/migrate';
import pg from 'pg';
import { closes } from '../opened';

export interface Databases {
  /** A new, migrated, empty database; answers its address. */
  create(name: string): Promise<string>;
  /** Stops the server. */
  stop(): Promise<void>;
}

/** A PostgreSQL server of the bench's own, as the inbox runs one: nothing of it is made faster than it is. */
export async function startDatabases(dataDir: string): Promise<Databases> {
  const server = await startEmbeddedDatabase({ dataDir, log: () => undefined, endsWithUs: true });
  return {
    async create(name) {
      await createDatabase(server.url, name);
      const url = server.url.replace(/\/inbox(\?|$)/, `/${name}$1`);
      const store = openStore({ url, log: () => undefined, max: 1 });
      try {
        await migrate(store.db);
      } finally {
        await store.close();
      }
      return url;
    },
    stop: closes(() => server.stop()),
  };
}

async function createDatabase(connectionString: string, name: string): Promise<void> {
  const admin = new pg.Client({ connectionString });
  await admin.connect();
  try {
    await admin.query(`create database ${name}`);
  } finally {
    await admin.end();
  }
}
