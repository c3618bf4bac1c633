import type { ContentId, TicketId } from '@inbox/domain';
import { subHours } from 'date-fns/subHours';
import { sql } from 'kysely';
import { change, type Change, type WorkContext } from '../db/unit-of-work';
import { toContentItem, type ContentRow } from '../thread/content-rows';
import { toTicket, type TicketRow } from '../tickets/ticket-rows';
import type { IncomingMessage } from './incoming-message';
import { applyReports, lockContent, lockExternalId } from './report-delivery';
import { findKnown, placeOf, storableMessage, storeContent } from './store-incoming';

/** Automatic mails of one sender within an hour, beyond which they make no more tickets: two programs answer each other. */
const MOST_AN_HOUR = 5;

/**
 * Takes in what a program has answered: a report that a mail did not arrive, or that somebody is away. It stands in the
 * ticket of the mail that it answers and changes nothing of that: it is not opened, assigned or unread. A mail of ours that
 * did not arrive is marked as failed.
 * @param reported the Message-IDs that a report may be about, likeliest first
 * @returns 'no_thread' when it answers nothing that is known here; nothing was stored then
 */
export async function receiveAutomatic(
  context: WorkContext,
  given: IncomingMessage,
  reported: readonly string[],
): Promise<'stored' | 'duplicate' | 'no_thread'> {
  const incoming = storableMessage(given);
  return change(context, { merchantId: incoming.merchantId, by: null }, async (work) => {
    await lockExternalId(work, incoming.accountId, incoming.externalId);
    if (await findKnown(work, incoming)) return 'duplicate';
    const failed = await findAnswered(work, incoming, reported, { onlyOurs: true });
    const answered = failed ?? (await findAnswered(work, incoming, incoming.answers, { onlyOurs: false }));
    const found = answered ?? (await findLoop(work, incoming));
    if (found === undefined) return 'no_thread';
    const { ticket, content } = await lockContent(work, found);
    if (failed !== undefined) await markFailed(work, incoming, ticket, content);
    // What failed may have changed the ticket, whose newer state is published with it.
    const stored = await storeContent(work, incoming, ticket, {
      actor: 'customer',
      placed: placeOf(incoming, work.now),
    });
    const items = [await toContentItem(work.tx, work.merchantId, stored)];
    work.publish('tickets.ticket_content_v2', { tickets: [toTicket(ticket)], items });
    return 'stored';
  });
}

async function markFailed(
  work: Change,
  { details: { automatic } }: IncomingMessage,
  ticket: TicketRow,
  content: ContentRow,
): Promise<void> {
  const error = [automatic?.recipient, automatic?.reason].filter(Boolean).join(': ') || 'The mail came back.';
  await applyReports(work, ticket, content, [{ status: 'failed', error }], content.external_id);
}

interface Found {
  id: ContentId;
  ticket_id: TicketId;
}

/** The first of these mails that is known here. */
async function findAnswered(
  { tx, merchantId }: Change,
  { accountId }: IncomingMessage,
  ids: readonly string[],
  { onlyOurs }: { onlyOurs: boolean },
): Promise<Found | undefined> {
  if (ids.length === 0) return undefined;
  const rows = await tx
    .selectFrom('contents')
    .select(['id', 'ticket_id', 'external_id'])
    .where('merchant_id', '=', merchantId)
    .where('account_id', '=', accountId)
    .where('external_id', 'in', ids)
    .$if(onlyOurs, (query) => query.where('actor', '=', 'merchant'))
    .execute();
  return ids.flatMap((id) => rows.find(({ external_id }) => external_id === id) ?? [])[0];
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
