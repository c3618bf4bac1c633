import { agentName, type ContentItem, type Ticket } from '@inbox/domain';
import { toContentItem } from '../thread/content-rows';
import { withdrawOutbox } from '../../platform/outbox/outbox-rows';
import { findSurveysOnTheirWay, turnIntoLog } from '../thread/reply-queries';
import type { TicketRow } from '../../tickets/lifecycle/ticket-rows';
import type { Part } from '../../tickets/lifecycle/change-many';
import { messages } from '../../platform/errors/messages';
import { changeTicket } from '../../tickets/lifecycle/one-ticket';
import type { SignedIn } from '../../agents/sessions/session';
import { withoutMessage } from '../send/last-message-after-undo';

/**
 * Takes back the surveys of these tickets of which their channel has not heard; a log entry stands in the place of each.
 * What has left stays sent: `is_csat_sent` says so.
 */
export async function recallSurveys(
  work: Part,
  who: SignedIn,
  rows: readonly TicketRow[],
): Promise<{ tickets: Ticket[]; items: ContentItem[] }> {
  const { tx, merchantId } = work;
  const surveyed = rows.filter(({ is_csat_sent }) => is_csat_sent);
  const surveys = await findSurveysOnTheirWay(tx, merchantId, surveyed);
  const tickets: Ticket[] = [];
  const items: ContentItem[] = [];
  for (const survey of surveys) {
    const row = surveyed.find(({ id }) => id === survey.ticket_id);
    if (row === undefined || !(await withdrawOutbox(tx, merchantId, survey.id))) continue;
    const comment = messages.logSurveyRecalled(agentName(who.agent));
    const log = await turnIntoLog(tx, merchantId, survey.id, { event: 'undone', comment });
    items.push(await toContentItem(tx, merchantId, log));
    tickets.push(
      await changeTicket(work, row.id, { is_csat_sent: false, ...(await withoutMessage(work, row, survey)) }),
    );
  }
  return { tickets, items };
}
