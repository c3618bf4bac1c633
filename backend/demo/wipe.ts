import { sql } from 'kysely';
import type { Queryable } from '../src/platform/db/connection';
import { inTransaction } from '../src/platform/db/transaction';

/** In the order in which rows may go: what points comes before what is pointed to. */
const TABLES = [
  'note_mentions',
  'note_media',
  'notes',
  'orders',
  'abandoned_checkouts',
  'quick_replies',
  'live_events',
  'inbox_kept',
  'outbox',
  'attachments',
  'contents',
  'uploads',
  'posts',
  'ticket_fields',
  'tickets',
  'conversations',
  'shop_syncs',
  'shop_records',
  'shops',
  'customer_joins',
  'customers',
  'custom_fields',
  'templates',
  'template_syncs',
  'accounts',
  'sessions',
  'agent_identities',
  'provider_answers',
  'agents',
] as const;

/** Takes out what a start that was cut short had begun: the demo merchants and all that is theirs, nothing else. */
export async function wipeMerchants(db: Queryable, slugs: readonly string[]): Promise<void> {
  await inTransaction(db, async (tx) => {
    const rows = await tx.selectFrom('merchants').select('id').where('slug', 'in', slugs).execute();
    const ids = rows.map(({ id }) => id);
    if (ids.length === 0) return;
    // Messages quote one another, and go in one statement.
    for (const table of TABLES) await tx.deleteFrom(table).where('merchant_id', 'in', ids).execute();
    await sql`delete from merchants where id = any(${ids})`.execute(tx);
  });
}
