import pg from 'pg';

/** A connection to the database of one cell, as a superuser. */
export interface CellSession {
  url: string;
  client: pg.Client;
  /** Which cell it is. */
  cell: number;
  /** Process id of the server's side of the connection. */
  pid: number;
}

/** What the operator is told in one line. */
export class MoveError extends Error {
  override readonly name = 'MoveError';
}

/** Values are written alike on both sides. Rows come and go as they are: no trigger runs but those that guard a move. */
const SESSION =
  "set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set bytea_output = 'hex'";

/** @throws MoveError when the database cannot be reached, is no cell's, or its role may not do what a move needs */
export async function openCellSession(url: string, which: string): Promise<CellSession> {
  const client = new pg.Client({ connectionString: url, application_name: 'inbox move' });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query(SESSION);
    const { rows: roles } = await client.query<{ is: boolean }>(
      'select rolsuper as is from pg_roles where rolname = current_user',
    );
    if (roles[0]?.is !== true) throw new MoveError(`The role of ${which} is no superuser of its database.`);
    const { rows } = await client.query<{ number: number | null; pid: number }>(
      'select (select number from cell), pg_backend_pid() as pid',
    );
    return { url, client, cell: rows[0]?.number ?? 0, pid: rows[0]?.pid ?? 0 };
  } catch (error) {
    await client.end().catch(() => undefined);
    if (error instanceof MoveError) throw error;
    throw new MoveError(`${which} cannot be reached: ${error instanceof Error ? error.message : 'unknown'}`);
  }
}

/** Does one thing as a replica does: rows are as they came, and neither triggers nor references are asked. */
export async function asReplica<T>({ client }: CellSession, work: () => Promise<T>): Promise<T> {
  await client.query("set session_replication_role = 'replica'");
  try {
    return await work();
  } finally {
    await client.query("set session_replication_role = 'origin'").catch(() => undefined);
  }
}
