import type { MailReader, MailReaderOptions } from '../reading/mail-reader';
import { startMailReader } from '../reading/mail-reader';
import { scannedReader } from '../reading/scanned-reader';
import type { VirusScanner } from '../../../platform/virus-scan/virus-scanner';
import { traced } from '../../../platform/tracing/tracing';
import { ingestMail, type AcceptedMail, type Mailbox, type MailDeps } from './ingest-mail';
import { ingestSentMail } from './ingest-sent-mail';
import { startSenderChecker, type SenderCheckerOptions } from '../sender/sender-checker';

/** As it comes over the wire: 25 MB of files (spec section 5) are 34.3 MB in base64, with line ends; the text is beside. */
export const MAX_MAIL_BYTES = 36_000_000;
/** Mails on the disk that wait to be read; beyond that senders are asked to come back. */
const MAX_WAITING_BYTES = 400_000_000;
/** Bytes of memory of the whole process, while mails are read, beyond which no more are taken in. */
const MAX_MEMORY_BYTES = 900_000_000;

/** Takes in what comes by SMTP and what is read by IMAP, within one bound. */
export interface MailIntake {
  /** Whether so many bytes more may come now. */
  hasRoom(bytes: number): boolean;
  /** Owns the mail's bytes from here on: they are gone unless a message has them. @throws as `ingestMail` */
  take(mailboxes: readonly Mailbox[], mail: AcceptedMail): Promise<void>;
  /** A mail of the shop's that another program has sent. @throws as `ingestSentMail` */
  takeSent(mailbox: Mailbox, mail: AcceptedMail): Promise<void>;
  close(): Promise<void>;
}

export interface MailIntakeOptions extends MailDeps {
  /** How senders are proven; left out, they are not. */
  senders?: SenderCheckerOptions;
  /** Left out, mails are not scanned for viruses. */
  scanner?: VirusScanner | undefined;
  waitingBytes?: number;
  reading?: Pick<MailReaderOptions, 'timeoutMs' | 'heapMb'>;
}

/** A mail begins a trace: what brought it, a connection that goes on, is in none. */
const INCOMING = { kind: 'server', parent: null } as const;

export function startMailIntake(options: MailIntakeOptions): MailIntake {
  const { context, uploads, log, scanner, waitingBytes = MAX_WAITING_BYTES } = options;
  const plain = startMailReader({ uploads, log, ...options.reading });
  const reader = scanner === undefined ? plain : scannedReader({ reader: plain, scanner, uploads, log });
  const senders = options.senders && startSenderChecker(options.senders);
  const deps = { context, uploads, log, reader, senders };
  return {
    hasRoom: (bytes) => roomFor(reader, bytes, waitingBytes),
    take: (mailboxes, mail) => traced('mail', INCOMING, async () => ingestMail(deps, mailboxes, mail)),
    takeSent: (mailbox, mail) => traced('mail', INCOMING, async () => ingestSentMail(deps, mailbox, mail)),
    async close() {
      await Promise.all([reader.close(), senders?.close()]);
    },
  };
}

function roomFor(reader: MailReader, more: number, waitingBytes: number): boolean {
  if (reader.waitingBytes + more > waitingBytes) return false;
  // What is not reading any more gives its memory back later: it must not keep mails out.
  return reader.waitingBytes === 0 || process.memoryUsage.rss() < MAX_MEMORY_BYTES;
}
