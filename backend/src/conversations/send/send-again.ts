import { WorkError } from '../../platform/errors/errors';
import { messages } from '../../platform/errors/messages';
import { change } from '../../platform/db/unit-of-work';
import { requeueRow } from '../../platform/outbox/outbox-rows';
import { lockTickets } from '../../tickets/lifecycle/ticket-rows';
import type { SignedIn } from '../../agents/sessions/session';
import type { SendingContext } from './compose-reply';
import { answerStored } from './reply';

/**
 * Puts what was given up in line again, by the number of its outbox row: a message under the rules as they are now, with
 * the agent as who decided so, all else as it was.
 * @throws WorkError when it has not failed (any more), or when the rules forbid the message by now
 */
export async function sendAgain(context: SendingContext, who: SignedIn, id: number): Promise<void> {
  await change(context, { merchantId: who.merchantId, by: who.agent.id }, async (work) => {
    const { tx, merchantId } = work;
    const found = await tx
      .selectFrom('outbox as o')
      .leftJoin('contents as c', (join) =>
        join.onRef('c.merchant_id', '=', 'o.merchant_id').onRef('c.id', '=', 'o.content_id'),
      )
      .select(['o.state', 'o.conversation_id', 'c.id as content_id', 'c.ticket_id'])
      .where('o.merchant_id', '=', merchantId)
      .where('o.id', '=', id)
      .executeTakeFirst();
    if (found === undefined) throw new WorkError(404, messages.notWaiting, 'nothing_to_send');
    if (found.state !== 'failed') throw notFailed();
    // Without a conversation it is no message: a report, what an automation is told, a picture that is fetched.
    if (found.conversation_id === null || found.ticket_id === null) {
      if (!(await requeueRow(tx, merchantId, id))) throw notFailed();
      work.wakeOutbox();
      return;
    }
    const [row] = await lockTickets(tx, merchantId, [found.ticket_id]);
    const stored = await tx
      .selectFrom('contents')
      .selectAll()
      .where('merchant_id', '=', merchantId)
      .where('id', '=', found.content_id)
      .executeTakeFirst();
    if (row === undefined || stored?.send_status !== 'not_sent') throw notFailed();
    await answerStored(work, who, row, stored);
  });
}

const notFailed = (): WorkError => new WorkError(409, messages.notFailed, 'not_failed');
