import { normalEmail, type AutomaticMail, type ContentId, type TicketId } from '@inbox/domain';
import { subDays } from 'date-fns/subDays';
import { subHours } from 'date-fns/subHours';
import { sql } from 'kysely';
import { change, type Change, type WorkContext } from '../../platform/db/unit-of-work';
import { toContentItem, type ContentRow } from '../thread/content-rows';
import { toTicket, type TicketRow } from '../../tickets/lifecycle/ticket-rows';
import { findAnswered } from './find-answered';
import { findNamed } from './find-named';
import type { IncomingMessage } from '../incoming/incoming-message';
import { applyReports, lockContent, lockExternalId, type Report } from '../delivery/report-delivery';
import { findKnown, placeOf, storableMessage, storeContent } from '../incoming/store-incoming';

/** Automatic mails of one sender within an hour, beyond which they make no more tickets: two programs answer each other. */
const MOST_AN_HOUR = 5;

/** Days for which a report that names no mail is about the last one to its recipient: servers give up before. */
const REPORT_DAYS = 5;

/** What a report is about, as it says itself. */
export interface Reported {
  /** Message-IDs, likeliest first. */
  messageIds: readonly string[];
  /** Addresses. */
  recipients: readonly string[];
}

/**
 * Takes in what a program has answered: a report on a mail of ours, or that somebody is away. It stands in the ticket of the
 * mail that it answers and neither opens nor assigns that; the ticket is unread only when a mail did not arrive. A mail of
 * ours is marked with what a report says of it.
 * @param reported null: it is no report
 * @returns 'no_thread' when it answers nothing that is known here; nothing was stored then
 */
export async function receiveAutomatic(
  context: WorkContext,
  given: IncomingMessage,
  reported: Reported | null,
): Promise<'stored' | 'duplicate' | 'no_thread'> {
  const incoming = storableMessage(given);
  return change(context, { merchantId: incoming.merchantId, by: null }, async (work) => {
    await lockExternalId(work, incoming.accountId, incoming.externalId);
    if (await findKnown(work, incoming)) return 'duplicate';
    const named = await findNamed(work, incoming.accountId, reported?.messageIds ?? [], { onlyOurs: true });
    const found =
      named ??
      (await findAnswered(work, incoming)) ??
      (await findLastSentTo(work, incoming, reported?.recipients ?? [])) ??
      (await findLoop(work, incoming));
    if (found === undefined) return 'no_thread';
    const { ticket, content } = await lockContent(work, found);
    if (named !== undefined) await markReported(work, incoming, reported?.recipients ?? [], ticket, content);
    // What failed may have changed the ticket, whose newer state is published with it.
    const stored = await storeContent(work, incoming, ticket, {
      actor: 'customer',
      placed: placeOf(incoming, work.now),
    });
    const items = [await toContentItem(work.tx, work.merchantId, stored)];
    const shown = incoming.details.automatic?.kind === 'bounce' ? await markUnread(work, ticket) : ticket;
    work.publish('tickets.ticket_content_v2', { tickets: [toTicket(shown)], items });
    return 'stored';
  });
}

/** What a report of one recipient says is true of the whole mail only when nobody else has it. */
async function markReported(
  work: Change,
  { details: { automatic } }: IncomingMessage,
  recipients: readonly string[],
  ticket: TicketRow,
  content: ContentRow,
): Promise<void> {
  const reports = reportsOf(automatic, recipients, content);
  if (reports.length > 0) await applyReports(work, ticket, content, reports, content.external_id);
}

function reportsOf(
  automatic: AutomaticMail | undefined,
  recipients: readonly string[],
  { details }: ContentRow,
): Report[] {
  if (automatic === undefined) return [];
  const { kind, recipient, reason } = automatic;
  const addresses = [details.to, details.cc, details.bcc].flatMap((people) => people ?? []).map(({ email }) => email);
  const others = new Set(addresses.map(normalEmail));
  for (const address of recipients) others.delete(normalEmail(address));
  // A report that names nobody is about all of it.
  const isAll = recipients.length === 0 || others.size === 0 || addresses.length <= 1;
  if (kind === 'bounce') {
    const error = [recipient, reason].filter(Boolean).join(': ') || 'The mail came back.';
    return [{ status: isAll ? 'failed' : 'sent', error }];
  }
  return (kind === 'delivered' || kind === 'read') && isAll ? [{ status: kind, error: null }] : [];
}

const markUnread = ({ tx, merchantId }: Change, { id }: TicketRow): Promise<TicketRow> =>
  tx
    .updateTable('tickets')
    .set({ rev: sql<number>`rev + 1`, unread_count: sql<number>`unread_count + 1`, conversation_read: false })
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

interface Found {
  id: ContentId;
  ticket_id: TicketId;
}

/** Our last mail to one of these, of the last days: some reports do not say which mail they are about. */
async function findLastSentTo(
  { tx, merchantId, now }: Change,
  { accountId }: IncomingMessage,
  recipients: readonly string[],
): Promise<Found | undefined> {
  if (recipients.length === 0) return undefined;
  return tx
    .selectFrom('contents as c')
    .innerJoin('conversations as v', (join) =>
      join.onRef('v.merchant_id', '=', 'c.merchant_id').onRef('v.id', '=', 'c.conversation_id'),
    )
    .select(['c.id', 'c.ticket_id'])
    .where('v.merchant_id', '=', merchantId)
    .where('v.account_id', '=', accountId)
    .where('v.contact', 'in', recipients.map(normalEmail))
    .where('c.actor', '=', 'merchant')
    .where('c.content_type', '=', 'email')
    .where('c.stored_at', '>', subDays(now, REPORT_DAYS))
    .orderBy('c.id', 'desc')
    .executeTakeFirst();
}

/** The newest of the automatic mails of a sender who sends too many. */
async function findLoop({ tx, merchantId, now }: Change, incoming: IncomingMessage): Promise<Found | undefined> {
  const rows = await tx
    .selectFrom('contents as c')
    .innerJoin('conversations as v', (join) =>
      join.onRef('v.merchant_id', '=', 'c.merchant_id').onRef('v.id', '=', 'c.conversation_id'),
    )
    .select(['c.id', 'c.ticket_id'])
    .where('v.merchant_id', '=', merchantId)
    .where('v.account_id', '=', incoming.accountId)
    .where('v.contact', '=', incoming.contact)
    .where('c.stored_at', '>', subHours(now, 1))
    .where(sql<boolean>`c.details -> 'automatic' is not null`)
    .orderBy('c.id', 'desc')
    .limit(MOST_AN_HOUR)
    .execute();
  return rows.length < MOST_AN_HOUR ? undefined : rows[0];
}
