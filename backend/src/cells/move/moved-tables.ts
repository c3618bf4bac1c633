import type pg from 'pg';
import { IS_TABLE } from '../../platform/db/is-table';

/**
 * What a cell's processes look for by themselves, and what calls, mails and deliveries are let in by: nobody of the other
 * cell may find it before the merchant is there. It is copied in the one transaction in which the merchant arrives; so are
 * the counters, whose rows have no names by which a change could follow.
 */
const AT_THE_SWITCH: ReadonlySet<string> = new Set([
  'merchants',
  'agents',
  'agent_identities',
  'accounts',
  'mailboxes',
  'sessions',
  'passkeys',
  'password_links',
  'pending_sign_ins',
  'embed_origins',
  'embed_secrets',
  'shops',
  'shop_syncs',
  'retention_rules',
  'erasures',
  'exports',
  'outbox',
  'scheduled_mails',
  'ticket_tallies',
]);

/** Who has which page open here, and the move itself. */
const STAYS: ReadonlySet<string> = new Set(['live_pages', 'ticket_presence', 'merchant_moves', 'move_marks']);

/** A table that has rows of merchants. */
export interface MerchantTable {
  name: string;
  /** Those that are stored; what the database makes of others is not among them. */
  columns: readonly string[];
  /** The column that says whose a row is. */
  of: 'merchant_id' | 'id';
  /** Whether every change of a row tells whose it is; else the database must be told to say more of each. */
  namesMerchant: boolean;
  /** followed: copied while everything goes on, with every change after it. */
  way: 'followed' | 'at-the-switch';
}

interface Row {
  name: string;
  columns: string[];
  key: string[];
}

/** All tables with rows of merchants that move. */
export async function readMerchantTables(client: pg.Client): Promise<MerchantTable[]> {
  const { rows } = await client.query<Row>(`
    select c.relname as name,
      array(select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns,
      array(select a.attname::text from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey)
        where i.indrelid = c.oid and i.indisprimary) as key
    from pg_class c where ${IS_TABLE} order by c.relname`);
  return rows.flatMap(({ name, columns, key }): MerchantTable[] => {
    const of = name === 'merchants' ? 'id' : 'merchant_id';
    if (STAYS.has(name) || !columns.includes(of) || (of === 'id' && name !== 'merchants')) return [];
    const way = AT_THE_SWITCH.has(name) ? 'at-the-switch' : 'followed';
    return [{ name, columns, of, namesMerchant: key.includes(of), way }];
  });
}
