/**
 * A process to be killed: it stores replies as agents' calls do, and sends them, until it dies. Told by its parent over
 * IPC what to reply; says 'stored' after each commit.
 */
import type { SignedIn } from '../agents/sessions/session';
import type { ReplyRequest } from '@inbox/api/wire';
import { openStore } from '../platform/db/connection';
import { openVault } from '../accounts/vault';
import { createUploads } from '../platform/files/uploads';
import { reply } from '../conversations/send/reply';
import { startChannelOutbox, withChannels } from '../app/channels';

const [url = '', dataDir = ''] = process.argv.slice(2);
const store = openStore({ url, log: () => undefined, max: 6 });
const outbox = { wake: (): void => undefined };
const context = withChannels({
  db: store.db,
  live: { committed: () => undefined, signal: () => undefined },
  outboxWoken: () => outbox.wake(),
  now: () => new Date(),
});

async function run(): Promise<void> {
  const vault = await openVault(dataDir);
  const started = startChannelOutbox({
    context,
    vault,
    uploads: createUploads(dataDir),
    log: () => undefined,
    backOff: () => 10,
    timeoutMs: 400,
    leaseMs: 500,
  });
  outbox.wake = started.wake;
  process.on('message', (told: { who: SignedIn; request: ReplyRequest }) => void storeReply(told));
  process.send?.('ready');
}

async function storeReply({ who, request }: { who: SignedIn; request: ReplyRequest }): Promise<void> {
  await reply(context, who, request);
  process.send?.({ stored: request.temp_id });
}

void run();
