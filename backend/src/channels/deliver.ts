import { accountChanger, findAccount } from '../accounts/accounts';
import { noteMailProblem } from '../accounts/mailbox-queries';
import type { Vault } from '../accounts/vault';
import type { AccountKind } from '../accounts/tables';
import type { WorkContext } from '../platform/db/unit-of-work';
import type { Uploads } from '../platform/files/uploads';
import { traced } from '../platform/tracing/tracing';
import { deliverEvent } from '../merchants/deliver-event';
import { completeSend } from '../conversations/send/complete-send';
import { outcomeOf, type ChannelAnswer, type HandOver } from '../platform/outbox/answer';
import type { Breakers } from '../platform/net/breakers';
import { MAX_ATTEMPTS } from '../platform/outbox/back-off';
import { markAsking, noteError, postponeAccount, putBack, requeue, type ClaimedRow } from '../platform/outbox/queue';
import type { AttemptLimits } from '../platform/outbox/worker';
import type { Channel, Later } from './channel';

export interface DeliveryDeps {
  context: WorkContext;
  vault: Vault;
  uploads: Uploads;
  channels: ReadonlyMap<AccountKind, Channel>;
  breakers: Breakers;
  /** Whether a merchant's automation may be on this machine or its network; no, when left out. */
  mayReachPrivate?: boolean;
  /** Told what channels answer to what is sent. */
  onAnswer?: (kind: AccountKind, answer: ChannelAnswer['kind']) => void;
}

type Deps = DeliveryDeps & AttemptLimits;

/** The row was taken by another attempt; this one must not send. */
class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';
}

/** One attempt at one row: requests it of the channel and stores the answer. Throws only when the database fails. */
export async function deliver(deps: Deps, row: ClaimedRow): Promise<void> {
  const attributes = { 'inbox.job': row.kind, 'inbox.attempt': row.attempts };
  try {
    await traced('outbox.deliver', { kind: 'consumer', parent: row.trace, attributes }, async () => attempt(deps, row));
  } catch (error) {
    if (!(error instanceof LeaseLostError)) throw error;
  }
}

async function attempt(deps: Deps, row: ClaimedRow): Promise<void> {
  const { context, vault, uploads, channels, timeoutMs, leaseMs } = deps;
  // An automation's event carries an id of its own, so it can be delivered twice and is never `asking`.
  if (row.account_id === null) {
    const provider = `automation of ${row.merchant_id}`;
    return unlessAway(deps, row, provider, async () => deliverEvent(deps, row));
  }
  const account = await findAccount(context.db, vault, row.merchant_id, row.account_id);
  const job = account && channels.get(account.kind)?.jobOf(account, row);
  if (account === undefined || job === undefined || job === 'unreadable') {
    return completeSend(context, row, { kind: 'refused', reason: 'This message cannot be read any more.' });
  }
  if (job === 'unknown') {
    return completeSend(context, row, { kind: 'refused', reason: `A ${account.kind} account cannot send this.` });
  }
  // What can be done twice without harm is never `asking`: cut short, it is simply done again.
  if (job.kind === 'repeatable') {
    const later = await job.run({ context, uploads, timeoutMs }, row);
    return later === null ? undefined : requeue(context.db, row, delayOf(deps, row, later), later.reason);
  }
  const handOver: HandOver = async () => {
    if (!(await markAsking(context.db, row, leaseMs))) throw new LeaseLostError();
  };
  const { merchant_id, id: account_id } = account;
  const attributes = { 'inbox.channel': account.kind };
  // What hangs for one shop hangs for all that use it.
  const provider = `${account.kind} ${new URL(account.out_url).host}`;
  return unlessAway(deps, row, provider, async () => {
    const answer = await traced('channel.send', { kind: 'client', attributes }, async (span) => {
      const given = await job.send({
        contentId: row.content_id,
        handOver,
        timeoutMs,
        uploads,
        changeAccount: accountChanger(context.db, vault),
        onServer: (problem) => noteMailProblem(context.db, { merchant_id, account_id }, 'out', problem),
      });
      span.set({ 'inbox.answer': given.kind });
      return given;
    });
    deps.onAnswer?.(account.kind, answer.kind);
    return answer;
  });
}

/** Sends, unless the provider is left alone for now: then the row waits, and with it what waits to leave by the same account. */
async function unlessAway(
  deps: Deps,
  row: ClaimedRow,
  provider: string,
  send: () => Promise<ChannelAnswer>,
): Promise<void> {
  const { breakers, context } = deps;
  const ms = breakers.begin(provider);
  if (ms > 0) {
    await putBack(context.db, row, ms, 'The provider has not answered several times. It is asked again in a moment.');
    const { merchant_id: merchantId, account_id: accountId } = row;
    if (accountId !== null) await postponeAccount(context.db, { merchantId, accountId }, ms);
    return;
  }
  const requestedAt = context.now();
  let answer: ChannelAnswer | undefined;
  try {
    answer = await send();
  } finally {
    breakers.end(provider, answer === undefined ? 'unclear' : outcomeOf(answer));
  }
  return complete(deps, row, answer, requestedAt);
}

async function complete(deps: Deps, row: ClaimedRow, answer: ChannelAnswer, requestedAt: Date): Promise<void> {
  const { db } = deps.context;
  switch (answer.kind) {
    case 'sent':
      return completeSend(deps.context, row, { ...answer, requestedAt });
    case 'refused':
      return completeSend(deps.context, row, answer);
    case 'unknown':
      // Stays `asking` until its lease runs out: meanwhile a report may prove that the channel took it.
      return noteError(db, row, answer.reason);
    case 'later':
      if (row.attempts >= MAX_ATTEMPTS) {
        return completeSend(deps.context, row, { kind: 'refused', reason: answer.reason });
      }
      await requeue(db, row, delayOf(deps, row, answer), answer.reason);
      if (answer.afterMs !== undefined && row.account_id !== null) {
        await postponeAccount(db, { merchantId: row.merchant_id, accountId: row.account_id }, answer.afterMs);
      }
  }
}

const delayOf = ({ backOff }: Deps, row: ClaimedRow, { afterMs = 0 }: Pick<Later, 'afterMs'>) =>
  Math.max(backOff(row.attempts), afterMs);
