import { readHistory } from '@inbox/federation';
import { sql } from 'kysely';
import type { Queryable } from '../platform/db/connection';
import { inTransaction } from '../platform/db/transaction';
import { appendAudit } from './audit-queries';

const RELEASES = 'release.changed';

/**
 * Records what was done to panels since the last time: by the commands, by a team's token, on the page 'Panel releases', by
 * the inbox itself. They change files and not rows, so that their history is followed; several nodes record each change once.
 */
export async function recordReleases(db: Queryable, dataDir: string): Promise<void> {
  const changes = (await readHistory(dataDir)).toReversed();
  if (changes.length === 0) return;
  await inTransaction(db, async (tx) => {
    // The chain has no row before its first record.
    await sql`select pg_advisory_xact_lock(hashtext('audit releases'))`.execute(tx);
    const { rows } = await sql<{ revision: number | null }>`
      select (content::jsonb #>> '{ids,revision}')::bigint as revision from audit_records
      where merchant_id = 0 and what = ${RELEASES} order by seq desc limit 1`.execute(tx);
    const known = rows[0]?.revision ?? 0;
    for (const { revision, action, panel, version, by, at } of changes) {
      if (revision <= known) continue;
      const detail = {
        ids: { revision },
        changes: { action: [null, action], version: [null, version ?? null] },
        done: at,
      };
      await appendAudit(tx, { chain: 0, what: RELEASES, about: `panel:${panel}`, detail, by: `publisher:${by}` });
    }
  });
}
