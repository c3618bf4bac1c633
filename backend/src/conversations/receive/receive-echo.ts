import type { ContentId } from '@inbox/domain';
import { sql } from 'kysely';
import { toContentItems, type ContentRow } from '../thread/content-rows';
import { storableJson } from '../../platform/db/storable-text';
import { toTicket, type TicketRow } from '../../tickets/lifecycle/ticket-rows';
import { change, type Change, type WorkContext } from '../../platform/db/unit-of-work';
import { alter, takeEarlyAlterations } from '../remote-edits/remote-edits';
import { handleDuplicate } from './complete-stand-in';
import { ensureConversation, type FoundConversation } from './ensure-conversation';
import { findNamed } from './find-named';
import type { IncomingMessage } from '../incoming/incoming-message';
import { lastMessageOf } from '../thread/last-message';
import { requestProfileName } from './receive-message';
import { applyReports, lockContent, lockExternalId, takeEarlyReports } from '../delivery/report-delivery';
import { earlyReportsUntil } from '../delivery/report-until';
import { ensureRunningTicket, type FoundTicket } from './ensure-running-ticket';
import { findKnown, placeOf, storableMessage, storeContent } from '../incoming/store-incoming';

/**
 * Takes in what the merchant sent, as the channel tells it. One of ours is known by its id, by what it was sent with
 * (`contentId`), or, while its answer has not come, by its words: then this proves that the channel took it. All else was
 * written elsewhere, and stands in the thread as the merchant's.
 */
export async function receiveEcho(
  context: WorkContext,
  given: IncomingMessage,
  contentId: ContentId | null,
): Promise<'duplicate' | 'completed' | 'proved' | 'stored' | 'ignored'> {
  const incoming = storableMessage(given);
  const { accountId, externalId } = incoming;
  return change(context, { merchantId: incoming.merchantId, by: null }, async (work) => {
    await lockExternalId(work, accountId, externalId);
    const known = await findKnown(work, incoming);
    if (known?.send_status === 'unknown') return proveSent(work, known, externalId);
    if (known) return handleDuplicate(work, known, incoming);
    const ours = await findOnItsWay(work, incoming, contentId);
    if (ours !== undefined) {
      const early = await takeEarlyReports(work, accountId, externalId);
      early.push(...(await earlyReportsUntil(work, ours.conversation_id, incoming.sentAt)));
      const { ticket, content } = await lockContent(work, ours);
      await applyReports(work, ticket, content, [{ status: 'sent', error: null }, ...early], externalId);
      return 'proved';
    }
    // What the merchant writes under their own post, to nobody, is no conversation; nor is each mail of a mailbox a ticket's.
    if (ANSWERS_ONLY.has(incoming.source) && (await findNamed(work, accountId, incoming.answers)) === undefined) {
      return 'ignored';
    }

    const conversation = await ensureConversation(work, incoming);
    const justStored = await findKnown(work, incoming);
    if (justStored) return handleDuplicate(work, justStored, incoming);
    await requestProfileName(work, incoming, conversation);
    await store(work, incoming, conversation);
    return 'stored';
  });
}

/** Sources of which only what answers something known is taken in. */
const ANSWERS_ONLY: ReadonlySet<string> = new Set(['comment', 'email']);

/** Nobody knew whether the channel took it. */
async function proveSent(
  work: Change,
  known: Pick<ContentRow, 'id' | 'ticket_id'>,
  externalId: string,
): Promise<'proved'> {
  const { ticket, content } = await lockContent(work, known);
  await applyReports(work, ticket, content, [{ status: 'sent', error: null }], externalId);
  return 'proved';
}

