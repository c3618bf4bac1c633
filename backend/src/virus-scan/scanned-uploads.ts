import type { Uploads } from '../files/uploads';
import type { VirusScanner } from './virus-scanner';

/** The file has a virus, and is not stored. */
export class InfectedError extends Error {
  override readonly name = 'InfectedError';
  constructor(
    /** As the scanner names it. */
    readonly virus: string,
  ) {
    super(`The file has a virus: ${virus}.`);
  }
}

/**
 * The same uploads, of which each file is scanned before anybody hears of it. Its bytes are on the disk meanwhile, under a name
 * that no row has.
 * @returns uploads whose `put` throws InfectedError, and ScanFailedError when nobody can tell; nothing is stored then
 */
export function scannedUploads(uploads: Uploads, scanner: VirusScanner): Uploads {
  return {
    ...uploads,
    async put(bytes, options) {
      const stored = await uploads.put(bytes, options);
      try {
        const verdict = await scanner.scan(uploads.pathOf(stored.storage_key));
        if (verdict.kind === 'infected') throw new InfectedError(verdict.virus);
        return stored;
      } catch (error) {
        await uploads.remove(stored.storage_key);
        throw error;
      }
    },
  };
}
