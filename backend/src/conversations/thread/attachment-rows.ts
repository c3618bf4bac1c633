import type { AttachmentId, ContentId, MerchantId } from '@inbox/domain';
import type { Queryable } from '../../platform/db/connection';
import type { AttachmentRow } from './content-rows';
import type { PendingUpload } from './pending-uploads';

/** A file that goes along with a message; one with a Content-ID is shown in the text. */
export type SentFile = Omit<PendingUpload, 'id'> & { cid?: string };

/** Puts files that an agent sends to their message. */
export async function insertSentFiles(
  db: Queryable,
  merchantId: MerchantId,
  contentId: ContentId,
  files: readonly SentFile[],
): Promise<void> {
  if (files.length === 0) return;
  await db
    .insertInto('attachments')
    .values(
      files.map(({ storage_key, kind, filename, content_type, size, cid }) => ({
        merchant_id: merchantId,
        content_id: contentId,
        storage_key,
        kind,
        filename,
        content_type,
        size,
        content_id_header: cid === undefined ? null : `<${cid}>`,
        ...(cid !== undefined && { disposition: 'inline' as const }),
        external_media_id: null,
      })),
    )
    .execute();
}

/** Where the newest files are, of whatever merchant: for the operator's checks, not for agents. */
export async function newestStorageKeys(db: Queryable, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('attachments')
    .select('storage_key')
    .where('storage_key', 'is not', null)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.flatMap(({ storage_key }) => storage_key ?? []);
}

/** A file that a message has. */
export type StoredFile = SentFile & { id: AttachmentId };

/** The files of a message as far as they are on the disk. */
export async function readSentFiles(
  db: Queryable,
  merchantId: MerchantId,
  contentId: ContentId,
): Promise<StoredFile[]> {
  const rows = await db
    .selectFrom('attachments')
    .select(['id', 'storage_key', 'kind', 'filename', 'content_type', 'size', 'content_id_header'])
    .where('merchant_id', '=', merchantId)
    .where('content_id', '=', contentId)
    .orderBy('id')
    .execute();
  return rows.flatMap(({ storage_key, content_id_header, ...file }) => {
    if (storage_key === null) return [];
    const cid = /^<?([^\s<>"]{1,250})>?$/.exec(content_id_header ?? '')?.[1];
    return [{ ...file, storage_key, ...(cid !== undefined && { cid }) }];
  });
}

/** Takes the files off a message that is taken back. @returns their names on the disk, where they stay */
export async function removeSentFiles(db: Queryable, merchantId: MerchantId, contentId: ContentId): Promise<string[]> {
  const rows = await db
    .deleteFrom('attachments')
    .where('merchant_id', '=', merchantId)
    .where('content_id', '=', contentId)
    .returning('storage_key')
    .execute();
  return rows.flatMap(({ storage_key }) => storage_key ?? []);
}

/** The file of a message that still stands: what was unsent or deleted takes its files along. */
export async function findAttachment(
  db: Queryable,
  merchantId: MerchantId,
  id: AttachmentId,
): Promise<Pick<AttachmentRow, 'filename' | 'content_type' | 'storage_key' | 'infected'> | undefined> {
  return db
    .selectFrom('attachments as a')
    .innerJoin('contents as c', (join) =>
      join.onRef('c.merchant_id', '=', 'a.merchant_id').onRef('c.id', '=', 'a.content_id'),
    )
    .select(['a.filename', 'a.content_type', 'a.storage_key', 'a.infected'])
    .where('a.merchant_id', '=', merchantId)
    .where('a.id', '=', id)
    .where('c.deleted', '=', false)
    .executeTakeFirst();
}

/** Where the bytes of a mail are kept; undefined when there is no such mail, they are not kept, or they have a virus. */
export async function findOriginalMail(
  db: Queryable,
  merchantId: MerchantId,
  id: ContentId,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('contents')
    .select('details')
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .where('content_type', '=', 'email')
    .where('deleted', '=', false)
    .executeTakeFirst();
  return row?.details.problem === 'infected' ? undefined : row?.details.original_key;
}
