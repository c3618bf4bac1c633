import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { confirmMove, goBack, readMove, startEmbeddedDatabase } from '../../embedded-postgres';
import { copyDatabase } from '../../embedded-postgres/copy-database';
import { AdminError, textOf, type Command, type StandaloneContext, type Values } from '../command';

const EXTERNAL = 'DATABASE_URL names a PostgreSQL of your own: only the embedded one is moved by the inbox.';

function dataDirOf({ settings }: StandaloneContext): string {
  if (settings.databaseUrl !== undefined) throw new AdminError(EXTERNAL);
  return settings.dataDir;
}

/** Which way is asked for. @throws AdminError unless it is one of both */
function wayOf(values: Values): 'from' | 'to' {
  const [from, to] = [textOf(values, 'from'), textOf(values, 'to')];
  if (from === 'embedded' && to === undefined) return 'from';
  if (to === 'embedded' && from === undefined) return 'to';
  throw new AdminError('Say --from embedded, into the database of DATABASE_URL, or --to embedded, out of it.');
}

async function ask<Row extends pg.QueryResultRow>(url: string, question: string): Promise<Row | undefined> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(question)).rows[0];
  } finally {
    await client.end();
  }
}

/** Milliseconds in which the server notices that a connection has ended. */
const NOTICED_MS = 2_000;

/** What is written while it is copied would be left behind. */
async function refuseUsed(url: string): Promise<void> {
  const until = performance.now() + NOTICED_MS;
  for (;;) {
    const found = await ask<{ count: number }>(
      url,
      "select count(*)::int as count from pg_stat_activity where datname = current_database() and application_name = 'inbox'",
    );
    if (found?.count === 0) return;
    if (performance.now() > until) {
      throw new AdminError('An inbox, or another command, runs on one of the databases: stop it first.');
    }
    await delay(100);
  }
}

async function refuseFilled(url: string): Promise<void> {
  const tables = await ask<{ is: boolean }>(url, "select to_regclass('public.merchants') is not null as is");
  const filled = tables?.is
    ? await ask<{ is: boolean }>(url, 'select exists (select from merchants) as is')
    : undefined;
  if (filled?.is) throw new AdminError('There is data where it is to go: only an empty database is copied into.');
}

export const databaseCommands: readonly Command<StandaloneContext>[] = [
  {
    name: 'database confirm',
    summary: 'delete the older database after a move to a newer PostgreSQL',
    details: 'There is no way back after this.',
    options: {},
    async run(context) {
      const { from, to } = await confirmMove(dataDirOf(context));
      context.print(`The database of PostgreSQL ${from} is deleted; the inbox stays on ${to}.`);
    },
  },
  {
    name: 'database back',
    summary: 'put the older database back, for the release that runs it',
    details: 'Stop the inbox first. Messages that came after the move are not in the older database.',
    options: {},
    async run(context) {
      const { from, to, at, aside } = await goBack(dataDirOf(context));
      context.print(`The database of PostgreSQL ${from} is back, as it was at ${at.toISOString()}.`);
      context.print(`What came since is in ${aside}. Start the older release now: this one would move to ${to} again.`);
    },
  },
  {
    name: 'database copy',
    summary: 'copy between the embedded database and an external one',
    details:
      'Copies into an empty database, compares counts and checksums, and leaves the source as it was. Stop the inbox first. The role in DATABASE_URL must be allowed to set session_replication_role, as a superuser is.',
    options: {
      from: { value: 'embedded', about: 'copy the embedded database to DATABASE_URL', choices: ['embedded'] },
      to: { value: 'embedded', about: 'copy DATABASE_URL to the embedded database', choices: ['embedded'] },
    },
    example: '--from embedded',
    async run({ settings, print }, values) {
      const way = wayOf(values);
      const external = settings.databaseDirectUrl ?? settings.databaseUrl;
      if (external === undefined) throw new AdminError('Set DATABASE_URL to the other database.');
      const embedded = await startEmbeddedDatabase({ dataDir: settings.dataDir, log: () => undefined });
      try {
        const [source, target] = way === 'from' ? [embedded.url, external] : [external, embedded.url];
        await refuseUsed(source);
        await refuseUsed(target);
        await refuseFilled(target);
        await copyDatabase(source, target);
      } finally {
        await embedded.stop();
      }
      print(
        way === 'from'
          ? 'All of it is in the database of DATABASE_URL: start the inbox with that setting. The embedded one is as it was.'
          : 'All of it is in the embedded database: start the inbox without DATABASE_URL. That database is as it was.',
      );
    },
  },
  {
    name: 'database',
    summary: 'show whether an older database is left from a move to a newer PostgreSQL',
    options: {},
    async run(context) {
      const moved = await readMove(dataDirOf(context));
      context.print(
        moved === undefined
          ? 'No database of an older PostgreSQL is there.'
          : `Moved from PostgreSQL ${moved.from} to ${moved.to} at ${moved.at.toISOString()}; the older database is still there.`,
      );
    },
  },
];
