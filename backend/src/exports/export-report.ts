import { createGzip } from 'node:zlib';
import { agentName, dayOf, INBOX_PERMISSION, type EmailAddress, type Profile } from '@inbox/domain';
import { findProfile } from '../agents/agent-queries';
import { readExportPages } from './export-rows';
import { endExport, findReportMailbox, insertReportMail, renewLease, type ClaimedExport } from './export-queries';
import type { FilePart, OutboxPayload } from '../platform/outbox/payloads';
import type { LaggingReads } from '../platform/db/lagging-reads';
import { inTransaction } from '../platform/db/transaction';
import { TooLargeError, type StoredUpload, type Uploads } from '../platform/files/uploads';
import type { WorkContext } from '../platform/db/unit-of-work';
import { exportCells, exportTitles } from './export-columns';
import { messages } from '../platform/errors/messages';

/** Bytes. A larger report is compressed; one that is larger even then is mailed by hardly any server. */
const PLAIN_BYTES = 2_000_000;
const MAILED_BYTES = 15_000_000;
const CSV_BYTES = 1_000_000_000;

/** The mail by which an agent is sent a report. */
export interface ReportMail {
  from: EmailAddress;
  to: EmailAddress[];
  subject: string;
  text: string;
  files: FilePart[];
}

export interface ReportDeps {
  context: WorkContext;
  /** Reports are read at leisure, beside agents' calls. */
  reads: LaggingReads;
  uploads: Uploads;
  /** Makes the mail what the e-mail channel sends. */
  composeMail: (mail: ReportMail) => OutboxPayload;
  leaseMs: number;
  /** Ends the work under way; it is taken up again later. */
  signal: AbortSignal;
}

interface Made {
  upload: StoredUpload;
  rows: number;
  packed: boolean;
}

/**
 * Makes a report and puts it, or why there is none, into the outbox. The file is the state of one moment, whatever changes
 * meanwhile. Asked again after a crash it begins anew: one mail is all that leaves.
 */
export async function makeReport(deps: ReportDeps, claim: ClaimedExport): Promise<void> {
  const reader = await readerOf(deps, claim);
  if (reader === undefined) return endUnread(deps, claim);
  const made = await makeFile(deps, claim).catch((error: unknown) => {
    if (error instanceof TooLargeError) return undefined;
    throw error;
  });
  await mail(deps, claim, reader, made ?? messages.exportTooLarge);
}

/** Tells the agent that the report could not be made, after all attempts. */
export async function giveUp(deps: ReportDeps, claim: ClaimedExport): Promise<void> {
  const reader = await readerOf(deps, claim);
  if (reader === undefined) return endUnread(deps, claim);
  await mail(deps, claim, reader, messages.exportFailed);
}

/** Whoever lost access since asking is sent nothing. */
async function readerOf({ context }: ReportDeps, claim: ClaimedExport): Promise<Profile | undefined> {
  const profile = await findProfile(context.db, claim.merchant_id, claim.agent_id);
  return profile?.user_permissions.includes(INBOX_PERMISSION) ? profile : undefined;
}

async function endUnread({ context }: ReportDeps, claim: ClaimedExport): Promise<void> {
  const error = 'The agent has no access any more.';
  await endExport(context.db, claim, { state: 'failed', storageKey: null, error, at: context.now() });
}

async function makeFile(deps: ReportDeps, claim: ClaimedExport): Promise<Made> {
  const { context, reads, uploads } = deps;
  let rows = 0;
  const plain = await reads.caughtUp((from) =>
    inTransaction(
      from,
      (tx) => {
        rows = 0;
        async function* bytes(): AsyncGenerator<Buffer> {
          yield Buffer.from(BYTE_ORDER_MARK + csvLine(exportTitles));
          for await (const page of readExportPages(tx, claim.merchant_id, claim.filters, claim.created_at)) {
            deps.signal.throwIfAborted();
            if (!(await renewLease(context.db, claim, deps.leaseMs))) throw new Error('Another took this report.');
            rows += page.length;
            yield Buffer.from(page.map((row) => csvLine(exportCells(row))).join(''));
          }
        }
        // `put` stores nothing when the reading fails, and only the commit of what has read follows it.
        return uploads.put(bytes(), { maxBytes: CSV_BYTES });
      },
      { isolationLevel: 'repeatable read', accessMode: 'read only' },
    ),
  );
  if (plain.size <= PLAIN_BYTES) return { upload: plain, rows, packed: false };
  try {
    const { stream } = await uploads.open(plain.storage_key);
    const packed = stream.pipe(createGzip());
    stream.once('error', (error) => packed.destroy(error));
    return { upload: await uploads.put(packed, { maxBytes: MAILED_BYTES }), rows, packed: true };
  } finally {
    await uploads.remove(plain.storage_key);
  }
}

/** The report and its mail are one: a file without its mail is removed again. */
async function mail(
  { context, uploads, composeMail }: ReportDeps,
  claim: ClaimedExport,
  reader: Profile,
  made: Made | string,
): Promise<void> {
  const upload = typeof made === 'string' ? null : made.upload;
  const at = context.now();
  try {
    const isOurs = await inTransaction(context.db, async (tx) => {
      const end = { storageKey: upload?.storage_key ?? null, error: typeof made === 'string' ? made : null, at };
      const mailbox = await findReportMailbox(tx, claim.merchant_id);
      const state = mailbox === undefined ? 'failed' : 'mailed';
      if (!(await endExport(tx, claim, { ...end, state }))) return false;
      if (mailbox === undefined) return true;
      const from = { email: mailbox.address ?? mailbox.external_id, name: mailbox.name };
      await insertReportMail(
        tx,
        claim.merchant_id,
        mailbox.id,
        composeMail({
          from,
          to: [{ email: reader.email, name: agentName(reader) }],
          subject: messages.exportSubject(reader.merchant_name),
          text: messages.exportText(
            reader.first_name,
            typeof made === 'string' ? made : messages.exportAttached(made.rows),
          ),
          files: typeof made === 'string' ? [] : [partOf(made, claim.created_at)],
        }),
      );
      return true;
    });
    if (!isOurs && upload !== null) await uploads.remove(upload.storage_key);
  } catch (error) {
    if (upload !== null) await uploads.remove(upload.storage_key);
    throw error;
  }
  context.outboxWoken();
}

function partOf({ upload, packed }: Made, asked: Date): FilePart {
  const name = `conversations-${dayOf(asked.getTime())}.csv`;
  return {
    storage_key: upload.storage_key,
    filename: packed ? `${name}.gz` : name,
    content_type: packed ? 'application/gzip' : 'text/csv',
    kind: 'document',
    size: upload.size,
  };
}

/** So that Excel reads the file as UTF-8, and with it every script of India. */
const BYTE_ORDER_MARK = '\uFEFF';

/** A spreadsheet takes a cell that begins so for a formula, and would run what a customer wrote. */
const RUNS = /^[=+\-@\t\r\n]/;
const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/;

/** One line of the file (RFC 4180). What looks like a formula gets an apostrophe before it, and is text. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(cell).join(',')}\r\n`;
}

function cell(text: string): string {
  const safe = RUNS.test(text) ? `'${text}` : text;
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
