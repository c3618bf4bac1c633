import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import type { MailLeftOut, MailProblem } from '@inbox/domain';
import type { Email } from 'postal-mime';
import { createUploads } from '../../../platform/files/uploads';
import type { IncomingAttachment } from '../../../conversations/incoming/incoming-message';
import { readAutomatic, type Automatic } from '../reports/automatic';
import { parseMail } from '../parse';
import { MAIL_LIMITS } from '../parse/limits';
import { readMail, type ReadMail } from '../content/read-mail';
import { readReport, type MailReport } from '../reports';
import { storeFiles } from './store-files';
import { unwrapTnef } from '../tnef';

/** A mail that lies on the disk, as a worker thread is asked to read it. */
export interface ReadTask {
  /** `head` reads who wrote and about what, and nothing that a hostile mail could be long in. */
  what: 'mail' | 'head';
  /** Of its bytes. */
  path: string;
  uploadsDir: string;
  /** Names for its files: whoever asked deletes them when this thread is ended half-way. */
  fileKeys: readonly string[];
  /** Empty for bounces. */
  envelopeSender: string;
  now: Date;
}

/** What a mail says, its files stored. */
export interface ReadAnswer {
  mail: ReadMail;
  attachments: IncomingAttachment[];
  /** Null when it reports nothing of a mail of ours. */
  report: MailReport | null;
  /** A program wrote it. */
  isGenerated: boolean;
  /** Why its text is not shown; null when it is. */
  problem: MailProblem | null;
  /** Files came out of a wrapping that not every virus scanner opens. */
  isUnwrapped: boolean;
}

/** As much of a mail as its headers take, and far more than those that anybody reads. */
const HEAD_BYTES = 65_536;

/** @throws when the mail cannot be parsed, or its files cannot be stored */
export async function readTask(task: ReadTask): Promise<ReadAnswer> {
  return task.what === 'head' ? readHead(task) : readWhole(task);
}

async function readWhole({ path, uploadsDir, fileKeys, envelopeSender, now }: ReadTask): Promise<ReadAnswer> {
  const { email: wrapped, leftOut, isUnwrapped } = await parseMail(await readFile(path));
  const report = readReport(wrapped);
  const email = unwrapTnef(wrapped);
  const shown = email.attachments.slice(0, MAIL_LIMITS.attachments);
  const mail = readMail(
    { ...email, attachments: shown },
    {
      envelopeSender,
      now,
      leftOut: { ...leftOut, attachments: leftOut.attachments + email.attachments.length - shown.length },
    },
  );
  const attachments = await storeFiles(createUploads(uploadsDir), shown, fileKeys);
  const problem = problemOf(email, leftOut.unreadable);
  return { attachments, report, problem, isUnwrapped, ...withAutomatic(mail, readAutomatic(wrapped, report)) };
}

/** Where no other part has words, the problem takes the place of the text. */
function problemOf({ text, html }: Email, unreadable: MailLeftOut['unreadable']): MailProblem | null {
  if (html !== undefined) return null;
  const words = (text ?? '').trim();
  if (isArmoured(words)) return 'encrypted';
  return words === '' ? (unreadable ?? null) : null;
}

/** A text that is encrypted by OpenPGP, with nothing around it (RFC 9580 section 6.2). */
const isArmoured = (text: string): boolean =>
  text.startsWith('-----BEGIN PGP MESSAGE-----') && text.endsWith('-----END PGP MESSAGE-----');

/** Headers alone; the body counts for the digest only. */
async function readHead({ path, envelopeSender, now }: ReadTask): Promise<ReadAnswer> {
  const file = await open(path, 'r');
  let head: Buffer;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    head = buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
  const text = head.toString('latin1');
  const end = /\r?\n\r?\n/.exec(text);
  // Of headers without an end the last line may be cut, and is left out.
  const headers = head.subarray(0, end?.index ?? Math.max(0, text.lastIndexOf('\n')));
  // Without what it says of its parts: a body that is not there has none.
  const lines = headers
    .toString('latin1')
    .replace(/^content-(?:type|transfer-encoding):.*(?:\r?\n[ \t].*)*\r?\n?/gim, '');
  const { email } = await parseMail(Buffer.from(`${lines.trimEnd()}\r\n\r\n`, 'latin1'));
  const hash = createHash('sha256');
  const from = end === null ? 0 : end.index + end[0].length;
  for await (const chunk of createReadStream(path, { start: from })) hash.update(chunk as Buffer);
  const mail = readMail({ ...email, text: hash.digest('hex'), attachments: [] }, { envelopeSender, now });
  const nothing = { attachments: [], report: null, problem: null, isUnwrapped: false };
  return { ...nothing, ...withAutomatic({ ...mail, text: '' }, readAutomatic(email, null)) };
}

function withAutomatic(mail: ReadMail, { isGenerated, answer }: Automatic): Pick<ReadAnswer, 'mail' | 'isGenerated'> {
  if (answer === undefined) return { mail, isGenerated };
  return { mail: { ...mail, details: { ...mail.details, automatic: answer } }, isGenerated };
}
