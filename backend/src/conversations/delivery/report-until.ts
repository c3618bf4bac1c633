import type { AccountId, ConversationId, MerchantId } from '@inbox/domain';
import { sql } from 'kysely';
import { change, type Change, type WorkContext } from '../../platform/db/unit-of-work';
import { applyReports, lockContent, type Report } from './report-delivery';

/** As many messages as one report is applied to, newest first: what is older was reported before. */
const AT_ONCE = 100;

interface ReportedUntil {
  merchantId: MerchantId;
  accountId: AccountId;
  contact: string;
  status: 'delivered' | 'read';
  until: Date;
}

const COLUMNS = { delivered: 'delivered_until', read: 'read_until' } as const;

/**
 * All that was sent to this customer up to a moment has been delivered, or read. The moment is kept: a message of before it
 * may become known later (`earlyReportsUntil`). Moments never go back. Without a conversation there is nothing to report on.
 */
export async function reportUntil(context: WorkContext, reported: ReportedUntil): Promise<void> {
  await change(context, { merchantId: reported.merchantId, by: null }, async (work) => {
    const { tx } = work;
    const conversation = await tx
      .selectFrom('conversations')
      .select('id')
      .where('merchant_id', '=', reported.merchantId)
      .where('account_id', '=', reported.accountId)
      .where('contact', '=', reported.contact)
      .where('thread_key', '=', '')
      .executeTakeFirst();
    if (conversation === undefined) return;
    await lockUntil(work, conversation.id);
    const column = COLUMNS[reported.status];
    await tx
      .updateTable('conversations')
      .set({ [column]: sql<Date>`greatest(${sql.ref(column)}, ${reported.until})` })
      .where('merchant_id', '=', reported.merchantId)
      .where('id', '=', conversation.id)
      .execute();
    const sent = await tx
      .selectFrom('contents')
      .select(['id', 'ticket_id'])
      .where('merchant_id', '=', reported.merchantId)
      .where('conversation_id', '=', conversation.id)
      .where('actor', '=', 'merchant')
      .where('send_status', '=', 'sent')
      .where(sql<Date>`coalesce(sent_at, created_at)`, '<=', reported.until)
      .where(reported.status, '=', false)
      // What had to wait for the channel was written before, and sent after it.
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('outbox')
              .select('outbox.id')
              .whereRef('outbox.merchant_id', '=', 'contents.merchant_id')
              .whereRef('outbox.content_id', '=', 'contents.id')
              .where('outbox.asked_at', '>', reported.until),
          ),
        ),
      )
      .orderBy('created_at', 'desc')
      .limit(AT_ONCE)
      .execute();
    // Tickets are locked in the order of their ids, as everywhere.
    for (const found of sent.toSorted((a, b) => a.ticket_id - b.ticket_id || a.id - b.id)) {
      const { ticket, content } = await lockContent(work, found);
      await applyReports(work, ticket, content, [{ status: reported.status, error: null }], null);
    }
  });
}

/**
 * What was reported of all messages up to a moment, before this one was known to be sent. To be asked for before its ticket
 * is locked: a report under way takes the two locks in the same order.
 * @param sentAt by the channel's clock; when that is not told, when the channel began to be asked
 */
export async function earlyReportsUntil(work: Change, id: ConversationId, sentAt: Date): Promise<Report[]> {
  await lockUntil(work, id);
  const { delivered_until, read_until } = await work.tx
    .selectFrom('conversations')
    .select(['delivered_until', 'read_until'])
    .where('merchant_id', '=', work.merchantId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const covers = (until: Date | null) => until !== null && until >= sentAt;
  return [
    ...(covers(delivered_until) ? [{ status: 'delivered' as const, error: null }] : []),
    ...(covers(read_until) ? [{ status: 'read' as const, error: null }] : []),
  ];
}

/** A report on all messages and one that becomes known take turns, or they could miss each other. */
async function lockUntil({ tx }: Change, id: ConversationId): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`until:${id}`}, 0))`.execute(tx);
}
