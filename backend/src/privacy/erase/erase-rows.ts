import type { ContentId, LogEntry } from '@inbox/domain';
import { surveyRating } from '@inbox/domain/analytics';
import { sql, type RawBuilder } from 'kysely';
import { appendAudit } from '../../audit/audit-queries';
import type { Queryable } from '../../platform/db/connection';
import type { ErasedCounts } from './tables';
import { eraseRaws } from './erase-raws';
import { lastDigits } from '../../shop/contacts';
import type { Traces } from './traces';
import { messages } from '../messages';

/** What stays of log entries: who did it, when, and these sentences, which name nobody but agents. */
const PLAIN_EVENTS = [
  'created',
  'assigned',
  'transferred',
  'status',
  'closed',
  'reopened',
  'follow_up',
  'priority',
  'subscribers',
  'linked',
  'unlinked',
  'csat',
  'undone',
] as const satisfies readonly LogEntry['event'][];

export interface ErasedRows {
  counts: ErasedCounts;
  /** Files that no row names any more. */
  files: string[];
}

/**
 * Erases what is about these customers and tickets, in the transaction of the caller, which has locked them. What reports
 * count stays: the tickets' numbers, times, states and agents, and messages without their words.
 */
export async function eraseRows(tx: Queryable, traces: Traces, now: Date): Promise<ErasedRows> {
  const { merchantId, tickets, contents, customers, conversations, contacts, words } = traces;
  const counts: ErasedCounts = {};
  const count = async (kind: string, statement: RawBuilder<unknown>): Promise<void> => {
    const { numAffectedRows = 0n } = await statement.execute(tx);
    if (numAffectedRows > 0n) counts[kind] = (counts[kind] ?? 0) + Number(numAffectedRows);
  };
  const ofTickets = sql`merchant_id = ${merchantId} and ticket_id = any(${tickets}::bigint[])`;
  const ofContents = sql`merchant_id = ${merchantId} and content_id = any(${contents}::bigint[])`;
  const ofCustomers = sql`merchant_id = ${merchantId} and customer_id = any(${customers}::bigint[])`;
  const ofNotes = sql`merchant_id = ${merchantId} and note_id in (select id from notes where ${ofTickets})`;

  const files = await filesOf(tx, traces);
  await count('attachments', sql`delete from attachments where ${ofContents}`);
  await count('files of notes', sql`delete from note_media where ${ofNotes}`);
  await sql`delete from note_mentions where ${ofNotes}`.execute(tx);
  await count('notes', sql`delete from notes where ${ofTickets}`);
  await count('scheduled mails', sql`delete from scheduled_mails where ${ofTickets}`);
  await count('uploads that were not sent', sql`delete from uploads where ${ofTickets} and used_at is null`);
  await sql`delete from uploads where ${ofTickets}`.execute(tx);
  await sql`delete from long_mails where ${ofContents}`.execute(tx);
  await sql`delete from message_raws where ${ofContents}`.execute(tx);
  await count('field values', sql`delete from ticket_fields where ${ofTickets}`);
  await sql`delete from ticket_presence where ${ofTickets}`.execute(tx);
  await sql`update calls set external_id = null where ${ofTickets} and external_id is not null`.execute(tx);
  // Before the messages are without their ids at the channel.
  Object.assign(counts, await eraseRaws(tx, traces));
  await count(
    'outbox rows',
    sql`delete from outbox where ${ofContents}
      or merchant_id = ${merchantId} and conversation_id = any(${conversations}::bigint[])`,
  );
  await eraseContents(tx, traces, count);
  const tags = await eraseTickets(tx, traces, now);
  if (tickets.length > 0) counts['tickets'] = tickets.length;
  if (tags > 0) counts['tags that no other ticket has'] = tags;
  files.push(...(await eraseReports(tx, traces, count)));
  // What browsers have not yet been sent. Those that were away load anew.
  await sql`delete from live_events where merchant_id = ${merchantId}`.execute(tx);
  if (customers.length === 0) return { counts, files };

  await count('orders', sql`delete from orders where ${ofCustomers}`);
  await count('checkouts', sql`delete from abandoned_checkouts where ${ofCustomers}`);
  // Rows of an older release have the end of a number only. If one is another customer's, the shop sends it again.
  await count(
    'shop records',
    sql`delete from shop_records where merchant_id = ${merchantId}
      and (emails && ${contacts.emails}::text[] or (phones && ${lastDigits(contacts.phones)}::text[]
        and (phone_numbers is null or phone_numbers && ${contacts.phones}::text[])))`,
  );
  await sql`delete from shop_syncs where ${ofCustomers}`.execute(tx);
  await sql`
    update customer_joins set moved = moved || '{"filled": {}}' where merchant_id = ${merchantId}
      and (kept_id = any(${customers}::bigint[]) or joined_id = any(${customers}::bigint[]))`.execute(tx);
  await eraseFromGroups(tx, traces, count);
  await count(
    'conversations',
    sql`update conversations set contact = 'erased:' || id, thread_key = '', erased_at = ${now}
      where merchant_id = ${merchantId} and id = any(${conversations}::bigint[])`,
  );
  await count(
    'customer entries',
    sql`update customers set first_name = null, last_name = null, full_name = ${messages.erasedCustomer}, email = null,
      phone = null, address = null, city = null, pin = null, erased_at = ${now}
      where merchant_id = ${merchantId} and id = any(${customers}::bigint[])`,
  );
  // What was ordered by a search for them.
  for (const word of words) {
    await sql`delete from exports where merchant_id = ${merchantId} and position(${word} in lower(filters::text)) > 0`.execute(
      tx,
    );
  }
  return { counts, files };
}

