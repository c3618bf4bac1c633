import { sql, type Kysely, type Migration } from 'kysely';

const statements = ['outbox', 'live_events'].flatMap((table) => [
  `ALTER TABLE ${table} ADD COLUMN trace text`,
  `COMMENT ON COLUMN ${table}.trace IS
      'W3C traceparent of the work that wrote the row, so that what comes of it is in the same trace; null without traces'`,
]);

export const tracesMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
