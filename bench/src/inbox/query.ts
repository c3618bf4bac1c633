import pg from 'pg';

/** Asks the database once, on a connection of its own. */
export async function query<Row extends pg.QueryResultRow>(
  databaseUrl: string,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const db = new pg.Client({ connectionString: databaseUrl });
  await db.connect();
  try {
    return (await db.query<Row>(text, [...values])).rows;
  } finally {
    await db.end();
  }
}
