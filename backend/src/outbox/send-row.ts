import { fetchMedia } from '../channels/media';
import { sendEmail } from '../channels/email';
import { kindOfType, safeType } from '../channels/files';
import { sendWhatsapp, whatsappBody } from '../channels/whatsapp';
import type { ChannelAnswer, HandOver } from '../channels/answer';
import { findAccount, type Account } from '../store/accounts';
import type { Vault } from '../store/credentials';
import { markAsking, noteError, putBack, type ClaimedRow } from '../store/outbox-queue';
import type { Uploads } from '../store/uploads';
import { attachMedia } from '../work/attach-media';
import type { WorkContext } from '../work/change';
import { settleSend } from '../work/settle-send';
import { MAX_ATTEMPTS } from './back-off';
import { outboxJobSchema, type OutboxJob } from './payloads';

export interface SendDeps {
  context: WorkContext;
  vault: Vault;
  uploads: Uploads;
  /** One attempt at most; longer than it the row is ours, so that nobody else takes it meanwhile. */
  timeoutMs: number;
  leaseMs: number;
  backOff: (attempts: number) => number;
}

/** The row was taken by another attempt; this one must not send. */
class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';
}

/** One attempt at one row: asks the channel and writes down what it said. Throws only when the database fails. */
export async function sendRow(deps: SendDeps, row: ClaimedRow): Promise<void> {
  try {
    const account = await findAccount(deps.context.db, deps.vault, row.merchant_id, row.account_id);
    const job = outboxJobSchema.safeParse({ kind: row.kind, payload: row.payload });
    if (account === undefined || !job.success) {
      return await settleSend(deps.context, row, { kind: 'refused', reason: 'This message cannot be read any more.' });
    }
    if (job.data.kind === 'whatsapp.media') return await fetchRow(deps, row, account, job.data);
    await settle(deps, row, await ask(deps, row, account, job.data));
  } catch (error) {
    if (!(error instanceof LeaseLostError)) throw error;
  }
}

async function ask(
  { context, timeoutMs, leaseMs }: SendDeps,
  row: ClaimedRow,
  account: Account,
  job: Exclude<OutboxJob, { kind: 'whatsapp.media' }>,
): Promise<ChannelAnswer> {
  const handOver: HandOver = async () => {
    if (!(await markAsking(context.db, row, leaseMs))) throw new LeaseLostError();
  };
  if (job.kind === 'whatsapp.text' && account.kind === 'whatsapp') {
    return sendWhatsapp(account, whatsappBody(job.payload, row.content_id), { handOver, timeoutMs });
  }
  if (job.kind === 'email.reply' && account.kind === 'email') {
    return sendEmail(account, job.payload, { handOver, timeoutMs });
  }
  return { kind: 'refused', reason: `A ${account.kind} account cannot send this.` };
}

async function settle(deps: SendDeps, row: ClaimedRow, answer: ChannelAnswer): Promise<void> {
  const { db } = deps.context;
  switch (answer.kind) {
    case 'sent':
    case 'refused':
      return settleSend(deps.context, row, answer);
    case 'unknown':
      // Stays `asking` until its lease runs out: meanwhile a report may prove that the channel took it.
      return noteError(db, row, answer.reason);
    case 'later':
      if (row.attempts >= MAX_ATTEMPTS) {
        return settleSend(deps.context, row, { kind: 'refused', reason: answer.reason });
      }
      return putBack(db, row, Math.max(deps.backOff(row.attempts), answer.afterMs ?? 0), answer.reason);
  }
}

/** Fetching can be repeated without harm, so a row that fetches is never `asking`. */
async function fetchRow(
  deps: SendDeps,
  row: ClaimedRow,
  account: Account,
  { payload }: Extract<OutboxJob, { kind: 'whatsapp.media' }>,
): Promise<void> {
  if (account.kind !== 'whatsapp') return settle(deps, row, { kind: 'refused', reason: 'No WhatsApp account.' });
  const fetched = await fetchMedia(account, payload.media_id, deps);
  if (fetched.kind !== 'stored') return settle(deps, row, fetched);
  const { storage_key, size, head } = fetched.upload;
  const content_type = safeType(payload.content_type || (fetched.declared ?? ''), head);
  const media = { attachmentId: payload.attachment_id, storage_key, size, content_type };
  const isAttached = await attachMedia(deps.context, row, { ...media, kind: kindFor(payload.kind, content_type) });
  if (!isAttached) await deps.uploads.remove(storage_key);
}

/** A picture that is none is a document; sound stays the voice message that it was sent as. */
function kindFor(sent: Extract<OutboxJob, { kind: 'whatsapp.media' }>['payload']['kind'], type: string) {
  const kind = kindOfType(type);
  return kind === 'audio' && sent === 'voice' ? 'voice' : sent === 'document' ? 'document' : kind;
}
