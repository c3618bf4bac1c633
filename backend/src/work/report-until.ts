import type { AccountId, MerchantId } from '@inbox/domain';
import { change, type WorkContext } from './change';
import { applyReports, lockContent } from './report-delivery';

/** As many messages as one report is applied to, newest first: what is older was reported before. */
const AT_ONCE = 100;

/** All that was sent to this customer up to a moment has been delivered, or read. */
export async function reportUntil(
  context: WorkContext,
  told: { merchantId: MerchantId; accountId: AccountId; contact: string; status: 'delivered' | 'read'; until: Date },
): Promise<void> {
  await change(context, { merchantId: told.merchantId, by: null }, async (work) => {
    const sent = await work.tx
      .selectFrom('contents as c')
      .innerJoin('conversations as v', (join) =>
        join.onRef('v.merchant_id', '=', 'c.merchant_id').onRef('v.id', '=', 'c.conversation_id'),
      )
      .select(['c.id', 'c.ticket_id'])
      .where('c.merchant_id', '=', told.merchantId)
      .where('v.account_id', '=', told.accountId)
      .where('v.contact', '=', told.contact)
      .where('v.thread_key', '=', '')
      .where('c.actor', '=', 'merchant')
      .where('c.send_status', '=', 'sent')
      .where('c.created_at', '<=', told.until)
      .where(told.status === 'read' ? 'c.read' : 'c.delivered', '=', false)
      .orderBy('c.created_at', 'desc')
      .limit(AT_ONCE)
      .execute();
    // Tickets are locked in the order of their ids, as everywhere.
    for (const found of sent.toSorted((a, b) => a.ticket_id - b.ticket_id || a.id - b.id)) {
      const { ticket, content } = await lockContent(work, found);
      await applyReports(work, ticket, content, [{ status: told.status, error: null }], null);
    }
  });
}
