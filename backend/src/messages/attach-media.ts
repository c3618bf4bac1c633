import type { AttachmentId, MediaKind } from '@inbox/domain';
import { sql } from 'kysely';
import { toContentItems } from '../thread/content-rows';
import { endRow } from '../outbox/queue';
import { change, type WorkContext } from '../db/unit-of-work';
import type { Sending } from './complete-send';

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
  return change(context, { merchantId: row.merchant_id, by: null }, async ({ tx, merchantId, publish }) => {
    if (!(await endRow(tx, row, 'done', null))) return false;
    const attached = await tx
      .updateTable('attachments')
      .set({ storage_key: media.storage_key, size: media.size, content_type: media.content_type, kind: media.kind })
      .where('merchant_id', '=', merchantId)
      .where('id', '=', media.attachmentId)
      .where('storage_key', 'is', null)
      .returning('content_id')
      .executeTakeFirst();
    if (attached === undefined) return false;
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
