import type { ImapFlow } from 'imapflow';
import { accountChanger } from '../../../accounts/accounts';
import { emailAccounts, refreshTokenReplacer, type EmailAccount } from '../account/account';
import { noteMailProblem, type MailboxKey } from '../../../accounts/mailbox-queries';
import type { Vault } from '../../../accounts/vault';
import { isTransient } from '../../../platform/db/transient-error';
import { wordsOf } from '../../../platform/errors/errors';
import { backOffMs } from '../../../platform/outbox/back-off';
import { messages } from '../messages';
import { connectImap, mailboxError, MailboxError } from './connect';
import { findSentFolder } from './try-mailbox';
import { LeaseLostError, readFolder, type ReadingDeps } from './read-folder';

export interface WatchDeps extends Omit<ReadingDeps, 'signal'> {
  vault: Vault;
  /** Milliseconds after which the folder of sent mails is looked at, and the inbox also when nothing was notified. */
  pollMs: number;
  timeoutMs: number;
  /** Milliseconds to wait after the nth failure. */
  backOff?: (failures: number) => number;
}

/** A server that is away for a moment is no problem yet. */
const PATIENCE = 3;
const LONGEST_MS = 300_000;

export interface Watch {
  /** It has ended by itself: another node has the mailbox. */
  readonly isOver: boolean;
  /** Ends after the mail under way. */
  stop(): Promise<void>;
}

/** Reads a mailbox for as long as it is told to: connects again whenever the connection breaks, each time later. */
export function watchMailbox(deps: WatchDeps, key: MailboxKey & { holder: string }): Watch {
  const ended = new AbortController();
  const { signal } = ended;
  let isOver = false;
  const running = run({ ...deps, signal }, key).finally(() => (isOver = true));
  return {
    get isOver() {
      return isOver;
    },
    async stop() {
      ended.abort(new Error('The mailbox is not read any more.'));
      await running;
    },
  };
}

type Deps = WatchDeps & ReadingDeps;

async function run(deps: Deps, key: MailboxKey & { holder: string }): Promise<void> {
  const { signal, log, backOff = backOffMs } = deps;
  let failures = 0;
  let told: string | null | undefined;
  const note = async (problem: string | null): Promise<void> => {
    if (told === problem) return;
    if (problem !== null) log(`Mail of account ${key.account_id} does not come in: ${problem}`);
    await noteMailProblem(deps.context.db, key, 'in', problem);
    told = problem;
  };
  while (!signal.aborted) {
    try {
      await connectAndRead(deps, key, async () => {
        failures = 0;
        await note(null);
      });
    } catch (error) {
      if (signal.aborted || error instanceof LeaseLostError) return;
      failures += 1;
      const isDue = failures >= PATIENCE || (error instanceof MailboxError && error.isLasting);
      // The database may be what is gone: then this, too, is said later.
      if (isDue) await note(wordsOf(error)).catch(() => undefined);
      await pause(Math.min(backOff(failures), LONGEST_MS), signal);
    }
  }
}

/** @throws MailboxError, or LeaseLostError; ends when it is told to */
async function connectAndRead(
  deps: Deps,
  key: MailboxKey & { holder: string },
  onWorking: () => Promise<void>,
): Promise<void> {
  const { context, vault, timeoutMs, signal } = deps;
  const account = await emailAccounts.find(context.db, vault, key.merchant_id, key.account_id);
  if (account === undefined) throw new MailboxError(messages.mailbox.noAccount, true);
  const client = await connectImap(account, {
    timeoutMs,
    replaceRefreshToken: refreshTokenReplacer(accountChanger(context.db, vault)),
  });
  const close = (): void => client.close();
  signal.addEventListener('abort', close);
  try {
    await readOn(deps, client, account, key, onWorking);
  } catch (error) {
    if (error instanceof LeaseLostError || signal.aborted) throw error;
    if (isTransient(error) && client.usable)
      throw new MailboxError(messages.mailbox.notStored, false, { cause: error });
    throw mailboxError(account, error);
  } finally {
    signal.removeEventListener('abort', close);
    await leave(client);
  }
}

async function readOn(
  deps: Deps,
  client: ImapFlow,
  account: EmailAccount,
  key: MailboxKey & { holder: string },
  onWorking: () => Promise<void>,
): Promise<void> {
  const bell = listen(client);
  const sent = await findSentFolder(client, account);
  let sentState = '';
  while (!deps.signal.aborted) {
    bell.clear();
    await readFolder(deps, client, { account, key, folder: 'INBOX', role: 'inbox' });
    // After the inbox: what was answered is here before its answer.
    if (sent !== null) {
      const state = await stateOf(client, sent);
      if (state !== sentState) {
        await readFolder(deps, client, { account, key, folder: sent, role: 'sent' });
        sentState = state;
        await readFolder(deps, client, { account, key, folder: 'INBOX', role: 'inbox' });
      }
    }
    await onWorking();
    if (!bell.hasRung()) await idle(client, bell, deps.pollMs);
  }
}

async function stateOf(client: ImapFlow, folder: string): Promise<string> {
  const state = await client.status(folder, { uidNext: true, uidValidity: true });
  if (!state) throw new MailboxError(messages.mailbox.noFolder(folder), true);
  return `${String(state.uidValidity)}:${state.uidNext ?? ''}`;
}

interface Bell {
  clear(): void;
  hasRung(): boolean;
  /** Resolves when something has come, rejects when the connection is gone. */
  next(): Promise<void>;
}

function listen(client: ImapFlow): Bell {
  let hasRung = false;
  let ring = (): void => undefined;
  let fail = (_error: Error): void => undefined;
  client.on('exists', () => {
    hasRung = true;
    ring();
  });
  client.on('close', () => fail(new Error('The server closed the connection.')));
  return {
    clear: () => (hasRung = false),
    hasRung: () => hasRung,
    next: () =>
      new Promise<void>((resolve, reject) => {
        if (!client.usable) reject(new Error('The server closed the connection.'));
        if (hasRung) resolve();
        ring = resolve;
        fail = reject;
      }),
  };
}

/** Waits for the server's word (RFC 2177), or for the time to look again; the next command ends the IDLE. */
async function idle(client: ImapFlow, bell: Bell, pollMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const time = new Promise<void>((resolve) => (timer = setTimeout(resolve, pollMs)));
  const rung = bell.next();
  // What ends the connection is told by the bell.
  client.idle().catch(() => undefined);
  try {
    await Promise.race([rung, time]);
  } finally {
    clearTimeout(timer);
    rung.catch(() => undefined);
  }
}

async function leave(client: ImapFlow): Promise<void> {
  if (client.usable) await client.logout().catch(() => undefined);
  client.close();
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    if (signal.aborted) return resolve();
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    return signal.addEventListener('abort', end);
  });
}
