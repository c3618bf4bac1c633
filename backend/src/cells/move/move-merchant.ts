import { setTimeout as delay } from 'node:timers/promises';
import type { MerchantId } from '@inbox/domain';
import type { MoveStage } from '../tables';
import { carry, compare, removeRows } from './carry';
import { caughtUp, copied, startFollowing, stopArriving, stopFollowing } from './follow';
import { drained, freeze, thaw } from './freeze';
import { refuseHopeless, refuseUnfinished } from './refuse';
import { asReplica, MoveError, openCellSession, type CellSession } from './session';
import { readMerchantTables, type MerchantTable } from './moved-tables';

export interface MoveRequest {
  /** The merchant's short name. */
  slug: string;
  /** The databases, past any pooler, by roles that are superusers there. */
  sourceUrl: string;
  targetUrl: string;
  /** Told, in one line, how far it has got. */
  say(line: string): void;
  /** Milliseconds within which a source whose connection broke must be reachable again for the move to be taken back. */
  sourceBackMs?: number;
}

interface Move {
  source: CellSession;
  target: CellSession;
  merchantId: MerchantId;
  slug: string;
  tables: readonly MerchantTable[];
  say(line: string): void;
  sourceBackMs: number;
}

/** Milliseconds for which the merchant could not write, and how many rows it has. */
export interface Moved {
  pauseMs: number;
  rows: number;
}

/** Milliseconds in which what was written up to now arrives: while everything goes on, and while nothing can be written. */
const CATCHING_UP_MS = 120_000;
const LAST_ONES_MS = 15_000;

/** Default of `sourceBackMs`: a PostgreSQL that crashed has usually recovered by then. */
const SOURCE_BACK_MS = 60_000;
/** Milliseconds between two attempts to reach the source. */
const SOURCE_RETRY_MS = 250;

/** One move at a time out of a cell. */
const LOCK = 4_020_913;

/**
 * Moves a merchant from one cell to another while its agents work. Everything is copied, and what changes meanwhile follows;
 * then nothing more is sent, nothing can be written, the rest is copied and compared, and the merchant is served by the
 * other cell. Until then a failure leaves everything as it was; after it the same command completes what is left.
 * @throws MoveError in words for the operator
 */
export async function moveMerchant(request: MoveRequest): Promise<Moved> {
  return withCells(request, async (move, stage) => {
    if (stage === 'gone') {
      await finishArrival(move);
      await tidy(move);
      return { pauseMs: 0, rows: 0 };
    }
    if (stage !== null)
      throw new MoveError(`A move of ${move.slug} was cut short: pnpm admin cell abort takes it back.`);
    await refuseHopeless(move.source, move.target, move.merchantId);
    try {
      await follow(move);
      const moved = await change(move);
      await tidy(move);
      return moved;
    } catch (error) {
      await withLiveSource(move, error, async (live) => {
        if ((await stageOf(live)) !== 'gone') await takeBack(live, error);
      });
      throw error;
    }
  });
}

/**
 * Takes a move back that was cut short before the other cell served the merchant; what is left of one that was taken back
 * without the other cell is removed from there.
 * @throws MoveError when the other cell serves the merchant
 */
export async function abortMove(request: MoveRequest): Promise<void> {
  await withCells(request, async (move, stage) => {
    if (stage === 'gone') throw new MoveError(`${move.slug} has left already: pnpm admin cell move completes it.`);
    await takeBack(move);
  });
}

async function withCells<T>(
  { slug, sourceUrl, targetUrl, say, sourceBackMs = SOURCE_BACK_MS }: MoveRequest,
  work: (move: Move, stage: MoveStage | null) => Promise<T>,
): Promise<T> {
  const source = await openCellSession(sourceUrl, 'The source');
  try {
    const target = await openCellSession(targetUrl, 'The target');
    try {
      await lockMoves(source);
      const found = await findMoving(source, slug);
      if (found === null) throw new MoveError(`There is no merchant '${slug}' in the source.`);
      refuseOtherCell(source, target, found);
      const tables = await readMerchantTables(source.client);
      return await work({ source, target, merchantId: found.id, slug, tables, say, sourceBackMs }, found.stage);
    } finally {
      await target.client.end();
    }
  } finally {
    await source.client.end();
  }
}

