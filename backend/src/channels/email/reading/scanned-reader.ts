import type { Uploads } from '../../../platform/files/uploads';
import type { VirusScanner } from '../../../platform/virus-scan/virus-scanner';
import { removeFiles } from './store-files';
import type { MailReader, SpooledMail } from './mail-reader';
import type { ReadAnswer } from './read-file';

export interface ScannedReaderDeps {
  reader: MailReader;
  scanner: VirusScanner;
  uploads: Uploads;
  /** Called, in one line, of what the operator should know. */
  log: (line: string) => void;
}

/**
 * The same reader, before which each mail is scanned as it came: the scanner opens its files itself. Not every scanner opens
 * S/MIME, so files that come out of it are scanned, too. Of a mail that has a virus only the headers are read, so that agents
 * see who sent it and about what.
 * @returns a reader that throws ScanFailedError when nobody can tell: whoever brings the mail is asked to come again
 */
export function scannedReader({ reader, scanner, uploads, log }: ScannedReaderDeps): MailReader {
  async function virusIn(keys: readonly (string | null)[]): Promise<string | null> {
    for (const key of keys) {
      if (key === null) continue;
      const verdict = await scanner.scan(await uploads.localPath(key));
      if (verdict.kind === 'infected') return verdict.virus;
    }
    return null;
  }

  async function headOf(mail: SpooledMail, now: Date, virus: string): Promise<ReadAnswer> {
    log(`A mail has a virus, and only its sender and subject are shown: ${virus}.`);
    return { ...(await reader.read({ ...mail, isTooLarge: true }, now)), problem: 'infected' };
  }

  return {
    async read(mail, now) {
      const virus = await virusIn([mail.key]);
      if (virus !== null) return headOf(mail, now, virus);
      const answer = await reader.read(mail, now);
      if (!answer.isUnwrapped) return answer;
      let isClean = false;
      try {
        const wrapped = await virusIn(answer.attachments.map(({ storage_key }) => storage_key));
        isClean = wrapped === null;
        return wrapped === null ? answer : await headOf(mail, now, wrapped);
      } finally {
        if (!isClean) await removeFiles(uploads, answer.attachments);
      }
    },
    get waitingBytes() {
      return reader.waitingBytes;
    },
    close: () => reader.close(),
  };
}
