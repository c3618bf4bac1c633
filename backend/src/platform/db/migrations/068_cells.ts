import { sql, type Kysely, type Migration } from 'kysely';

/**
 * A cell is one database with the processes before it, one of several behind a directory. Ids of rows begin with the cell's
 * number, so that a merchant's rows find their ids free in any other cell.
 */
const statements = [
  `CREATE TABLE cell (
    is_only      boolean PRIMARY KEY DEFAULT true CHECK (is_only),
    number       integer NOT NULL CHECK (number BETWEEN 0 AND 899),
    shares       jsonb
  )`,
  `COMMENT ON COLUMN cell.shares IS 'fingerprints of what all cells of an inbox have alike, as its processes were started with it'`,
  `INSERT INTO cell (number) VALUES (0)`,

  // No reference: what is known of a merchant who has left outlives its row here.
  `CREATE TABLE merchant_moves (
    merchant_id  bigint PRIMARY KEY,
    slug         text NOT NULL,
    stage        text NOT NULL CHECK (stage IN ('copying', 'draining', 'frozen', 'gone')),
    to_cell      integer NOT NULL,
    changed_at   timestamptz NOT NULL DEFAULT now()
  )`,

  // The last row that the other cell is sent of a merchant: with it all before it has arrived.
  `CREATE TABLE move_marks (
    merchant_id  bigint PRIMARY KEY,
    mark         uuid NOT NULL
  )`,

  // Set on every table of a merchant for the moment in which its rows change hands; a SQLSTATE of the inbox's own.
  `CREATE FUNCTION refuse_while_moving() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    RAISE EXCEPTION 'This merchant is being moved to another cell.' USING ERRCODE = 'IM001';
  END $$`,
];

export const cellsMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