/** @throws MoveError when another session moves a merchant out of this cell */
async function lockMoves({ client }: CellSession): Promise<void> {
  const { rows } = await client.query<{ is: boolean }>('select pg_try_advisory_lock($1) as is', [LOCK]);
  if (rows[0]?.is !== true) throw new MoveError('Another merchant is being moved out of this cell.');
}

/**
 * Runs `work` with a source that answers, which is a new session if the move's own connection to it broke.
 * @param because the error with which the move failed
 * @throws MoveError when the source is not reachable again in time
 */
async function withLiveSource(move: Move, because: unknown, work: (live: Move) => Promise<void>): Promise<void> {
  const isLive = await move.source.client.query('select').then(
    () => true,
    () => false,
  );
  if (isLive) return work(move);
  const source = await reopenSource(move, because);
  try {
    await work({ ...move, source });
  } finally {
    await source.client.end();
  }
}

async function reopenSource({ source, slug, say, sourceBackMs }: Move, because: unknown): Promise<CellSession> {
  say('The connection to the source broke. It is being opened again.');
  const limit = Date.now() + sourceBackMs;
  for (;;) {
    try {
      return await replaceSession(source);
    } catch (error) {
      if (Date.now() > limit) {
        const why = because instanceof Error ? `${because.message.replace(/\.$/, '')}. ` : '';
        throw new MoveError(
          `${why}The connection to the source broke and cannot be opened again, so the merchant may be unable to write: pnpm admin cell abort --merchant ${slug} takes the move back.`,
          { cause: error },
        );
      }
      await delay(SOURCE_RETRY_MS);
    }
  }
}

/** Opens a session in place of a broken one, with its lock. @throws MoveError when that is not possible yet */
async function replaceSession(broken: CellSession): Promise<CellSession> {
  const session = await openCellSession(broken.url, 'The source');
  try {
    // The server may not know that the connection broke, and still store what was requested last, such as a stage.
    await session.client.query(
      "select pg_terminate_backend(pid, 5000) from pg_stat_activity where pid = $1 and application_name = 'inbox move'",
      [broken.pid],
    );
    await lockMoves(session);
    return session;
  } catch (error) {
    await session.client.end().catch(() => undefined);
    throw error;
  }
}

/** What is removed from a target must never be what a merchant works with. @throws MoveError when it could be */
function refuseOtherCell(source: CellSession, target: CellSession, { toCell }: { toCell: number | null }): void {
  if (source.cell === target.cell) {
    throw new MoveError(
      `Both databases say that they are cell ${source.cell}, so that their ids collide: pnpm admin cell number NUMBER gives a new one its own.`,
    );
  }
  if (toCell !== null && toCell !== target.cell) {
    throw new MoveError(`This merchant moves, or has moved, to cell ${toCell}, and the target is cell ${target.cell}.`);
  }
}

async function findMoving({ client }: CellSession, slug: string) {
  const { rows } = await client.query<{ id: string; stage: MoveStage | null; toCell: number | null }>(
    `select coalesce(m.id, v.merchant_id)::text as id, v.stage, v.to_cell as "toCell" from merchants m
     full join merchant_moves v on v.merchant_id = m.id where coalesce(m.slug, v.slug) = $1`,
    [slug],
  );
  const [row] = rows;
  return row === undefined ? null : { ...row, id: Number(row.id) as MerchantId };
}

async function stageOf({ source, merchantId }: Move): Promise<MoveStage | null> {
  const { rows } = await source.client.query<{ stage: MoveStage }>(
    'select stage from merchant_moves where merchant_id = $1',
    [merchantId],
  );
  return rows[0]?.stage ?? null;
}

async function enter({ source, target, merchantId, slug }: Move, stage: MoveStage): Promise<void> {
  await source.client.query(
    `insert into merchant_moves (merchant_id, slug, stage, to_cell) values ($1, $2, $3, $4)
     on conflict (merchant_id) do update set stage = excluded.stage, changed_at = now()`,
    [merchantId, slug, stage, target.cell],
  );
}

/** Copies what can be copied while everything goes on. */
async function follow(move: Move): Promise<void> {
  const { source, target, merchantId, tables, say } = move;
  await enter(move, 'copying');
  // What an earlier move may have left there.
  await clearTarget(target, tables, merchantId);
  await startFollowing(source, target, move);
  await copied(target, merchantId, (left) => say(`Copying: ${left} tables are left.`));
}

