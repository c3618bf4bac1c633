import * as z from 'zod/mini';

/**
 * What is in an archive, in this order (docs/operators/backup.md describes it for operators):
 * about.json, settings/…, data/…, database/TABLE/NUMBER, uploads/KEY, manifest.json
 */
export const ABOUT = 'about.json';
export const MANIFEST = 'manifest.json';
export const SETTINGS = 'settings/';
export const DATA = 'data/';
export const DATABASE = 'database/';
export const UPLOADS = 'uploads/';

/** Of this layout. A reader refuses any other. */
export const FORMAT = 1;

const Table = z.object({ name: z.string(), columns: z.array(z.string()) });
const Sequence = z.object({ name: z.string(), last: z.string(), isCalled: z.boolean() });

const DatabaseShape = z.object({
  /** As `show server_version` says. */
  postgres: z.string(),
  /** The names of the migrations that have run, in order. */
  migrations: z.array(z.string()),
  tables: z.array(Table),
  sequences: z.array(Sequence),
});

/** First in the archive: what a reader must know before the rest. */
export const About = z.object({
  format: z.literal(FORMAT, `The archive's layout is not one that this release reads.`),
  made_at: z.iso.datetime(),
  /** Null: an external PostgreSQL has a backup of its own. */
  database: z.nullable(DatabaseShape),
});

const Sum = z.object({ files: z.number(), bytes: z.number(), sha256: z.string() });

/** Last in the archive: what a restored copy is compared with. */
export const Manifest = z.object({
  tables: z.array(z.object({ name: z.string(), rows: z.number(), checksum: z.string() })),
  /** Files that rows name. */
  uploads: Sum,
  /** Rows whose file was gone already when the backup was made. */
  missing: z.number(),
  /** Keys, published panels and whatever else is in the data folder. */
  data: Sum,
});

export type About = z.infer<typeof About>;
export type DatabaseShape = z.infer<typeof DatabaseShape>;
export type Manifest = z.infer<typeof Manifest>;
export type Sum = z.infer<typeof Sum>;
