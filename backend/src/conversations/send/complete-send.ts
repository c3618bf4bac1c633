import type { AccountId, ContentId } from '@inbox/domain';
import { endRow, type Claim } from '../../platform/outbox/queue';
import { change, type Change, type WorkContext } from '../../platform/db/unit-of-work';
import { earlyReportsUntil } from '../delivery/report-until';
import { alter, takeEarlyAlterations } from '../remote-edits/remote-edits';
import { applyReports, lockContent, takeEarlyReports } from '../delivery/report-delivery';
import { writeDelivery } from '../delivery/write-delivery';

/** An outbox row on its way, with the message that it carries; null when it carries none. */
export interface Sending extends Claim {
  account_id: AccountId | null;
  content_id: ContentId | null;
}

export type SendResult =
  /**
   * `externalId` is null when the channel took it without naming it; `note` is what an agent should know besides; the
   * channel was asked at `requestedAt`, or shortly after.
   */
  | { kind: 'sent'; externalId: string | null; note: string | null; requestedAt: Date }
  /** `reason` in the channel's own words. */
  | { kind: 'refused'; reason: string };

/** Ends a send with the channel's answer: the outbox row, the message and what the agents see, in one transaction. */
export async function completeSend(context: WorkContext, sending: Sending, result: SendResult): Promise<void> {
  await change(context, { merchantId: sending.merchant_id, by: null }, async (work) => {
    const externalId = result.kind === 'sent' ? result.externalId : null;
    const { account_id } = sending;
    const isNamed = externalId !== null && account_id !== null;
    const early = isNamed ? await takeEarlyReports(work, account_id, externalId) : [];
    const found = await findSending(work, sending);
    if (result.kind === 'sent' && found !== undefined) {
      early.push(...(await earlyReportsUntil(work, found.conversation_id, result.requestedAt)));
    }
    const locked = found && (await lockContent(work, found));
    const [state, words] =
      result.kind === 'sent' ? (['done', result.note] as const) : (['failed', result.reason] as const);
    const isOurs = await endRow(work.tx, sending, state, words);
    if (!isOurs || locked === undefined) return;
    const first = { status: state === 'done' ? 'sent' : 'failed', error: words } as const;
    // The channel may have told of it before its answer, in words so changed that it was taken for another one.
    const isTaken = externalId !== null && (await isOthers(work, sending, externalId));
    await applyReports(work, locked.ticket, locked.content, [first, ...early], isTaken ? null : externalId);
    if (!isNamed || isTaken) return;
    // The customer may have reacted before the channel's answer named the message.
    for (const what of await takeEarlyAlterations(work, account_id, externalId)) {
      await alter(work, await lockContent(work, locked.content), what);
    }
  });
}

/**
 * Ends a send whose answer never came. The message is marked as `otherwise` says, unless a report has proved in the meantime
 * that the channel took it. It is never sent again automatically.
 */
export async function completeCutShort(
  context: WorkContext,
  sending: Sending,
  otherwise: { status: 'not_sent' | 'unknown'; words: string },
): Promise<void> {
  await change(context, { merchantId: sending.merchant_id, by: null }, async (work) => {
    const found = await findSending(work, sending);
    const locked = found && (await lockContent(work, found));
    const isProven = locked !== undefined && locked.content.send_status === 'sent';
    const state = isProven ? 'done' : otherwise.status === 'unknown' ? 'unknown' : 'failed';
    if (!(await endRow(work.tx, sending, state, null))) return;
    if (locked === undefined || locked.content.send_status !== 'sending') return;
    const { ticket, content } = locked;
    const { delivered, read, external_id } = content;
    const after = { send_status: otherwise.status, error_message: otherwise.words };
    await writeDelivery(work, ticket, content, { ...after, delivered, read, external_id });
  });
}

async function isOthers(work: Change, { merchant_id, account_id, content_id }: Sending, externalId: string) {
  const other = await work.tx
    .selectFrom('contents')
    .select('id')
    .where('merchant_id', '=', merchant_id)
    .where('account_id', '=', account_id)
    .where('external_id', '=', externalId)
    .where('id', '<>', content_id)
    .executeTakeFirst();
  return other !== undefined;
}

async function findSending(work: Change, { merchant_id, content_id }: Sending) {
  if (content_id === null) return undefined;
  return work.tx
    .selectFrom('contents')
    .select(['id', 'ticket_id', 'conversation_id'])
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', content_id)
    .executeTakeFirstOrThrow();
}
