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
 * The same uploads, of which each file is scanned before anybody can have it.
 * @returns uploads whose `put` throws InfectedError, and ScanFailedError when nobody can tell; nothing is stored then
 */
export function scannedUploads(uploads: Uploads, scanner: VirusScanner): Uploads {
  const check = async (path: string): Promise<void> => {
    const verdict = await scanner.scan(path);
    if (verdict.kind === 'infected') throw new InfectedError(verdict.virus);
  };
  return { ...uploads, put: (bytes, options) => uploads.put(bytes, { ...options, check }) };
}