/** Reports that were made, whatever was in them: their agents have them by mail. One that is being made begins anew. */
async function eraseReports(tx: Queryable, { merchantId }: Traces, count: Count): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select storage_key as key from exports where merchant_id = ${merchantId} and storage_key is not null`.execute(tx);
  const keys = rows.map(({ key }) => key);
  for (const key of keys) {
    await sql`
      delete from outbox where merchant_id = ${merchantId} and content_id is null
        and position(${key} in payload::text) > 0`.execute(tx);
  }
  await count('reports', sql`delete from exports where merchant_id = ${merchantId} and state <> 'waiting'`);
  await sql`
    update exports set attempts = case when attempts < 3 then attempts + 1 else 0 end, lease_until = null
    where merchant_id = ${merchantId} and state = 'waiting' and lease_until is not null`.execute(tx);
  return keys;
}

type Count = (kind: string, statement: RawBuilder<unknown>) => Promise<void>;

/** The messages without their words; of answers to a survey the rating stays, as reports count it. */
async function eraseContents(tx: Queryable, { merchantId, contents, words }: Traces, count: Count): Promise<void> {
  const own = sql`merchant_id = ${merchantId} and id = any(${contents}::bigint[])`;
  const { rows } = await sql<{ id: ContentId; message: string }>`
    select a.id, left(a.message, 80) as message from contents a
    where ${sql`a.merchant_id = ${merchantId} and a.id = any(${contents}::bigint[])`}
      and a.actor = 'customer' and a.message ~ '^[[:space:]]*[1-5]' and exists (
        select from contents s where s.merchant_id = a.merchant_id and s.conversation_id = a.conversation_id
          and s.details @> '{"survey": true}' and s.created_at < a.created_at
      )`.execute(tx);
  const ratings = rows.flatMap(({ id, message }) => {
    const rating = surveyRating(message);
    return rating === null ? [] : [{ id, rating }];
  });
  await count(
    'messages',
    sql`update contents set message = coalesce((
          select r.rating from jsonb_to_recordset(${JSON.stringify(ratings)}::jsonb) as r (id bigint, rating text)
          where r.id = contents.id
        ), ''),
        details = case when details @> '{"survey": true}' then '{"survey": true}'::jsonb else '{}' end,
        external_id = null, temp_id = null, error_message = null, erased = true, rev = rev + 1,
        send_status = case send_status when 'sending' then 'not_sent' else send_status end
      where ${own} and content_type <> 'log'`,
  );
  await sql`
    update contents set message = case
        when details ->> 'event' = any(${PLAIN_EVENTS}::text[])
          and not exists (select from unnest(${words}::text[]) word where position(word in lower(contents.message)) > 0)
        then message else ${messages.erasedLog} end,
      details = jsonb_build_object('event', details -> 'event'), external_id = null, temp_id = null, error_message = null,
      rev = rev + 1
    where ${own} and content_type = 'log'`.execute(tx);
}

/** @returns how many tags were withdrawn: those of no other ticket may name the customer */
async function eraseTickets(tx: Queryable, { merchantId, tickets }: Traces, now: Date): Promise<number> {
  const { rows } = await sql<{ tag: string }>`
    select distinct tag from tickets t, unnest(t.tags) as tag
    where t.merchant_id = ${merchantId} and t.id = any(${tickets}::bigint[]) and not exists (
      select from tickets o where o.merchant_id = t.merchant_id and o.tags @> array[tag] and o.id <> all(${tickets}::bigint[])
    )`.execute(tx);
  const tags = rows.map(({ tag }) => tag);
  await sql`
    update tickets set rev = rev + 1, subject = null, full_name = ${messages.erasedCustomer}, customer_email = null,
      status = 'closed', closed_at = coalesce(closed_at, ${now}), last_message = null, unread_count = 0,
      conversation_read = true, session_expiry_at = null, follow_up_at = null, closed_ref = null, created_ref = null,
      before_close = null, erased_at = ${now},
      tags = array(select tag from unnest(tags) with ordinality as each (tag, at) where tag <> all(${tags}::text[]) order by at)
    where merchant_id = ${merchantId} and id = any(${tickets}::bigint[])`.execute(tx);
  if (tags.length === 0) return 0;
  await sql`delete from ticket_tallies where merchant_id = ${merchantId} and tag = any(${tags}::text[])`.execute(tx);
  return tags.length;
}

/**
 * Withdraws tags that are on no ticket any more from the audit's records of these tickets. The records' hashes stay, and a
 * new record says of which records the content is not the one that was hashed: so the chain can still be followed.
 */
export async function withdrawTags(tx: Queryable, { merchantId, tickets }: Traces): Promise<ErasedCounts> {
  await sql`set constraints all immediate`.execute(tx);
  const { rows } = await sql<{ about: string; hash: string }>`
    update audit_records r set content = audit_without_tags(content)
    where r.merchant_id = ${merchantId} and r.about = any(${tickets.map((id) => `ticket:${id}`)}::text[])
      and r.content::jsonb #> '{changes,tags}' is not null and exists (
        select from jsonb_path_query(r.content::jsonb, '$.changes.tags[*][*]') as tag
        where not exists (select from tickets t where t.merchant_id = r.merchant_id and t.tags @> array[tag #>> '{}'])
      )
    returning r.about, encode(r.hash, 'hex') as hash`.execute(tx);
  for (const about of new Set(rows.map((row) => row.about))) {
    const hashes = rows.filter((row) => row.about === about).map(({ hash }) => hash);
    await appendAudit(tx, { chain: merchantId, what: 'audit.withdrawn', about, detail: { ids: { hashes } } });
  }
  return rows.length === 0 ? {} : { [AUDIT_RECORDS]: rows.length };
}

/** The kind of what `withdrawTags` has changed. */
export const AUDIT_RECORDS = 'tags in audit records';

async function eraseFromGroups(tx: Queryable, { merchantId, contacts }: Traces, count: Count): Promise<void> {
  const has = sql`merchant_id = ${merchantId} and exists (
    select from unnest(email_ids) as each where lower(each) = any(${contacts.emails}::text[])
  )`;
  await count(
    'places in e-mail groups',
    sql`update email_groups set email_ids = array(
        select each from unnest(email_ids) with ordinality as all_of (each, at)
        where lower(each) <> all(${contacts.emails}::text[]) order by at
      ) where ${has}`,
  );
}

/** Of what goes, the files that nothing that stays names. */
async function filesOf(tx: Queryable, { merchantId, tickets, contents }: Traces): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    with gone as (
      select storage_key as key from attachments
        where merchant_id = ${merchantId} and content_id = any(${contents}::bigint[])
      union select m.storage_key from note_media m join notes n on n.merchant_id = m.merchant_id and n.id = m.note_id
        where m.merchant_id = ${merchantId} and n.ticket_id = any(${tickets}::bigint[])
      union select storage_key from uploads
        where merchant_id = ${merchantId} and ticket_id = any(${tickets}::bigint[])
      union select details ->> 'original_key' from contents
        where merchant_id = ${merchantId} and id = any(${contents}::bigint[])
    )
    select key from gone where key is not null
      and not exists (select from attachments a where a.storage_key = gone.key
        and not (a.merchant_id = ${merchantId} and a.content_id = any(${contents}::bigint[])))
      and not exists (select from uploads u where u.storage_key = gone.key
        and not (u.merchant_id = ${merchantId} and coalesce(u.ticket_id = any(${tickets}::bigint[]), false)))
    order by key`.execute(tx);
  return rows.map(({ key }) => key);
}
