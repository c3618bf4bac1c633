import type { AttachmentId, MediaKind } from '@inbox/domain';
import { sql, type Updateable } from 'kysely';
import type { AttachmentsTable } from '../thread/tables';
import { toContentItems } from '../thread/content-rows';
import { nameForType } from '../../platform/files/file-types';
import { endRow } from '../../platform/outbox/queue';
import { change, type WorkContext } from '../../platform/db/unit-of-work';
import type { Sending } from '../send/complete-send';

export interface FetchedMedia {
  attachmentId: AttachmentId;
  storage_key: string;
  /** Bytes. */
  size: number;
  content_type: string;
  kind: MediaKind;
}

/**
 * Puts a file that was fetched from the channel to its message, and tells the agents.
 * @returns false when it was there already: the file just fetched is then nobody's
 */
export async function attachMedia(context: WorkContext, row: Sending, media: FetchedMedia): Promise<boolean> {
  const { storage_key, size, content_type, kind } = media;
  return settle(context, row, media.attachmentId, { state: 'done', reason: null }, (filename) => ({
    storage_key,
    size,
    content_type,
    kind,
    filename: nameForType(filename, content_type),
  }));
}

/** The channel handed out a virus: agents are told so in the place of the file. @param reason for the operator */
export async function refuseInfected(
  context: WorkContext,
  row: Sending,
  attachmentId: AttachmentId,
  reason: string,
): Promise<void> {
  await settle(context, row, attachmentId, { state: 'failed', reason }, () => ({ infected: true }));
}

async function settle(
  context: WorkContext,
  row: Sending,
  attachmentId: AttachmentId,
  end: { state: 'done' | 'failed'; reason: string | null },
  found: (filename: string) => Updateable<AttachmentsTable>,
): Promise<boolean> {
  return change(context, { merchantId: row.merchant_id, by: null }, async ({ tx, merchantId, publish }) => {
    if (!(await endRow(tx, row, end.state, end.reason))) return false;
    const attached = await tx
      .selectFrom('attachments')
      .select(['filename', 'content_id'])
      .where('merchant_id', '=', merchantId)
      .where('id', '=', attachmentId)
      .where('storage_key', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    if (attached === undefined) return false;
    await tx
      .updateTable('attachments')
      .set(found(attached.filename))
      .where('merchant_id', '=', merchantId)
      .where('id', '=', attachmentId)
      .execute();
    const content = await tx
      .updateTable('contents')
      .set({ rev: sql<number>`rev + 1` })
      .where('merchant_id', '=', merchantId)
      .where('id', '=', attached.content_id)
      .returningAll()
      .executeTakeFirstOrThrow();
    publish('tickets.tickets', { items: await toContentItems(tx, merchantId, [content]) });
    return true;
  });
}
