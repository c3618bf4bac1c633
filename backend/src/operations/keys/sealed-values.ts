import { sql } from 'kysely';
import type { AccountKind } from '../../accounts/tables';
import type { AgentId, MerchantId } from '@inbox/domain';
import { labelOf as accountLabel } from '../../accounts/accounts';
import type { RotatingVault } from '../../accounts/vault';
import { labelOf as browserKeyLabel } from '../../agents/sessions/browser-key';
import { labelOf as secondStepLabel } from '../../agents/second-step/second-step-queries';
import type { Queryable } from '../../platform/db/connection';
import { inTransaction } from '../../platform/db/transaction';
import { labelOf as embedLabel } from '../../embed/secrets';
import { labelOf as automationLabel } from '../../merchants/automation';
import { labelOf as shopLabel } from '../../shop/shops';

/** Rows of one transaction: those that it changes are locked as long as it lasts. */
const BATCH = 100;

interface SealedColumn {
  table: string;
  column: string;
  /** The table's key, of one column. */
  key: string;
  /** Columns that the label is made of. */
  of: readonly string[];
  label: (row: Readonly<Record<string, unknown>>) => string;
}

/** Every column that the vault has sealed. A test fails for one of the database's that is in no list. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  {
    table: 'accounts',
    column: 'credentials',
    key: 'id',
    of: ['kind', 'external_id'],
    label: ({ kind, external_id }) =>
      accountLabel({ kind: String(kind) as AccountKind, external_id: String(external_id) }),
  },
  {
    table: 'shops',
    column: 'credentials',
    key: 'merchant_id',
    of: ['domain'],
    label: ({ domain }) => shopLabel(String(domain)),
  },
  {
    table: 'merchants',
    column: 'automation_secret',
    key: 'id',
    of: [],
    label: ({ key }) => automationLabel(Number(key) as MerchantId),
  },
  {
    table: 'agents',
    column: 'browser_key',
    key: 'id',
    of: [],
    label: ({ key }) => browserKeyLabel(Number(key) as AgentId),
  },
  { table: 'embed_secrets', column: 'sealed', key: 'kid', of: [], label: ({ key }) => embedLabel(String(key)) },
  ...['second_steps', 'second_step_offers'].map((table) => ({
    table,
    column: 'secret',
    key: 'agent_id',
    of: [],
    label: ({ key }: Readonly<Record<string, unknown>>) => secondStepLabel(Number(key) as AgentId),
  })),
];

export interface Resealed {
  /** Now under the newest key, which were under an older one. */
  resealed: number;
  /** Under the newest key already. */
  current: number;
  /** Under no key that there is: nothing can be done about them here. */
  unreadable: number;
}

/** With the key of its last row; null when there are no more. */
type Batch = Resealed & { last: string | null };

/**
 * Puts every sealed value under the newest key, in transactions of some rows each. What changes meanwhile is sealed with that
 * key by who changes it. It can be ended anywhere and begun again.
 */
export async function resealAll(db: Queryable, vault: RotatingVault): Promise<Resealed> {
  const total: Resealed = { resealed: 0, current: 0, unreadable: 0 };
  for (const each of SEALED_COLUMNS) {
    for (let after: string | null = null; ;) {
      const from: string | null = after;
      const batch: Batch = await inTransaction(db, (tx) => resealBatch(tx, vault, each, from));
      total.resealed += batch.resealed;
      total.current += batch.current;
      total.unreadable += batch.unreadable;
      if (batch.last === null) break;
      after = batch.last;
    }
  }
  return total;
}

async function resealBatch(
  tx: Queryable,
  vault: RotatingVault,
  { table, column, key, of, label }: SealedColumn,
  after: string | null,
): Promise<Batch> {
  const [inTable, keyColumn, sealedColumn] = [sql.table(table), sql.ref(key), sql.ref(column)];
  const named = [sql`${keyColumn} as key`, sql`${sealedColumn} as sealed`, ...of.map((name) => sql.ref(name))];
  const { rows } = await sql<Record<string, unknown> & { key: string | number; sealed: Buffer }>`
    select ${sql.join(named)} from ${inTable}
    where ${sealedColumn} is not null and ${after === null ? sql`true` : sql`${keyColumn} > ${after}`}
    order by ${keyColumn} limit ${BATCH}`.execute(tx);
  const done = { resealed: 0, current: 0, unreadable: 0 };
  for (const row of rows) {
    let sealed: Buffer | null;
    try {
      sealed = vault.reseal(row.sealed, label(row));
    } catch {
      done.unreadable += 1;
      continue;
    }
    if (sealed === null) {
      done.current += 1;
      continue;
    }
    // What has changed meanwhile is under the newest key: who seals looks first which that is.
    await sql`
      update ${inTable} set ${sealedColumn} = ${sealed}
      where ${keyColumn} = ${row.key} and ${sealedColumn} = ${row.sealed}`.execute(tx);
    done.resealed += 1;
  }
  const last = rows.length < BATCH ? undefined : rows.at(-1);
  return { ...done, last: last === undefined ? null : String(last.key) };
}