async function store(work: Change, incoming: IncomingMessage, conversation: FoundConversation): Promise<void> {
  const placed = placeOf(incoming, work.now);
  const until = await earlyReportsUntil(work, conversation.id, placed.sentAt ?? placed.at);
  const { ticket, log } = await ticketFor(work, incoming, conversation, placed.at);
  const content = await storeContent(work, incoming, ticket, { actor: 'merchant', placed });
  const after = await updateTicket(work, incoming, ticket, { at: placed.at, isNew: log !== null });
  const items = await toContentItems(work.tx, work.merchantId, log ? [log, content] : [content]);
  const said = incoming.source === 'comment' ? 'conversations.comment_created' : 'conversations.message_sent';
  work.publish(log === null ? said : 'conversations.conversation_initiated', { tickets: [toTicket(after)], items });

  const { accountId, externalId } = incoming;
  const reports = [...(await takeEarlyReports(work, accountId, externalId)), ...until];
  if (reports.length > 0) await applyReports(work, after, content, reports, externalId);
  for (const what of await takeEarlyAlterations(work, accountId, externalId)) {
    await alter(work, await lockContent(work, content), what);
  }
}

/** A message of ours whose answer has not come: the one that was sent with this id, else the oldest of these words. */
async function findOnItsWay(
  { tx, merchantId }: Change,
  incoming: IncomingMessage,
  contentId: ContentId | null,
): Promise<Pick<ContentRow, 'id' | 'ticket_id' | 'conversation_id'> | undefined> {
  // What the shop writes on its phone is told apart from what the inbox sends, by the channel itself.
  if (incoming.details.channel?.sent_from === 'phone') return undefined;
  const unanswered = tx
    .selectFrom('contents as c')
    .select(['c.id', 'c.ticket_id', 'c.conversation_id'])
    .where('c.merchant_id', '=', merchantId)
    .where('c.account_id', '=', incoming.accountId)
    .where('c.actor', '=', 'merchant')
    .where('c.external_id', 'is', null);
  if (contentId !== null) return unanswered.where('c.id', '=', contentId).executeTakeFirst();
  const asked = unanswered
    .innerJoin('conversations as v', (join) =>
      join.onRef('v.merchant_id', '=', 'c.merchant_id').onRef('v.id', '=', 'c.conversation_id'),
    )
    .where('c.send_status', 'in', ['sending', 'unknown'])
    .where(sql<string>`btrim(c.message)`, '=', incoming.message.trim())
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('outbox as o')
          .select('o.id')
          .whereRef('o.merchant_id', '=', 'c.merchant_id')
          .whereRef('o.content_id', '=', 'c.id')
          .where('o.state', 'in', ['asking', 'unknown']),
      ),
    )
    .orderBy('c.id');
  return incoming.source === 'comment'
    ? asked.where(sql<string>`c.details ->> 'comment_parent'`, '=', incoming.quotes).executeTakeFirst()
    : asked
        .where('v.contact', '=', incoming.contact)
        .where('c.content_type', '=', incoming.content_type)
        .executeTakeFirst();
}

/** The newest ticket, closed or not: what the merchant says elsewhere is no new work. One is made where there is none. */
async function ticketFor(
  work: Change,
  incoming: IncomingMessage,
  conversation: FoundConversation,
  at: Date,
): Promise<FoundTicket> {
  const newest = await work.tx
    .selectFrom('tickets')
    .selectAll()
    .where('merchant_id', '=', work.merchantId)
    .where('conversation_id', '=', conversation.id)
    .orderBy('id', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
  return newest === undefined ? ensureRunningTicket(work, incoming, conversation, at) : { ticket: newest, log: null };
}

async function updateTicket(
  { tx, merchantId }: Change,
  incoming: IncomingMessage,
  ticket: TicketRow,
  { at, isNew }: { at: Date; isNew: boolean },
): Promise<TicketRow> {
  const isNewest = ticket.last_message === null || Date.parse(ticket.last_message.created_at) <= at.getTime();
  const last = lastMessageOf({ actor: 'merchant', agent: null }, incoming, at);
  return tx
    .updateTable('tickets')
    .set({
      rev: sql<number>`rev + 1`,
      replied_at: sql<Date>`greatest(replied_at, ${at})`,
      ...(isNew && { initiated_by: 'merchant' as const }),
      ...(isNewest && { last_message: storableJson(last) }),
    })
    .where('merchant_id', '=', merchantId)
    .where('id', '=', ticket.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
