import dns from 'node:dns/promises';
import { userInfo } from 'node:os';
import { openStore } from '../../db/connection';
import { findOnce } from '../../directory/find-once';
import { openVault } from '../../accounts/vault';
import { migrate } from '../../db/migrate';
import type { Origin } from '../../lib/origin';
import { AdminError, commandOf, helpOf, knownCommand, runCommand, type AdminContext } from './command';
import { allCommands, commandsFor } from './command-groups';
import { erasingOf } from '../erasing';
import { BackupError } from '../backup/backup-error';
import { refuseIncomplete } from '../backup/data-files';
import { DatabaseLaunchError, startEmbeddedDatabase } from '../database';
import { openUploads } from '../open-uploads';
import { findRoot } from '../root';
import { readSettings, SettingsError } from '../settings';

/** Milliseconds that each question of 'account check' may take. */
const CHECK_MS = 10_000;

const originOf = (command: string): Origin => ({ who: `operator:${userInfo().username}`, from: { command } });

async function withContext<T>(command: string, work: (context: AdminContext) => Promise<T>): Promise<T> {
  const settings = readSettings(process.env, findRoot());
  const { cells, cellSecret: secret } = settings;
  refuseIncomplete(settings.dataDir);
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
async function main(words: readonly string[]): Promise<void> {
  if (words.length === 0 || words.includes('--help')) return console.log(helpOf(await allCommands()));
  const { commands, standalone } = await commandsFor(words[0] ?? '');
  if (commandOf(standalone, words) !== undefined) {
    const settings = readSettings(process.env, findRoot());
    return runCommand(standalone, words, { settings, env: process.env, print: (line) => console.log(line) });
  }
  // Before the database is opened, or made.
  const { name } = knownCommand(commands, words);
  await withContext(name, (context) => runCommand(commands, words, context));
}

main(process.argv.slice(2)).catch((error: unknown) => {
  const known = [AdminError, BackupError, SettingsError, DatabaseLaunchError].some((each) => error instanceof each);
  const message = error instanceof Error ? error.message : String(error);
  console.error(known ? message : `It could not be done: ${message.replace(/\n[^]*/, '')}`);
  process.exitCode = 1;
});