/** Removes what a move has left in the other cell. @throws MoveError when that cell serves the merchant */
async function clearTarget(
  target: CellSession,
  tables: readonly MerchantTable[],
  merchantId: MerchantId,
): Promise<void> {
  const { rowCount } = await target.client.query('select from merchants where id = $1', [merchantId]);
  if (rowCount !== 0) throw new MoveError('The other cell serves this merchant.');
  await asReplica(target, () => removeRows(target, tables, merchantId));
}

/** The moment in which the merchant changes hands. */
async function change(move: Move): Promise<Moved> {
  const { source, target, merchantId, say } = move;
  await enter(move, 'draining');
  say('Copied. Nothing more is sent until it is there.');
  await drained(source, merchantId);
  await caughtUp(source, target, { merchantId, withinMs: CATCHING_UP_MS });
  const begun = performance.now();
  await enter(move, 'frozen');
  await freeze(source, move);
  await refuseUnfinished(source, merchantId);
  await caughtUp(source, target, { merchantId, withinMs: LAST_ONES_MS });
  const rows = await arrive(move, async () => {
    // From here on the source serves nobody of this merchant: should this end now, the same command goes on.
    await enter(move, 'gone');
  });
  const pauseMs = Math.round(performance.now() - begun);
  await tellPages(move);
  return { pauseMs, rows };
}

/** Has the merchant in the other cell, all of it or nothing. @param beforeCommit runs when all has arrived as it was */
async function arrive(
  { source, target, merchantId, tables }: Move,
  beforeCommit: () => Promise<void>,
): Promise<number> {
  return asReplica(target, async () => {
    await target.client.query('begin');
    try {
      for (const table of tables.filter(({ way }) => way === 'at-the-switch')) {
        await carry(source, target, table, merchantId);
      }
      const rows = await compare(source, target, tables, merchantId);
      // Nobody there has them on lease.
      await target.client.query('update mailboxes set holder = null, lease_until = null where merchant_id = $1', [
        merchantId,
      ]);
      await target.client.query("update exports set lease_until = null where merchant_id = $1 and state = 'waiting'", [
        merchantId,
      ]);
      await target.client.query('delete from merchant_moves where merchant_id = $1', [merchantId]);
      await beforeCommit();
      await target.client.query('commit');
      return rows;
    } catch (error) {
      await target.client.query('rollback').catch(() => undefined);
      throw error;
    }
  });
}

/** After a move that ended between the two commits, or in the tidying: whatever was not there yet arrives. */
async function finishArrival(move: Move): Promise<void> {
  const { target, merchantId } = move;
  const { rowCount } = await target.client.query('select from merchants where id = $1', [merchantId]);
  if (rowCount === 0) await arrive(move, () => Promise.resolve());
  await tellPages(move);
}

/** Open pages come again, and find the other cell. */
async function tellPages({ source, merchantId }: Move): Promise<void> {
  const told = JSON.stringify({ about: 'moved', merchant_id: merchantId, agent_id: null });
  await source.client.query("select pg_notify('inbox_access', $1)", [told]);
}

/** Takes the merchant's rows out of the source; that it has moved, and where to, stays known. */
async function tidy(move: Move): Promise<void> {
  const { source, target, merchantId, tables, say } = move;
  say('Moved. What is left in the old cell is deleted.');
  await stopArriving(source, target, merchantId);
  await stopFollowing(source, move);
  await asReplica(source, () => removeRows(source, tables, merchantId));
  await thaw(source, merchantId);
  await target.client.query('analyze');
}

/**
 * The merchant can write and send again before anything else is done, whether the other cell is there or not.
 * @param because why, where the move failed
 */
async function takeBack(move: Move, because?: unknown): Promise<void> {
  const { source, target, merchantId, tables, slug } = move;
  await thaw(source, merchantId);
  await source.client.query('delete from merchant_moves where merchant_id = $1', [merchantId]);
  try {
    // Anew: what has failed may be the connection to it.
    const again = await openCellSession(target.url, 'The target');
    try {
      await stopArriving(source, again, merchantId);
      await clearTarget(again, tables, merchantId);
    } finally {
      await again.client.end();
    }
  } catch (error) {
    if (error instanceof MoveError && because === undefined) throw error;
    const why = because instanceof Error ? `${because.message} ` : '';
    const left = 'The merchant works as before, and something of it is left in the other cell, which is away';
    throw new MoveError(`${why}${left}: pnpm admin cell abort --merchant ${slug} removes it.`, { cause: error });
  } finally {
    await stopFollowing(source, move);
  }
}
