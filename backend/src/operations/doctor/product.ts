import { sql } from 'kysely';
import { migrations } from '../../platform/db/migrations';
import type { Queryable } from '../../platform/db/connection';
import { missingSpans } from '../../platform/db/partitions/make-partitions';
import { otherName, PARTITIONED, partitionName } from '../../platform/db/partitions/partitioned';
import { listMailProblems } from '../../accounts/mailbox-queries';
import { countDeadLetters } from '../../conversations/dead-letters/dead-letters';
import { readOutboxDepth } from '../../platform/outbox/queue';
import type { Finding } from './finding';

/** Seconds after which what is due is late: several looks of the outbox at its rows. */
const LATE_SECONDS = 300;

export async function checkMigrations(db: Queryable): Promise<Finding> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  const recorded = new Set(rows.map(({ name }) => name));
  const unknown = [...recorded].filter((name) => migrations[name] === undefined);
  const area = 'database';
  if (unknown.length > 0) {
    const todo = 'Run the release that the database belongs to, or a newer one.';
    return { area, level: 'problem', what: `it is of a newer release (${unknown.join(', ')})`, todo };
  }
  const missing = Object.keys(migrations).filter((name) => !recorded.has(name));
  const { rows: versions } = await sql<{ server_version: string }>`show server_version`.execute(db);
  const what = `PostgreSQL ${versions[0]?.server_version ?? 'unknown'}, ${recorded.size} migrations`;
  if (missing.length === 0) return { area, level: 'ok', what };
  return { area, level: 'warning', what: `${what}, ${missing.length} missing`, todo: 'The next start runs them.' };
}

export async function checkQueues(db: Queryable): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { channel, waiting, overdue, unknown, failed } of await readOutboxDepth(db)) {
    const what = `${channel}: ${waiting} wait, the oldest ${Math.round(overdue)} s late, ${unknown} unknown, ${failed} failed today`;
    const todo = `See why: pnpm admin outbox`;
    if (overdue > LATE_SECONDS) findings.push({ area: 'outbox', level: 'problem', what, todo });
    else if (unknown + failed > 0) findings.push({ area: 'outbox', level: 'warning', what, todo });
    else findings.push({ area: 'outbox', level: 'ok', what });
  }
  if (findings.length === 0) findings.push({ area: 'outbox', level: 'ok', what: 'nothing waits' });
  const { all, today } = await countDeadLetters(db);
  const what = `${all} in all, ${today} of the last day`;
  findings.push(
    today === 0
      ? { area: 'dead letters', level: 'ok', what }
      : { area: 'dead letters', level: 'warning', what, todo: 'See what was not understood: pnpm admin dead-letters' },
  );
  return findings;
}

export async function checkAccounts(db: Queryable): Promise<Finding[]> {
  const { rows } = await sql<{ kind: string; count: number }>`
    select kind, count(*)::int as count from accounts where enabled group by 1 order by 1`.execute(db);
  const what = rows.map(({ kind, count }) => `${count} ${kind}`).join(', ');
  const findings: Finding[] = [{ area: 'accounts', level: 'ok', what: what === '' ? 'none yet' : what }];
  for (const { address, in_problem, out_problem } of await listMailProblems(db, 'all')) {
    const todo = 'See which step fails: pnpm admin account check';
    const said = [in_problem, out_problem].flatMap((problem) => problem ?? []).join('; ');
    findings.push({ area: 'mailbox', level: 'problem', what: `${address}: ${said}`, todo });
  }
  return findings;
}

/** Minutes after which a merchant that can write nothing is so because a move was cut short. */
const MOVING_MINUTES = 5;

/** Merchants on the way to another cell; nothing where there is no other. */
export async function checkMoves(db: Queryable): Promise<Finding[]> {
  const { rows } = await sql<{ slug: string; stage: string; minutes: number }>`
    select slug, stage, (extract(epoch from now() - changed_at) / 60)::int as minutes from merchant_moves
    where stage <> 'gone' order by changed_at`.execute(db);
  return rows.map(({ slug, stage, minutes }): Finding => {
    const what = `${slug} is ${stage} on its way to another cell, for ${minutes} minutes`;
    if (stage === 'copying' || minutes < MOVING_MINUTES) return { area: 'moves', level: 'ok', what };
    const todo = `If no command moves it: pnpm admin cell abort --merchant ${slug}`;
    return { area: 'moves', level: 'problem', what, todo };
  });
}

/** Tables that have no partition for what is stored now: a worker makes it in time, where one runs. */
export async function checkPartitions(db: Queryable, now: Date): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const of of PARTITIONED) {
    const [start] = await missingSpans(db, { ...of, ahead: 0 }, now);
    if (start === undefined) continue;
    const what = `${partitionName(of, start)} is missing: what belongs there goes to ${otherName(of)}`;
    const todo = 'A process with the role worker makes it within ten minutes.';
    findings.push({ area: 'partitions', level: 'warning', what, todo });
  }
  return findings;
}

/** The address of a channel's server by https, whose clock can be asked; the product's own channels know the time. */
export async function findClock(db: Queryable): Promise<string | undefined> {
  const { rows } = await sql<{ out_url: string }>`
    select out_url from accounts where enabled and out_url like 'https://%' order by id limit 1`.execute(db);
  return rows[0]?.out_url;
}
