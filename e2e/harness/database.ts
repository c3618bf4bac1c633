import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';

/** Works on the database of a running inbox: for what would take too long to happen by itself, such as years of messages. */
export async function withDatabase<T>(dataDir: string, work: (db: pg.Client) => Promise<T>): Promise<T> {
  const cluster = join(dataDir, 'database', 'cluster');
  const [password, pid] = await Promise.all(
    ['inbox.password', 'postmaster.pid'].map((file) => readFile(join(cluster, file), 'utf8')),
  );
  // PostgreSQL's own file; its fourth line is the port, its sixth the address, empty where it listens on a socket only.
  const lines = pid!.split('\n').map((line) => line.trim());
  const db = new pg.Client({
    user: 'inbox',
    database: 'inbox',
    password: password!.trim(),
    port: Number(lines[3]),
    host: lines[5] || cluster,
  });
  await db.connect();
  try {
    return await work(db);
  } finally {
    await db.end();
  }
}
