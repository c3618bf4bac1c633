import type { MerchantId } from '@inbox/domain';
import { demoMedia } from '@inbox/simulate';
import { sql } from 'kysely';
import type { SeedDeps } from './deps';

const PICTURES = 24;

/**
 * Brings what was said in the past to where it would stand by now: replies have arrived and most were seen, pictures have
 * been fetched. Nothing of it leaves, since it would reach its customers today.
 */
export async function settle(deps: SeedDeps, merchantId: MerchantId): Promise<void> {
  const { db } = deps;
  await sql`
    update contents set
      send_status = 'sent', delivered = id % 10 > 0, read = id % 10 > 3,
      external_id = coalesce(external_id, 'wamid.demo.' || id)
    where merchant_id = ${merchantId} and actor = 'merchant' and send_status = 'sending'`.execute(db);
  await sql`
    update tickets t set last_message = t.last_message || jsonb_build_object('delivered', c.delivered, 'read', c.read)
    from (
      select distinct on (ticket_id) ticket_id, delivered, read from contents
      where merchant_id = ${merchantId} and actor = 'merchant' order by ticket_id, created_at desc, id desc
    ) c
    where t.merchant_id = ${merchantId} and t.id = c.ticket_id and t.last_message ->> 'actor' = 'merchant'`.execute(db);
  await sql`update outbox set state = 'done' where merchant_id = ${merchantId}`.execute(db);
  await sql`delete from live_events where merchant_id = ${merchantId}`.execute(db);
  await fetchPictures(deps, merchantId);
}

async function fetchPictures({ db, uploads }: SeedDeps, merchantId: MerchantId): Promise<void> {
  const stored = [];
  for (let n = 0; n < PICTURES; n++) {
    const { storage_key, size } = await uploads.put(demoMedia(String(n * 15)).bytes, { maxBytes: 5_000_000 });
    stored.push({ n, storage_key, size });
  }
  await sql`
    update attachments a set storage_key = s.storage_key, size = s.size, content_type = 'image/png'
    from jsonb_to_recordset(${JSON.stringify(stored)}::jsonb) as s(n int, storage_key text, size bigint)
    where a.merchant_id = ${merchantId} and a.storage_key is null and a.kind = 'image' and a.id % ${PICTURES} = s.n`.execute(
    db,
  );
}
