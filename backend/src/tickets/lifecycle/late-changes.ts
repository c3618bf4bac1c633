import type { TicketId } from '@inbox/domain';
import { judgeLate, type LateChange, type LateVerdict, type SeenTicket } from '@inbox/domain/conversation';
import { messages } from '../../platform/errors/messages';
import type { Part, PartDone } from './change-many';
import { lockTickets, toTicket } from './ticket-rows';

/**
 * Changes what is still as its agent had seen it. Of the rest, what has come about is done, and what the agent is to decide
 * is told with the ticket as it is: looked at and changed in one transaction, so that nothing happens in between.
 * @param seen undefined: the change was asked for now, of what there is
 * @param step makes the change of these tickets
 */
export async function changeSinceSeen(
  work: Part,
  ids: readonly TicketId[],
  change: LateChange,
  seen: SeenTicket | undefined,
  step: (ids: readonly TicketId[]) => Promise<PartDone>,
): Promise<PartDone> {
  if (seen === undefined) return step(ids);
  const rows = await lockTickets(work.tx, work.merchantId, ids);
  const judged = rows
    .map((row) => toTicket(row))
    .map((ticket) => ({ ticket, verdict: judgeLate(change, ticket, seen) }));
  const of = (wanted: LateVerdict) => judged.flatMap(({ ticket, verdict }) => (verdict === wanted ? [ticket] : []));
  const [done, met] = [of('done'), of('met')];
  const rest = new Set([...done, ...met].map(({ id }) => id));
  const { tickets, failed, doneBefore } = await step(ids.filter((id) => !rest.has(id)));
  return {
    tickets: [...tickets, ...done],
    failed: [
      ...failed,
      ...met.map((ticket) => ({ ticket_id: ticket.id, message: messages.changedMeanwhile, meanwhile: ticket })),
    ],
    doneBefore,
  };
}
