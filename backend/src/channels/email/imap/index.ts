import { randomUUID } from 'node:crypto';
import { leaseMailbox, listReadMailboxes, releaseMailbox, type MailboxKey } from '../../../accounts/mailbox-queries';
import { wordsOf } from '../../../platform/errors/errors';
import { watchMailbox, type Watch, type WatchDeps } from './watch-mailbox';

export interface MailboxesOptions extends Omit<WatchDeps, 'pollMs' | 'timeoutMs'> {
  pollMs?: number;
  timeoutMs?: number;
  /** Milliseconds after which it is looked for mailboxes to read; a lease lasts six times as long. */
  everyMs?: number;
}

export interface Mailboxes {
  /** Ends after the mails under way, and gives the mailboxes to other nodes. */
  stop(): Promise<void>;
}

const EVERY_MS = 5_000;
const POLL_MS = 30_000;
const TIMEOUT_MS = 20_000;
const LEASE_ROUNDS = 6;

/**
 * Reads all mailboxes that have an IMAP server, each on one node at a time: what is added, changed or switched off is
 * noticed within `everyMs`.
 */
export function startMailboxes(options: MailboxesOptions): Mailboxes {
  const { context, log, everyMs = EVERY_MS, pollMs = POLL_MS, timeoutMs = TIMEOUT_MS } = options;
  const { db } = context;
  const holder = randomUUID();
  const deps = { ...options, pollMs, timeoutMs };
  const watches = new Map<number, { key: MailboxKey; version: string; watch: Watch }>();
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let looking = Promise.resolve();

  async function end(id: number): Promise<void> {
    const running = watches.get(id);
    watches.delete(id);
    await running?.watch.stop();
  }

  async function look(): Promise<void> {
    const wanted = await listReadMailboxes(db);
    const versions = new Map<number, string>(wanted.map(({ account_id, version }) => [account_id, version]));
    for (const [id, { key, version, watch }] of watches) {
      if (versions.get(id) === version && !watch.isOver) continue;
      await end(id);
      if (!versions.has(id)) await releaseMailbox(db, key, holder);
    }
    for (const { version, ...key } of wanted) {
      if (isStopped) return;
      const isOurs = await leaseMailbox(db, key, holder, LEASE_ROUNDS * everyMs);
      if (!isOurs) await end(key.account_id);
      else if (!watches.has(key.account_id)) {
        const watch = watchMailbox(deps, { ...key, holder });
        watches.set(key.account_id, { key, version, watch });
      }
    }
  }

  function again(): void {
    looking = look()
      .catch((error: unknown) => log(`The mailboxes could not be looked up: ${wordsOf(error)}`))
      .then(() => {
        if (!isStopped) timer = setTimeout(again, everyMs);
      });
  }

  again();
  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await looking;
      const running = [...watches.values()];
      await Promise.all(
        running.map(async ({ key, watch }) => {
          await watch.stop();
          await releaseMailbox(db, key, holder).catch(() => undefined);
        }),
      );
    },
  };
}
