import { confirmMove, goBack, readMove } from '../database';
import { AdminError, type Command, type StandaloneContext } from './command';

const EXTERNAL = 'DATABASE_URL names a PostgreSQL of your own: only the embedded one is moved by the inbox.';

function dataDirOf({ settings }: StandaloneContext): string {
  if (settings.databaseUrl !== undefined) throw new AdminError(EXTERNAL);
  return settings.dataDir;
}

export const databaseCommands: readonly Command<StandaloneContext>[] = [
  {
    name: 'database confirm',
    usage: '',
    what: 'Deletes the database of the older PostgreSQL that a new release has moved the data from. There is no way back then.',
    options: {},
    words: 0,
    async run(context) {
      const { from, to } = await confirmMove(dataDirOf(context));
      context.print(`The database of PostgreSQL ${from} is deleted; the inbox stays on ${to}.`);
    },
  },
  {
    name: 'database back',
    usage: '',
    what: 'Puts the database of the older PostgreSQL back, for the release that runs it. The inbox must be stopped. What came since the move is not in it.',
    options: {},
    words: 0,
    async run(context) {
      const { from, to, at, aside } = await goBack(dataDirOf(context));
      context.print(`The database of PostgreSQL ${from} is back, as it was at ${at.toISOString()}.`);
      context.print(`What came since is in ${aside}. Start the older release now: this one would move to ${to} again.`);
    },
  },
  {
    name: 'database',
    usage: '',
    what: 'Whether the data was moved to a newer PostgreSQL, and the older database is still there.',
    options: {},
    words: 0,
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
