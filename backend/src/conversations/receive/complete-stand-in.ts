import { sql } from 'kysely';
import { toContentItems, type ContentRow } from '../thread/content-rows';
import { storableJson } from '../../platform/db/storable-text';
import { toTicket } from '../../tickets/lifecycle/ticket-rows';
import type { Change } from '../../platform/db/unit-of-work';
import { alter, rewriteLast, takeEarlyAlterations } from '../remote-edits/remote-edits';
import type { IncomingMessage } from '../incoming/incoming-message';
import { preview } from '../thread/last-message';
import { lockContent } from '../delivery/report-delivery';
import { storeAttachments } from '../incoming/store-incoming';

/** What is there already comes again, or it is the message whose edit came first and is in its place. */
export async function handleDuplicate(
  work: Change,
  known: Pick<ContentRow, 'id' | 'ticket_id' | 'details'>,
  incoming: IncomingMessage,
): Promise<'duplicate' | 'completed'> {
  if (known.details.channel?.stand_in !== true || incoming.details.channel?.stand_in === true) return 'duplicate';
  await completeStandIn(work, known, incoming);
  return 'completed';
}

/**
 * The message has come after its edit: what it said first, its files and all else is put where the edit is. What it says
 * stays the edit's.
 */
async function completeStandIn(
  work: Change,
  known: Pick<ContentRow, 'id' | 'ticket_id'>,
  incoming: IncomingMessage,
): Promise<void> {
  const { tx, merchantId, publish } = work;
  const { ticket, content } = await lockContent(work, known);
  const { stand_in, versions = [], marks = [], ...told } = content.details.channel ?? {};
  if (stand_in !== true || content.deleted) return;
  const own = incoming.details.channel ?? {};
  const facts = {
    ...own,
    ...told,
    marks: [...(own.marks ?? []), ...marks.filter((mark) => mark !== 'original_unknown')],
    versions: [{ message: incoming.message, at: incoming.sentAt.toISOString() }, ...versions],
  };
  const changed = await tx
    .updateTable('contents')
    .set({
      content_type: incoming.content_type,
      message_type: incoming.message_type,
      details: storableJson({ ...incoming.details, channel: facts }),
      rev: sql<number>`rev + 1`,
    })
    .where('merchant_id', '=', merchantId)
    .where('id', '=', content.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await storeAttachments(work, incoming, changed);
  const attachment = incoming.attachments.find(({ disposition }) => disposition !== 'inline')?.kind ?? null;
  const shown = await rewriteLast(work, ticket, changed, { message: preview(changed.message), attachment });
  const items = await toContentItems(tx, merchantId, [changed]);
  publish('tickets.ticket_content_v2', { tickets: [toTicket(shown)], items });
  for (const what of await takeEarlyAlterations(work, incoming.accountId, incoming.externalId)) {
    await alter(work, await lockContent(work, changed), what);
  }
}
