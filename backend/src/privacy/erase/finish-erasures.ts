import { readFile, truncate, writeFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { appendAudit } from '../../audit/audit-queries';
import type { Queryable } from '../../platform/db/connection';
import { inTransaction } from '../../platform/db/transaction';
import type { Uploads } from '../../platform/files/uploads';
import { makeCertificate, type ArchiveBefore, type Certificate } from './certificate';
import { removeErasedFiles } from './erase-customer';
import { AUDIT_RECORDS } from './erase-rows';
import { listUnfinished, storeCertificate } from './erasure-queries';
import { rewriteStorage, type RewriteOptions } from './rewrite-storage';

export interface FinishDeps extends Pick<RewriteOptions, 'ownsServer' | 'patienceMs'> {
  db: Queryable;
  uploads: Pick<Uploads, 'remove'>;
  /** Of the inbox's own server. */
  serverLog?: string | undefined;
  /** The archives that there are. */
  listArchives(): Promise<readonly ArchiveBefore[]>;
  now(): Date;
}

/** Held by who rewrites, over all processes. */
const LOCK = 4_020_913;

/**
 * Removes what erasures have left on the disk, of all of them at once, and certifies each.
 * @returns the certificates; none when there is nothing to do, or another process does it
 * @throws RewritePostponed when it has to be done later
 * @throws UnfinishedError at the end, when files of some of them could not be removed
 */
export async function finishErasures({
  db,
  uploads,
  serverLog,
  listArchives,
  now,
  ...options
}: FinishDeps): Promise<Certificate[]> {
  return db.connection().execute(async (holder) => {
    const { rows } = await sql<{ mine: boolean }>`select pg_try_advisory_lock(${LOCK}) as mine`.execute(holder);
    if (rows[0]?.mine !== true) return [];
    try {
      const filesLeft = await removeErasedFiles({ db, uploads }).then(
        () => undefined,
        (error: unknown) => ({ error }),
      );
      // An erasure whose files are still there has no certificate yet, and keeps no other one from having its own.
      const erasures = (await listUnfinished(db)).filter(({ files }) => files.length === 0);
      const newest = erasures.at(-1);
      if (newest === undefined) {
        if (filesLeft) throw filesLeft.error;
        return [];
      }
      const withAudit = erasures.some(({ counts }) => counts[AUDIT_RECORDS] !== undefined);
      const rewritten = await rewriteStorage(db, { ...options, transaction: newest.transaction, withAudit });
      if (serverLog !== undefined) await cleanServerLog(serverLog);
      const archives = await listArchives();
      const certificates: Certificate[] = [];
      for (const erasure of erasures) {
        const { name } = await db
          .selectFrom('merchants')
          .select('name')
          .where('id', '=', erasure.merchant_id)
          .executeTakeFirstOrThrow();
        const certificate = makeCertificate(erasure, { shop: name, rewritten, archives, now: now() });
        await inTransaction(db, async (tx) => {
          if (!(await storeCertificate(tx, erasure.id, JSON.stringify(certificate)))) return;
          await appendAudit(tx, {
            chain: erasure.merchant_id,
            what: 'customer.certified',
            about: `erasure:${erasure.id}`,
            detail: { ids: { sha256: certificate.sha256 } },
          });
        });
        certificates.push(certificate);
      }
      if (filesLeft) throw filesLeft.error;
      return certificates;
    } finally {
      await sql`select pg_advisory_unlock(${LOCK})`.execute(holder);
    }
  });
}

/** What follows an error's own line: rows and statements, with what was in them. */
const QUOTING = /(DETAIL|STATEMENT|CONTEXT|QUERY): /;

/** Takes from the server's log what quotes rows. Newer lines have none of it: its verbosity is 'terse'. */
async function cleanServerLog(path: string): Promise<void> {
  const text = await readFile(path, 'utf8').catch(() => '');
  let isQuoted = false;
  const lines = text.split('\n').filter((line) => {
    // A line that goes on from the one before begins with a tab.
    if (!line.startsWith('\t')) isQuoted = QUOTING.test(line);
    return !isQuoted;
  });
  const clean = lines.join('\n');
  // The server appends to this very file.
  if (clean.length === text.length) return;
  await writeFile(path, clean, { flag: 'r+' });
  await truncate(path, Buffer.byteLength(clean));
}
