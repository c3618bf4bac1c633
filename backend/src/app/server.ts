import { listDemoAgents, type DemoAgent } from '../agents/agent-queries';
import { DEMO_PASSWORD } from '../agents/sign-in/demo-password';
import { hasMerchants } from '../merchants/merchant-queries';
import { startInbox, type Inbox } from './inbox';
import { createLogger } from './settings/logger';
import { findRoot } from './settings/root';
import { readSettings, SettingsError } from './settings/settings';

const logger = createLogger(process.env['INBOX_LOG']);
const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** As the system says it, and as PostgreSQL does. */
const DISK_FULL = new Set(['ENOSPC', 'EDQUOT', '53100']);

/** One line for what is expected to go wrong; whatever else it is, its message. */
function lineOf(error: unknown): string {
  if (error instanceof SettingsError) return error.message;
  if (!(error instanceof Error)) return 'The inbox could not be started.';
  const code = 'code' in error ? error.code : undefined;
  if (typeof code === 'string' && DISK_FULL.has(code)) return 'No space is left on the disk.';
  return error.message.split('\n')[0] ?? 'The inbox could not be started.';
}

async function main(): Promise<void> {
  const stop = new AbortController();
  endOnSignals(stop);
  const root = findRoot();
  const settings = readSettings(process.env, root);
  const { signal } = stop;
  const inbox = await startInbox({ settings, root, logger, say, signal, fail: endAtOnce }).catch((error: unknown) => {
    // Told to stop while it started: that is no failure.
    if (signal.aborted) process.exit(0);
    throw error;
  });
  const { db } = inbox.context;
  const [agents, hasMerchant] = await Promise.all([listDemoAgents(db), hasMerchants(db)]);
  stop.signal.addEventListener('abort', () => void end(inbox));
  if (stop.signal.aborted) return end(inbox);
  greet(inbox.url, agents);
  if (!hasMerchant) say('There is no shop in it yet. Add one with: pnpm admin merchant add --help');
}

function greet(url: string, agents: readonly DemoAgent[]): void {
  say(`The inbox is at ${url}`);
  if (agents.length === 0) return;
  say(`Demo agents, to sign in with one click or with the password ${DEMO_PASSWORD}:`);
  for (const { first_name, last_name, email, merchant_name } of agents) {
    say(`  ${`${first_name} ${last_name}`.padEnd(20)} ${email.padEnd(32)} ${merchant_name}`);
  }
}

/** The first signal stops in order, the second at once. */
function endOnSignals(stop: AbortController): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stop.signal.aborted) process.exit(1);
      say('Stopping …');
      stop.abort();
    });
  }
}

async function end(inbox: Inbox): Promise<void> {
  try {
    await inbox.drain();
    await inbox.close();
    process.exit(0);
  } catch (error) {
    logger.error({ err: error }, 'the inbox did not stop cleanly');
    process.exit(1);
  }
}

// Whoever read our lines may go away before us.
process.stdout.on('error', () => undefined);
process.on('unhandledRejection', (error) => logger.error({ err: error }, 'a rejection was not handled'));

/** Nothing can be brought to its end without what is missing. */
function endAtOnce(error: unknown): void {
  process.stderr.write(`${lineOf(error)}\n`);
  process.exit(1);
}

main().catch(endAtOnce);
