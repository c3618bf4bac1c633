import pg from 'pg';
import { superuser } from './cluster';
import type { Endpoint } from './postmaster';

export const databaseName = 'inbox';

/** With the password: not for logs. */
export function urlOf({ host, port }: Endpoint, password: string, database = databaseName): string {
  const credentials = `${superuser}:${encodeURIComponent(password)}`;
  return host.startsWith('/')
    ? `postgresql://${credentials}@/${database}?host=${encodeURIComponent(host)}&port=${port}`
    : `postgresql://${credentials}@${host}:${port}/${database}`;
}

/** Makes the inbox's database on a server that has none. */
export async function ensureDatabase(endpoint: Endpoint, password: string): Promise<void> {
  const client = new pg.Client({ connectionString: urlOf(endpoint, password, 'postgres') });
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [databaseName]);
    if (rowCount === 0) await client.query(`create database ${databaseName}`);
  } finally {
    await client.end();
  }
}
