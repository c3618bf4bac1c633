import type { MerchantId } from '@inbox/domain';
import type { CellShares } from '../tables';
import { differenceOf } from '../cell-shares';
import { MoveError, type CellSession } from './session';

/** What is looked for in the other cell: names that are taken once in the whole inbox. */
const TAKEN: readonly (readonly [what: string, names: string, taken: string])[] = [
  [
    'the merchant',
    'select slug as name from merchants where id = $1',
    'select slug as name from merchants where slug = any($1)',
  ],
  [
    'the agent',
    'select email as name from agents where merchant_id = $1',
    'select email as name from agents where email = any($1)',
  ],
  [
    'the account',
    "select kind || ' ' || external_id as name from accounts where merchant_id = $1",
    "select kind || ' ' || external_id as name from accounts where kind || ' ' || external_id = any($1)",
  ],
  [
    'the shop',
    'select domain as name from shops where merchant_id = $1',
    'select domain as name from shops where domain = any($1)',
  ],
];

/**
 * Whether the merchant can be moved at all, before anything is.
 * @throws MoveError that says what is in the way
 */
export async function refuseHopeless(source: CellSession, target: CellSession, merchantId: MerchantId): Promise<void> {
  const releases = await Promise.all([source, target].map(releaseOf));
  if (releases[0] !== releases[1])
    throw new MoveError('The cells run different releases: bring both to the same first.');
  const [here, there] = await Promise.all([source, target].map(sharesOf));
  const difference = differenceOf(here ?? null, there ?? null);
  if (difference !== null) throw new MoveError(difference);
  const { rows: level } = await source.client.query<{ wal_level: string }>('show wal_level');
  if (level[0]?.wal_level !== 'logical') {
    throw new MoveError("The source's PostgreSQL has wal_level = replica: set it to logical, and start it again.");
  }
  await refuseUnfinished(source, merchantId);
  for (const [what, names, taken] of TAKEN) {
    const { rows: ours } = await source.client.query<{ name: string }>(names, [merchantId]);
    const { rows: theirs } = await target.client.query<{ name: string }>(taken, [ours.map(({ name }) => name)]);
    if (theirs[0] !== undefined) throw new MoveError(`The other cell has ${what} '${theirs[0].name}' already.`);
  }
}

/**
 * What was erased is off a cell's disk when transactions of that cell are over, which another cell cannot tell.
 * @throws MoveError while an erasure is not
 */
export async function refuseUnfinished({ client }: CellSession, merchantId: MerchantId): Promise<void> {
  const { rowCount } = await client.query(
    'select from erasures where merchant_id = $1 and certificate is null limit 1',
    [merchantId],
  );
  if (rowCount !== 0) {
    throw new MoveError(
      'An erasure of this merchant is not off the disk yet; the next night completes it. See pnpm admin customer certificate.',
    );
  }
}

async function sharesOf({ client }: CellSession): Promise<CellShares | null> {
  const { rows } = await client.query<{ shares: CellShares | null }>('select shares from cell');
  return rows[0]?.shares ?? null;
}

async function releaseOf({ client }: CellSession): Promise<string> {
  const { rows } = await client.query<{ name: string }>('select name from kysely_migration order by name');
  return rows.map(({ name }) => name).join();
}
