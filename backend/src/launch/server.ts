import pino from 'pino';
import { listDemoAgents, type DemoAgent } from '../store/agents';
import { startInbox, type Inbox } from './inbox';
import { findRoot } from './root';
import { DEMO_PASSWORD } from './seed/setting-up';
import { readSettings, SettingsError } from './settings';

/** In a terminal only what needs somebody; JSON lines of everything for whoever collects them. */
const logger = pino({ level: process.stdout.isTTY ? 'warn' : 'info' });
const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** One line for what is expected to go wrong; whatever else it is, its message. */
function lineOf(error: unknown): string {
  if (error instanceof SettingsError) return error.message;
  if (!(error instanceof Error)) return 'The inbox could not be started.';
  const code = 'code' in error ? error.code : undefined;
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'No space is left on the disk.';
  return error.message.split('\n')[0] ?? 'The inbox could not be started.';
}

async function main(): Promise<void> {
  const root = findRoot();
  const inbox = await startInbox({ settings: readSettings(process.env, root), root, logger, say });
  const agents = await listDemoAgents(inbox.context.db);
  endOnSignals(inbox);
  greet(inbox.url, agents);
}

function greet(url: string, agents: readonly DemoAgent[]): void {
  say(`The inbox is at ${url}`);
  if (agents.length === 0) return;
  say(`Demo agents, to sign in with one click or with the password ${DEMO_PASSWORD}:`);
  for (const { first_name, last_name, email, merchant_name } of agents) {
    say(`  ${`${first_name} ${last_name}`.padEnd(20)} ${email.padEnd(32)} ${merchant_name}`);
  }
}

function endOnSignals(inbox: Inbox): void {
  let ending = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (ending) process.exit(1);
      ending = true;
      say('Stopping …');
      inbox.close().then(
        () => process.exit(0),
        (error: unknown) => {
          logger.error({ err: error }, 'the inbox did not stop cleanly');
          process.exit(1);
        },
      );
    });
  }
}

process.on('unhandledRejection', (error) => logger.error({ err: error }, 'a rejection was not handled'));

main().catch((error: unknown) => {
  process.stderr.write(`${lineOf(error)}\n`);
  process.exit(1);
});
