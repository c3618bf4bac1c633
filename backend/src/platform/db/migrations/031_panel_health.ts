import { sql, type Kysely, type Migration } from 'kysely';

const statements = [
  `CREATE TABLE panel_health (
    panel    text NOT NULL,
    version  text NOT NULL,
    since    integer NOT NULL,
    hour     timestamptz NOT NULL,
    kind     text NOT NULL,
    count    bigint NOT NULL CHECK (count >= 0),
    sum      double precision NOT NULL DEFAULT 0,
    buckets  integer[] NOT NULL DEFAULT '{}',
    agents   integer NOT NULL DEFAULT 0,
    PRIMARY KEY (panel, version, since, hour, kind)
  )`,
  `COMMENT ON TABLE panel_health IS 'what pages of all merchants report of the panels that they load: counts alone, of nobody'`,
  `COMMENT ON COLUMN panel_health.since IS 'the revision of the registry from which on the version is given out without a break'`,
  `COMMENT ON COLUMN panel_health.buckets IS 'of a measure: its histogram, by the bounds of the domain'`,
  `COMMENT ON COLUMN panel_health.agents IS 'of a failure: how many different agents met it in this hour'`,
  `CREATE INDEX panel_health_hour ON panel_health (hour)`,
];

export const panelHealthMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
