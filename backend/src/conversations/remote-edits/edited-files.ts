import type { AttachmentId, MediaKind, StoredVersion } from '@inbox/domain';
import { filesOf } from '@inbox/domain/conversation';
import type { Change } from '../../platform/db/unit-of-work';
import type { ContentRow } from '../thread/content-rows';
import type { IncomingAttachment } from '../incoming/incoming-message';
import { storeAttachments } from '../incoming/store-incoming';

export interface EditedFiles {
  /** Before the edit. */
  before: readonly AttachmentId[];
  now: readonly AttachmentId[];
}

/**
 * The files of a message with an edit that names files. One that the message has, or had, is the same as before: what was
 * fetched of it stays.
 */
export async function ensureFiles(
  work: Change,
  content: Pick<ContentRow, 'id' | 'account_id'>,
  versions: readonly StoredVersion[],
  files: readonly IncomingAttachment[],
): Promise<EditedFiles> {
  const stored = await work.tx
    .selectFrom('attachments')
    .select(['id', 'external_media_id'])
    .where('merchant_id', '=', work.merchantId)
    .where('content_id', '=', content.id)
    .orderBy('id')
    .execute();
  const known = new Map(stored.map(({ id, external_media_id }) => [pictureAt(external_media_id), id]));
  const added = files.filter(({ external_media_id }) => !known.has(pictureAt(external_media_id)));
  if (added.length > 0 && content.account_id !== null) {
    const what = { accountId: content.account_id, attachments: added, source: 'comment' } as const;
    const ids = await storeAttachments(work, what, content);
    added.forEach(({ external_media_id }, place) => {
      const id = ids[place];
      if (id !== undefined) known.set(pictureAt(external_media_id), id);
    });
  }
  return {
    before: filesOf(versions) ?? stored.map(({ id }) => id),
    now: files.flatMap(({ external_media_id }) => known.get(pictureAt(external_media_id)) ?? []),
  };
}

/** The kind of the first of these files, for the list. */
export async function kindOfFirst(
  { tx, merchantId }: Pick<Change, 'tx' | 'merchantId'>,
  [first]: readonly AttachmentId[],
): Promise<MediaKind | null> {
  if (first === undefined) return null;
  const row = await tx
    .selectFrom('attachments')
    .select('kind')
    .where('merchant_id', '=', merchantId)
    .where('id', '=', first)
    .executeTakeFirst();
  return row?.kind ?? null;
}

/** The address of a picture has a new signature in each delivery; the name of its file stays. */
function pictureAt(address: string | null): string {
  if (address === null || !URL.canParse(address)) return address ?? '';
  const { pathname, href } = new URL(address);
  return /\.\w{3,4}$/.test(pathname) ? pathname : href;
}
