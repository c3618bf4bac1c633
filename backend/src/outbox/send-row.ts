import type { ChannelAnswer, HandOver } from '../channels/answer';
import { replyToComment } from '../channels/comments';
import { sendEmail } from '../channels/email';
import { sendMetaFile, sendMetaText } from '../channels/meta';
import { sendWhatsapp, sendWhatsappFile, whatsappBody } from '../channels/whatsapp';
import { findAccount, type Account } from '../store/accounts';
import type { Vault } from '../store/credentials';
import { markAsking, noteError, putBack, type ClaimedRow } from '../store/outbox-queue';
import type { Uploads } from '../store/uploads';
import type { WorkContext } from '../work/change';
import { settleSend } from '../work/settle-send';
import { askAutomation } from './automation-row';
import { MAX_ATTEMPTS } from './back-off';
import { outboxJobSchema, type OutboxJob } from './payloads';
import { runRepeatable, type RepeatableJob } from './repeatable';

export interface SendDeps {
  context: WorkContext;
  vault: Vault;
  uploads: Uploads;
  /** One attempt at most; longer than it the row is ours, so that nobody else takes it meanwhile. */
  timeoutMs: number;
  leaseMs: number;
  backOff: (attempts: number) => number;
  /** Whether a merchant's automation may be on this machine or its network; no, when left out. */
  mayReachPrivate?: boolean;
}

/** The row was taken by another attempt; this one must not send. */
class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';
}

/** One attempt at one row: asks the channel and writes down what it said. Throws only when the database fails. */
export async function sendRow(deps: SendDeps, row: ClaimedRow): Promise<void> {
  try {
    // What is told to an automation carries an id of its own, so it can be told twice and is never `asking`.
    if (row.account_id === null) return await settle(deps, row, await askAutomation(deps, row), deps.context.now());
    const account = await findAccount(deps.context.db, deps.vault, row.merchant_id, row.account_id);
    const job = outboxJobSchema.safeParse({ kind: row.kind, payload: row.payload });
    if (account === undefined || !job.success) {
      return await settleSend(deps.context, row, { kind: 'refused', reason: 'This message cannot be read any more.' });
    }
    if (isRepeatable(job.data)) {
      const later = await runRepeatable(deps, row, account, job.data);
      return later === null ? undefined : await putBack(deps.context.db, row, delayOf(deps, row, later), later.reason);
    }
    const askedAt = deps.context.now();
    await settle(deps, row, await ask(deps, row, account, job.data), askedAt);
  } catch (error) {
    if (!(error instanceof LeaseLostError)) throw error;
  }
}

/** What can be done twice without harm is never `asking`: cut short, it is simply done again. */
function isRepeatable(job: OutboxJob): job is RepeatableJob {
  switch (job.kind) {
    case 'whatsapp.media':
    case 'meta.media':
    case 'meta.profile':
    case 'meta.post':
    case 'comment.hide':
    case 'comment.delete':
      return true;
    default:
      return false;
  }
}

async function ask(
  { context, uploads, timeoutMs, leaseMs }: SendDeps,
  row: ClaimedRow,
  account: Account,
  job: Exclude<OutboxJob, RepeatableJob>,
): Promise<ChannelAnswer> {
  const handOver: HandOver = async () => {
    if (!(await markAsking(context.db, row, leaseMs))) throw new LeaseLostError();
  };
  const options = { handOver, timeoutMs, uploads };
  const id = row.content_id;
  if (account.kind === 'email') {
    if (job.kind === 'email.reply') return sendEmail(account, job.payload, options);
  } else if (account.kind === 'whatsapp') {
    if (job.kind === 'whatsapp.text') return sendWhatsapp(account, whatsappBody(job.payload, id), options);
    if (job.kind === 'whatsapp.file') return sendWhatsappFile(account, job.payload, id, options);
  } else if (account.kind === 'instagram' || account.kind === 'messenger') {
    if (job.kind === 'meta.text') return sendMetaText(account, job.payload, id, options);
    if (job.kind === 'meta.file') return sendMetaFile(account, job.payload, id, options);
    if (job.kind === 'comment.reply') return replyToComment(account, job.payload, options);
  }
  return { kind: 'refused', reason: `A ${account.kind} account cannot send this.` };
}

async function settle(deps: SendDeps, row: ClaimedRow, answer: ChannelAnswer, askedAt: Date): Promise<void> {
  const { db } = deps.context;
  switch (answer.kind) {
    case 'sent':
      return settleSend(deps.context, row, { ...answer, askedAt });
    case 'refused':
      return settleSend(deps.context, row, answer);
    case 'unknown':
      // Stays `asking` until its lease runs out: meanwhile a report may prove that the channel took it.
      return noteError(db, row, answer.reason);
    case 'later':
      if (row.attempts >= MAX_ATTEMPTS) {
        return settleSend(deps.context, row, { kind: 'refused', reason: answer.reason });
      }
      return putBack(db, row, delayOf(deps, row, answer), answer.reason);
  }
}

const delayOf = (deps: SendDeps, row: ClaimedRow, { afterMs = 0 }: { afterMs?: number }) =>
  Math.max(deps.backOff(row.attempts), afterMs);
