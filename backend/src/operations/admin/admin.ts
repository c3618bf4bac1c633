import dns from 'node:dns/promises';
import { userInfo } from 'node:os';
import { openStore } from '../../platform/db/connection';
import { findOnce } from '../../directory/find-once';
import { openVault } from '../../accounts/vault';
import { migrate } from '../../platform/db/migrate';
import type { Origin } from '../../platform/origin';
import { AdminError, type AdminContext } from './command';
import { commandsFor, GROUPS, normalLine } from './command-groups';
import { addCommands, programOf, runLine, wrapLines } from './program';
import { erasingOf } from '../backup/erasing';
import { BackupError } from '../database-copy/backup-error';
import { refuseIncomplete } from '../backup/data-files';
import { DatabaseLaunchError, startEmbeddedDatabase } from '../embedded-postgres';
import { openUploads } from '../../app/open-uploads';
import { findRoot } from '../../app/settings/root';
import { readSettings, SettingsError, type Settings } from '../../app/settings/settings';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Milliseconds that each question of 'account check' may take. */
const CHECK_MS = 10_000;

/** The bundled page, unless the main site is elsewhere. */
function signInUrlOf({ mainSiteUrl, publicUrl, port }: Settings): string {
  return `${mainSiteUrl ?? `${publicUrl ?? `http://localhost:${port}`}/main-site`}/login`;
}

const originOf = (command: string): Origin => ({ who: `operator:${userInfo().username}`, from: { command } });

async function withContext<T>(command: string, work: (context: AdminContext) => Promise<T>): Promise<T> {
  const settings = readSettings(process.env, findRoot());
  const { cells, cellSecret: secret } = settings;
  refuseIncomplete(settings.dataDir);
  requireInbox(settings, command);
  const database =
    settings.databaseUrl === undefined
      ? await startEmbeddedDatabase({ dataDir: settings.dataDir, log: (line) => process.stderr.write(`${line}\n`) })
      : null;
  try {
    const store = openStore({
      // Past a pooler: its connections have a name for the audit, which the next who got one would have too.
      url: settings.databaseDirectUrl ?? settings.databaseUrl ?? database?.url ?? '',
      log: () => undefined,
      // Erasing holds one while it works with others.
      max: 4,
      origin: originOf(command),
    });
    try {
      await migrate(store.db);
      const vault = await openVault(settings.dataDir);
      const check = {
        inboxUrl: `http://localhost:${settings.port}`,
        smtp: { host: 'localhost', port: settings.smtpPort },
        dns,
        timeoutMs: CHECK_MS,
      };
      const { uploads } = await openUploads(settings, () => undefined);
      const nobody = { committed: () => undefined, signal: () => undefined };
      const context = { db: store.db, live: nobody, outboxWoken: () => undefined, now: () => new Date() };
      return await work({
        db: store.db,
        vault,
        uploads,
        erasing: erasingOf(context, uploads, settings),
        keys: { dataDir: settings.dataDir, vault, tokensBySetting: settings.jwtSecrets !== undefined },
        input: process.stdin,
        print: (line) => console.log(line),
        check,
        signInUrl: signInUrlOf(settings),
        mayReachPrivate: settings.automationMayReachPrivate,
        ...(cells !== undefined &&
          secret !== undefined && { cellOf: (about, value) => findOnce({ cells, secret }, about, value) }),
      });
    } finally {
      await store.close();
    }
  } finally {
    await database?.stop();
  }
}

/** The operator's tool: pnpm admin NOUN VERB … It works beside a running inbox and alone. */
async function main(given: readonly string[]): Promise<void> {
  const words = normalLine(given);
  const print = (line: string): void => console.log(line);
  const { commands, standalone } = await commandsFor(words[0]);
  const program = programOf(GROUPS);
  // The database is opened, or made, only for a line that can be followed.
  addCommands(program, commands, words, (command, values, argument) =>
    withContext(command.name, (context) => command.run(context, values, argument)),
  );
  addCommands(program, standalone, words, (command, values, argument) =>
    command.run({ settings: readSettings(process.env, findRoot()), env: process.env, print }, values, argument),
  );
  await runLine(program, words, print);
}

main(process.argv.slice(2)).catch((error: unknown) => {
  const known = [AdminError, BackupError, SettingsError, DatabaseLaunchError].some((each) => error instanceof each);
  const message = error instanceof Error ? error.message : String(error);
  console.error(wrapLines(known ? message : `It could not be done: ${message.replace(/\n[^]*/, '')}`));
  process.exitCode = 1;
});

/**
 * Refuses a command where no inbox is: a misspelt folder would get a database of its own. `merchant add` may be the first command of
 * a new inbox.
 * @throws AdminError that names the folder
 */
export function requireInbox(
  { dataDir, databaseUrl }: Pick<Settings, 'dataDir' | 'databaseUrl'>,
  command: string,
): void {
  if (databaseUrl !== undefined || command === 'merchant add' || existsSync(join(dataDir, 'database'))) return;
  throw new AdminError(
    `There is no inbox in ${dataDir}. Start it with npm start, or set INBOX_DATA_DIR to its folder.`,
  );
}
