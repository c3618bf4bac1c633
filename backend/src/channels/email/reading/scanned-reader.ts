import type { Uploads } from '../../../files/uploads';
import type { VirusScanner } from '../../../virus-scan/virus-scanner';
import type { MailReader } from './mail-reader';

export interface ScannedReaderDeps {
  reader: MailReader;
  scanner: VirusScanner;
  uploads: Pick<Uploads, 'localPath'>;
  /** Called, in one line, of what the operator should know. */
  log: (line: string) => void;
}

/**
 * The same reader, before which each mail is scanned as it came: the scanner opens its files itself. Of one that has a virus
 * only the headers are read, so that agents see who sent it and about what.
 * @returns a reader that throws ScanFailedError when nobody can tell: whoever brings the mail is asked to come again
 */
export function scannedReader({ reader, scanner, uploads, log }: ScannedReaderDeps): MailReader {
  return {
    async read(mail, now) {
      const verdict = await scanner.scan(await uploads.localPath(mail.key));
      if (verdict.kind !== 'infected') return reader.read(mail, now);
      log(`A mail has a virus, and only its sender and subject are shown: ${verdict.virus}.`);
      return { ...(await reader.read({ ...mail, isTooLarge: true }, now)), problem: 'infected' };
    },
    get waitingBytes() {
      return reader.waitingBytes;
    },
    close: () => reader.close(),
  };
}
