import { openStore } from '../store/connection';
import { openVault } from '../store/credentials';
import { migrate } from '../store/migrate';
import { accountCommands } from './admin/account';
import { agentCommands } from './admin/agent';
import { AdminError, helpOf, runCommand, type AdminContext, type Command } from './admin/command';
import { keptCommands } from './admin/kept';
import { merchantCommands } from './admin/merchant';
import { outboxCommands } from './admin/outbox';
import { DatabaseLaunchError, startEmbeddedDatabase } from './database';
import { findRoot } from './root';
import { readSettings, SettingsError } from './settings';

/** The operator's tool: pnpm admin NOUN VERB … It works beside a running inbox and alone. */
const commands: readonly Command[] = [
  ...merchantCommands,
  ...agentCommands,
  ...accountCommands,
  ...keptCommands,
  ...outboxCommands,
];

async function withContext<T>(work: (context: AdminContext) => Promise<T>): Promise<T> {
  const settings = readSettings(process.env, findRoot());
  const database =
    settings.databaseUrl === undefined
      ? await startEmbeddedDatabase({ dataDir: settings.dataDir, log: (line) => process.stderr.write(`${line}\n`) })
      : null;
  try {
    const store = openStore({ url: settings.databaseUrl ?? database?.url ?? '', log: () => undefined, max: 2 });
    try {
      await migrate(store.db);
      const vault = await openVault(settings.dataDir);
      return await work({ db: store.db, vault, input: process.stdin, print: (line) => console.log(line) });
    } finally {
      await store.close();
    }
  } finally {
    await database?.stop();
  }
}

async function main(words: readonly string[]): Promise<void> {
  if (words.length === 0 || words.includes('--help')) return console.log(helpOf(commands));
  await withContext((context) => runCommand(commands, words, context));
}

main(process.argv.slice(2)).catch((error: unknown) => {
  const known = error instanceof AdminError || error instanceof SettingsError || error instanceof DatabaseLaunchError;
  const message = error instanceof Error ? error.message : String(error);
  console.error(known ? message : `It could not be done: ${message.replace(/\n[^]*/, '')}`);
  process.exitCode = 1;
});
