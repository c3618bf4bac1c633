import type { ContentId, MediaKind } from '@inbox/domain';
import { sampleImage, samplePdf, sampleSound, sampleVideo } from '@inbox/simulate';
import type { Stage } from './stage';

const LIMIT = 25_000_000;
/** What makes a document larger than the million bytes from which sizes are told in MB. */
const SCANS = 3_400_000;

export interface DemoFile {
  kind: MediaKind;
  filename: string;
  content_type: string;
  bytes: Buffer;
}

const invoice = samplePdf(['Invoice 41823', 'Kala Threads, Jaipur', '2 x Cotton kurta, indigo', '1 x Khadi stole']);

export const demoFiles = {
  photo: { kind: 'image', filename: 'parcel.png', content_type: 'image/png', bytes: sampleImage(31, 720, 960) },
  panorama: { kind: 'image', filename: 'shelf.png', content_type: 'image/png', bytes: sampleImage(77, 1600, 400) },
  invoice: { kind: 'document', filename: 'invoice-41823.pdf', content_type: 'application/pdf', bytes: invoice },
  scans: {
    kind: 'document',
    filename: 'All the pages of the return form, scanned at the post office in Fort.pdf',
    content_type: 'application/pdf',
    bytes: Buffer.concat([invoice, Buffer.alloc(SCANS, '%\n')]),
  },
  voice: { kind: 'voice', filename: 'voice.wav', content_type: 'audio/wav', bytes: sampleSound(4) },
  song: { kind: 'audio', filename: 'doorbell of the house.wav', content_type: 'audio/wav', bytes: sampleSound(9) },
  video: { kind: 'video', filename: 'unpacking.mp4', content_type: 'video/mp4', bytes: sampleVideo() },
} as const satisfies Record<string, DemoFile>;

/** Brings the bytes of a message's file, which the channel would hand out now. */
export async function bringFile({ deps }: Stage, content: ContentId, file: DemoFile): Promise<void> {
  const { kind, filename, content_type, bytes } = file;
  const { storage_key, size } = await deps.uploads.put(bytes, { maxBytes: LIMIT });
  await deps.db
    .updateTable('attachments')
    .set({ kind, filename, content_type, size, storage_key })
    .where('content_id', '=', content)
    .where('storage_key', 'is', null)
    .execute();
}

/** Puts a file into a message that the merchant has sent. */
export async function attachFile({ deps, merchant }: Stage, content: ContentId, file: DemoFile): Promise<void> {
  const { kind, filename, content_type, bytes } = file;
  const { storage_key, size } = await deps.uploads.put(bytes, { maxBytes: LIMIT });
  await deps.db
    .insertInto('attachments')
    .values({ merchant_id: merchant.id, content_id: content, kind, filename, content_type, size, storage_key })
    .execute();
}
