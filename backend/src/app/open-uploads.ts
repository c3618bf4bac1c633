import { createUploads, type Uploads } from '../platform/files/uploads';
import type { Settings } from './settings/settings';

type FileSettings = Pick<Settings, 'uploadsDir' | 'fileCopiesDir' | 'bucket'>;

export interface OpenUploads {
  uploads: Uploads;
  /** Where files are, in words for the operator. */
  place: string;
  close(): void;
}

/** Where files are: in the folder of the data, or in the bucket that the settings name. */
export async function openUploads(
  { uploadsDir, fileCopiesDir, bucket }: FileSettings,
  onFault: (error: unknown) => void,
): Promise<OpenUploads> {
  if (bucket === undefined) return { uploads: createUploads(uploadsDir), place: uploadsDir, close: () => undefined };
  // Loaded only here: most inboxes have a folder.
  const [{ openBucket }, { createObjectUploads }] = await Promise.all([
    import('../platform/files/bucket'),
    import('../platform/files/object-uploads'),
  ]);
  const uploads = createObjectUploads(fileCopiesDir, openBucket(bucket), { onFault });
  return { uploads, place: bucket.url, close: uploads.close };
}
