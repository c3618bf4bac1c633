import type { AccountId, ContentId, MerchantId } from '@inbox/domain';
import { afterReport } from '@inbox/domain/conversation';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { ContentRow } from '../thread/content-rows';
import { about, storeDeadLetter, takeDeadLettersAbout } from '../dead-letters/dead-letters';
import { endDoneAsFailed } from '../../platform/outbox/queue';
import { storable } from '../../platform/db/storable-text';
import type { TicketRow } from '../../tickets/lifecycle/ticket-rows';
import { change, type Change, type WorkContext } from '../../platform/db/unit-of-work';
import { writeDelivery, type Delivery } from './write-delivery';

const report = z.object({
  status: z.enum(['sent', 'delivered', 'read', 'failed']),
  /** The channel's words, when it failed. */
  error: z.nullable(z.string()),
});
export type Report = z.infer<typeof report>;

/** What a channel says of a message that we sent. */
export interface DeliveryReport extends Report {
  merchantId: MerchantId;
  accountId: AccountId;
  /** The channel's id of the message. */
  externalId: string;
  /** Our own id, which the channel was given with the message and now gives back; null when it does not. */
  contentId: ContentId | null;
}

/**
 * Applies a channel's report. It may come before the channel's answer to the send that it is about: then our own id in it
 * proves that the message was taken; without that the report is kept until the message is known.
 */
export async function reportDelivery(context: WorkContext, told: DeliveryReport): Promise<'applied' | 'kept'> {
  return change(context, { merchantId: told.merchantId, by: null }, async (work) => {
    await lockExternalId(work, told.accountId, told.externalId);
    const found = await findReported(work, told);
    if (found === undefined) {
      await storeDeadLetter(work.tx, {
        merchantId: told.merchantId,
        door: 'meta',
        reason: `Reports '${told.status}' of a message that is not known here.`,
        body: Buffer.from(JSON.stringify({ id: told.externalId, status: told.status, error: told.error })),
        about: about(told.accountId, told.externalId),
      });
      return 'kept';
    }
    const { ticket, content } = await lockContent(work, found);
    await applyReports(work, ticket, content, [told], told.externalId);
    return 'applied';
  });
}

/**
 * The reports that came before the message was known by this id. To be asked for before the message is locked: a report
 * under way takes the two locks in the same order.
 */
export async function takeEarlyReports(work: Change, accountId: AccountId, externalId: string): Promise<Report[]> {
  await lockExternalId(work, accountId, externalId);
  const bodies = await takeDeadLettersAbout(work.tx, work.merchantId, about(accountId, externalId));
  return bodies.map((body) => report.parse(JSON.parse(body.toString())));
}

/** A report that looks for its message and the send that names it take turns, or they could miss each other. */
export async function lockExternalId({ tx }: Change, accountId: AccountId, externalId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`sent:${accountId}:${externalId}`}, 0))`.execute(tx);
}

async function findReported(
  { tx, merchantId }: Change,
  told: Pick<DeliveryReport, 'accountId' | 'externalId' | 'contentId'>,
) {
  const outgoing = tx
    .selectFrom('contents')
    .select(['id', 'ticket_id'])
    .where('merchant_id', '=', merchantId)
    .where('account_id', '=', told.accountId)
    .where('actor', '=', 'merchant');
  const byChannelsId = await outgoing.where('external_id', '=', told.externalId).executeTakeFirst();
  if (byChannelsId !== undefined || told.contentId === null) return byChannelsId;
  return outgoing.where('id', '=', told.contentId).where('external_id', 'is', null).executeTakeFirst();
}

/** Locks an outgoing message after its ticket: in the order in which all work takes them. */
export async function lockContent(
  { tx, merchantId }: Change,
  { id, ticket_id }: Pick<ContentRow, 'id' | 'ticket_id'>,
): Promise<{ ticket: TicketRow; content: ContentRow }> {
  const ticket = await tx
    .selectFrom('tickets')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('id', '=', ticket_id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const content = await tx
    .selectFrom('contents')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return { ticket, content };
}

type Standing = Pick<ContentRow, 'send_status' | 'delivered' | 'read'>;

/**
 * Brings a message to where these reports say it stands, one revision on, and tells the agents; nothing is written or told
 * when they say nothing new. Ticket and message are locked.
 */
export async function applyReports(
  work: Change,
  ticket: TicketRow,
  content: ContentRow,
  reports: readonly Report[],
  externalId: string | null,
): Promise<void> {
  const { send_status, delivered, read } = reports.reduce<Standing>(
    (standing, { status }) => afterReport(standing, status),
    content,
  );
  const failed = send_status === 'not_sent';
  const said = reports.findLast(({ error }) => error !== null)?.error ?? null;
  const words = said === null ? null : storable(said);
  const after: Delivery = {
    send_status,
    delivered,
    read,
    external_id: externalId ?? content.external_id,
    // What went wrong no longer matters once the message arrived.
    error_message: failed ? (words ?? content.error_message) : words !== null && !delivered ? words : null,
  };
  if (failed) await endDoneAsFailed(work.tx, work.merchantId, content.id);
  await writeDelivery(work, ticket, content, after);
}
