import type { MetaAccount } from '../account';
import type { WorkContext } from '../../../platform/db/unit-of-work';
import { alterElsewhere } from '../../../conversations/remote-edits/remote-edits';
import { receiveEcho } from '../../../conversations/receive/receive-echo';
import { receiveMessage } from '../../../conversations/receive/receive-message';
import { reportDelivery } from '../../../conversations/delivery/report-delivery';
import { reportUntil } from '../../../conversations/delivery/report-until';
import type { Altered, ChannelEvent } from '../read/channel-event';

const NOT_UNDERSTOOD = 'A message of a kind that is not understood; its thread shows that it came.';

/** Works on an event of a chat channel. @returns why the operator should look at it; null when all is well */
export async function ingestEvent(
  context: WorkContext,
  account: MetaAccount,
  event: ChannelEvent,
): Promise<string | null> {
  const of = { merchantId: account.merchant_id, accountId: account.id };
  switch (event.kind) {
    case 'message':
      await receiveMessage(context, event.incoming);
      return event.isUnderstood ? null : NOT_UNDERSTOOD;
    case 'echo':
      await receiveEcho(context, event.incoming, event.contentId);
      return event.isUnderstood ? null : NOT_UNDERSTOOD;
    case 'altered':
      await ingestAltered(context, of, event);
      return null;
    case 'report': {
      const { status, mids, until, contact } = event;
      for (const externalId of mids) {
        await reportDelivery(context, { ...of, externalId, contentId: null, status, error: null });
      }
      if (until !== null) await reportUntil(context, { ...of, contact, status, until });
      return null;
    }
  }
}

/**
 * An edit of a message that is not here is put in its place, so that its words are read; a reaction is told in words, and
 * is stored for when its message comes.
 */
async function ingestAltered(
  context: WorkContext,
  of: Pick<Parameters<typeof alterElsewhere>[1], 'merchantId' | 'accountId'>,
  { externalId, what, otherwise }: Altered,
): Promise<void> {
  const told = { ...of, externalId, what };
  const isEdit = what.kind === 'edited' && otherwise !== null;
  const outcome = await alterElsewhere(context, { ...told, isShownOtherwise: isEdit });
  if (outcome === 'applied' || otherwise === null) return;
  const shown =
    otherwise.by === 'merchant'
      ? await receiveEcho(context, otherwise.incoming, null)
      : (await receiveMessage(context, otherwise.incoming)).outcome;
  // It has come meanwhile.
  if (isEdit && shown === 'duplicate') await alterElsewhere(context, told);
}
