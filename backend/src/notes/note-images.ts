import { MOST_INLINE_IMAGE_BYTES, MOST_NOTE_IMAGES, noteFileKind } from '@inbox/domain/conversation';
import { safeFilename } from '../platform/files/file-types';
import { trueType } from '../platform/files/true-type';
import type { Uploads } from '../platform/files/uploads';
import { messages } from '../platform/errors/messages';
import { WorkError } from '../platform/errors/errors';

/** A picture of a note's text, on the disk. */
export interface NoteImage {
  storage_key: string;
  filename: string;
  content_type: string;
  /** Bytes. */
  size: number;
}

const refused = (message: string): WorkError => new WorkError(400, message, 'image', { notes: [message] });

/**
 * Stores the pictures of a note's text as files.
 * @throws WorkError when one is no picture, when there are too many, or when they are too large together; none is kept
 */
export async function storeNoteImages(
  uploads: Pick<Uploads, 'put' | 'remove'>,
  images: readonly Buffer[],
): Promise<NoteImage[]> {
  if (images.length > MOST_NOTE_IMAGES) throw refused(messages.tooManyImages(MOST_NOTE_IMAGES));
  if (images.reduce((sum, { length }) => sum + length, 0) > MOST_INLINE_IMAGE_BYTES) {
    throw refused(messages.imagesTooLarge(MOST_INLINE_IMAGE_BYTES));
  }
  const stored: NoteImage[] = [];
  try {
    for (const bytes of images) {
      const { storage_key, size, head } = await uploads.put(bytes, { maxBytes: MOST_INLINE_IMAGE_BYTES });
      const content_type = trueType(head, { name: '', type: '' }) ?? '';
      stored.push({ storage_key, size, content_type, filename: safeFilename(null, content_type, 'image') });
      if (!isPicture(content_type)) throw refused(messages.imageWrong);
    }
    return stored;
  } catch (error) {
    await removeNoteImages(uploads, stored);
    throw error;
  }
}

/** A drawing may hold code: it can be attached, and only be saved. */
const isPicture = (type: string): boolean =>
  type === 'image/webp' || (noteFileKind(type) === 'image' && type !== 'image/svg+xml');

export async function removeNoteImages(uploads: Pick<Uploads, 'remove'>, images: readonly NoteImage[]): Promise<void> {
  for (const { storage_key } of images) await uploads.remove(storage_key);
}
