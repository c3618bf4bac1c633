import type { TicketId } from '@inbox/domain';
import { MOST_INLINE_IMAGE_BYTES } from '@inbox/domain/conversation';
import type { SignedIn } from '../../agents/sessions/session';
import type { Queryable } from '../../platform/db/connection';
import { safeFilename } from '../../platform/files/file-types';
import { trueType } from '../../platform/files/true-type';
import type { Uploads } from '../../platform/files/uploads';
import { messages } from '../../platform/errors/messages';
import { WorkError } from '../../platform/errors/errors';
import { createUpload, deleteUploads, type PendingUpload } from '../thread/pending-uploads';
import type { MailBody } from './mail-text';

/** A picture of a mail's text, which the HTML has by its Content-ID. */
export type MailImage = PendingUpload & { cid: string };

interface Deps {
  db: Queryable;
  uploads: Pick<Uploads, 'put' | 'remove'>;
  who: SignedIn;
}

/**
 * Stores the pictures of a text as uploads of the agent, so that those of a mail that is not sent are forgotten like any
 * other.
 * @param ticketId null for a mail that begins a ticket
 * @throws WorkError when one is no picture, or when they are too large together
 */
export async function storeMailImages(
  deps: Deps,
  ticketId: TicketId | null,
  { images }: Pick<MailBody, 'images'>,
): Promise<MailImage[]> {
  const { db, uploads, who } = deps;
  const refused = (message: string) => new WorkError(400, message, 'image', { email_body: [message] });
  if (images.reduce((sum, { bytes }) => sum + bytes.length, 0) > MOST_INLINE_IMAGE_BYTES) {
    throw refused(messages.imagesTooLarge(MOST_INLINE_IMAGE_BYTES));
  }
  const stored: MailImage[] = [];
  try {
    for (const { cid, bytes } of images) {
      const { storage_key, size, head } = await uploads.put(bytes, { maxBytes: MOST_INLINE_IMAGE_BYTES });
      const content_type = imageType(head);
      if (content_type === null) {
        await uploads.remove(storage_key);
        throw refused(messages.imageWrong);
      }
      const upload = await createUpload(db, {
        merchant_id: who.merchantId,
        agent_id: who.agent.id,
        ticket_id: ticketId,
        storage_key,
        kind: 'image',
        filename: safeFilename(null, content_type, `image-${stored.length + 1}`),
        content_type,
        size,
      });
      stored.push({ ...upload, cid });
    }
    return stored;
  } catch (error) {
    await forgetMailImages(deps, stored);
    throw error;
  }
}

/** Those that were sent stay. */
export async function forgetMailImages({ db, uploads, who }: Deps, images: readonly MailImage[]): Promise<void> {
  const of = { merchantId: who.merchantId, agentId: who.agent.id, ids: images.map(({ id }) => id) };
  for (const key of await deleteUploads(db, of)) await uploads.remove(key);
}

/** The kinds that every mail reader shows. */
const IMAGES: readonly (string | null)[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

/** By its bytes, whatever the text called it. */
function imageType(head: Buffer): string | null {
  const type = trueType(head, { name: '', type: '' });
  return IMAGES.includes(type) ? type : null;
}
