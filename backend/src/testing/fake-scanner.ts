import { readFile } from 'node:fs/promises';
import { ScanFailedError } from '../platform/virus-scan/clamd';
import type { VirusScanner } from '../platform/virus-scan/virus-scanner';

/** What the scanner of tests takes for a virus. */
export const VIRUS = 'THIS-IS-A-VIRUS-FOR-TESTS';

/** A scanner that reads the files themselves; `isAway` while it cannot be had. */
export interface FakeScanner extends VirusScanner {
  isAway: boolean;
}

export function createFakeScanner(): FakeScanner {
  return {
    isAway: false,
    async scan(path) {
      if (this.isAway) throw new ScanFailedError('It is away.');
      const bytes = await readFile(path);
      return bytes.includes(VIRUS) ? { kind: 'infected', virus: 'Test-Signature' } : { kind: 'clean' };
    },
  };
}
