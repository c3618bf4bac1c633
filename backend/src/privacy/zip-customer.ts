import type { Readable } from 'node:stream';
import type { AgentId, CustomerId, MerchantId } from '@inbox/domain';
import yazl from 'yazl';
import { codeOf } from '../platform/errors/errors';
import { auditExport, readExport, type ExportDeps } from './export-customer';
import type { ExportedFile } from './export-page';

/**
 * The export as one zip file, for a browser. Files are read as they are sent, and nothing of it is stored. The audit says that it was
 * begun.
 * @returns undefined when the merchant has no such customer
 */
export async function zipCustomer(
  { db, uploads, now }: ExportDeps,
  { merchantId, customerId, by }: { merchantId: MerchantId; customerId: CustomerId; by: AgentId },
): Promise<Readable | undefined> {
  const found = await readExport({ db, now }, { merchantId, customerId });
  if (found === undefined) return undefined;
  await auditExport(db, { merchantId, customerId, by });

  const zip = new yazl.ZipFile();
  const options = { mtime: now, mode: 0o600 };
  const output = zip.outputStream as Readable;
  const files: ExportedFile[] = [];
  for (const { key, of, filename, path } of found.files) {
    const isThere = await uploads.open(key).then(
      ({ stream }) => {
        stream.destroy();
        return true;
      },
      (error: unknown) => {
        if (codeOf(error) === 'ENOENT') return false;
        throw error;
      },
    );
    files.push({ of, filename, path: isThere ? path : null });
    if (!isThere) continue;
    zip.addReadStreamLazy(path, options, (callback) => {
      uploads.open(key).then(
        ({ stream }) => callback(null, stream),
        // Erased in this moment: a file that stops in the middle cannot be taken for a whole one.
        (error: Error) => output.destroy(error),
      );
    });
  }
  const { page, json } = found.texts(files);
  zip.addBuffer(Buffer.from(page), 'index.html', options);
  zip.addBuffer(Buffer.from(json), 'data.json', options);
  zip.end();
  return output;
}
