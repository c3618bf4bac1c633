import type { AttachmentId, MerchantId } from '@inbox/domain';
import type { Queryable } from './connection';
import type { AttachmentRow } from './content-rows';

export async function findAttachment(
  db: Queryable,
  merchantId: MerchantId,
  id: AttachmentId,
): Promise<Pick<AttachmentRow, 'filename' | 'content_type' | 'storage_key'> | undefined> {
  return db
    .selectFrom('attachments')
    .select(['filename', 'content_type', 'storage_key'])
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .executeTakeFirst();
}
