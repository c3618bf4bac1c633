import { type Kysely, type Migration, Migrator, sql } from 'kysely';
import { migrations as inboxMigrations, renamedMigrations } from './migrations';

/** Any fixed number of our own: nodes that start at once migrate one after the other. */
const advisoryLock = 4_020_911;

/**
 * Brings the schema up to the newest migration; all that were missing run in one transaction.
 * @param migrations by name, run in the order of their names
 * @returns the names that were run, none when the schema was up to date
 * @throws the failing migration's error, with its name
 */
export async function migrate<Schema>(
  db: Kysely<Schema>,
  migrations: Readonly<Record<string, Migration>> = inboxMigrations,
): Promise<string[]> {
  return await db.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(${advisoryLock})`.execute(connection);
    try {
      const isNew = !(await hasRecords(connection));
      if (!isNew) await renameRecorded(connection);
      const newer = isNew ? {} : await readNewer(connection, Object.keys(migrations).at(-1) ?? '');
      const provider = { getMigrations: () => Promise.resolve({ ...migrations, ...newer }) };
      const { error, results = [] } = await new Migrator({ db: connection, provider }).migrateToLatest();
      if (error !== undefined) {
        const failed = results.find(({ status }) => status === 'Error')?.migrationName;
        throw new Error(
          `Migration ${failed ?? '(none)'} failed: ${error instanceof Error ? error.message : 'unknown'}`,
          {
            cause: error,
          },
        );
      }
      return results.map(({ migrationName }) => migrationName);
    } finally {
      await sql`select pg_advisory_unlock(${advisoryLock})`.execute(connection);
    }
  });
}

async function hasRecords<Schema>(connection: Kysely<Schema>): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`select to_regclass('kysely_migration') is not null as exists`.execute(
    connection,
  );
  return rows[0]?.exists === true;
}

/**
 * What a newer release has run, which is the newer process beside this one, or the one before a way back: nothing is to do, as
 * migrations only add (older-release.deep.test.ts).
 */
async function readNewer<Schema>(connection: Kysely<Schema>, last: string): Promise<Record<string, Migration>> {
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration where name collate "C" > ${last}`.execute(connection);
  return Object.fromEntries(rows.map(({ name }) => [name, { up: async () => undefined }]));
}

/** What a database has recorded under a migration's old name counts under its new one, and is not run again. */
async function renameRecorded<Schema>(connection: Kysely<Schema>): Promise<void> {
  await sql`
    update kysely_migration set name = renamed.value
    from jsonb_each_text(${JSON.stringify(renamedMigrations)}::jsonb) as renamed
    where kysely_migration.name = renamed.key`.execute(connection);
}
