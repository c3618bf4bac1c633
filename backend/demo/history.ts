import type { CustomerId, MerchantId } from '@inbox/domain';
import { person, type Person, type Random } from '@inbox/simulate';
import { sql } from 'kysely';
import { inTransaction } from '../src/platform/db/transaction';
import type { SeedDeps } from './deps';

const DAY_MS = 86_400_000;
/** Far from the numbers of those who came in through the channels. */
const FIRST_PERSON = 10_000;

interface Template {
  id: number;
  full_name: string;
  contact: string;
  email: string | null;
}

/**
 * Older history: what was closed happens again, with other people and at earlier times. It repeats in a second what came
 * in through the channels; letting thousands of long-closed tickets in one by one would take a minute of a first start.
 */
export async function repeatHistory(
  deps: SeedDeps,
  random: Random,
  merchantId: MerchantId,
  count: number,
): Promise<Person[]> {
  const { db } = deps;
  const templates = await findTemplates(deps, merchantId);
  if (templates.length === 0 || count <= 0) return [];
  const people = Array.from({ length: count }, (_, n) => person(random, FIRST_PERSON + n));
  const customers = await db
    .insertInto('customers')
    .values(people.map((who) => ({ ...who, phone: `+${who.phone}`, merchant_id: merchantId })))
    .returning('id')
    .execute();
  const copies = people.flatMap((who, n) => {
    const template = templates[n % templates.length];
    const customer = customers[n];
    if (!template || !customer) return [];
    return copyOf(template, who, customer.id, random);
  });
  await inTransaction(db, async (tx) => {
    await sql`
      create temporary table copies on commit drop as
      select r.*, nextval(pg_get_serial_sequence('conversations', 'id')) as new_conversation,
        nextval(pg_get_serial_sequence('tickets', 'id')) as new_ticket, t.id as old_ticket
      from jsonb_to_recordset(${JSON.stringify(copies)}::jsonb) as r(
        n int, conversation_id bigint, customer_id bigint, full_name text, old_name text, contact text, old_contact text,
        email text, old_email text, earlier interval)
      join tickets t on t.merchant_id = ${merchantId} and t.conversation_id = r.conversation_id`.execute(tx);
    for (const statement of [conversations, tickets, contents, attachments]) await statement(merchantId).execute(tx);
  });
  return people;
}

/**
 * Closed conversations of one ticket, of which nobody would notice that they are alike. Surveys are not repeated: their
 * answers are tickets of their own.
 */
async function findTemplates({ db }: SeedDeps, merchantId: MerchantId): Promise<Template[]> {
  return db
    .selectFrom('conversations as v')
    .innerJoin('customers as p', 'p.id', 'v.customer_id')
    .innerJoin('tickets as t', 't.conversation_id', 'v.id')
    .select(['v.id', 'p.full_name', 'v.contact', 'p.email'])
    .where('v.merchant_id', '=', merchantId)
    .groupBy(['v.id', 'p.full_name', 'v.contact', 'p.email'])
    .having(sql<boolean>`count(*) = 1 and bool_and(t.status = 'closed' and not t.is_csat_sent)`)
    .orderBy('v.id')
    .execute();
}

function copyOf(template: Template, who: Person, customerId: CustomerId, random: Random) {
  const isMail = template.contact.includes('@');
  return {
    n: customerId,
    conversation_id: template.id,
    customer_id: customerId,
    full_name: who.full_name,
    old_name: template.full_name,
    contact: isMail ? who.email : who.phone,
    old_contact: template.contact,
    email: who.email,
    old_email: template.email ?? template.contact,
    earlier: `${Math.round((random.next() ** 0.8 * 40 * DAY_MS + 1_800_000) / 1000)} seconds`,
  };
}

const conversations = (merchantId: MerchantId) => sql`
  insert into conversations (id, merchant_id, account_id, customer_id, source, contact, thread_key, created_at)
  overriding system value
  select c.new_conversation, v.merchant_id, v.account_id, c.customer_id, v.source, c.contact,
    case when v.thread_key = '' then '' else v.thread_key || '.' || c.n end, v.created_at - c.earlier
  from copies c join conversations v on v.merchant_id = ${merchantId} and v.id = c.conversation_id`;

const tickets = (merchantId: MerchantId) => sql`
  insert into tickets (id, merchant_id, conversation_id, account_id, customer_id, source, subject, full_name, status,
    owner_id, priority, tags, unread_count, conversation_read, initiated_by, last_message, received_at, replied_at,
    session_expiry_at, is_csat_sent, created_at, closed_at)
  overriding system value
  select c.new_ticket, t.merchant_id, c.new_conversation, t.account_id, c.customer_id, t.source, t.subject, c.full_name,
    t.status, t.owner_id, t.priority, t.tags, t.unread_count, t.conversation_read, t.initiated_by,
    jsonb_set(t.last_message, '{created_at}', to_jsonb(to_char(
      ((t.last_message ->> 'created_at')::timestamptz - c.earlier) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))),
    t.received_at - c.earlier, t.replied_at - c.earlier, t.session_expiry_at - c.earlier, t.is_csat_sent,
    t.created_at - c.earlier, t.closed_at - c.earlier
  from copies c join tickets t on t.merchant_id = ${merchantId} and t.id = c.old_ticket`;

const contents = (merchantId: MerchantId) => sql`
  insert into contents (merchant_id, conversation_id, ticket_id, account_id, content_type, message_type, actor, agent_id,
    message, details, post_id, external_id, send_status, delivered, read, created_at, stored_at)
  select m.merchant_id, c.new_conversation, c.new_ticket, m.account_id, m.content_type, m.message_type, m.actor, m.agent_id,
    case when m.content_type = 'log' then replace(m.message, '#' || c.old_ticket, '#' || c.new_ticket)
      else replace(m.message, c.old_name, c.full_name) end,
    replace(replace(m.details::text, c.old_email, c.email), c.old_name, c.full_name)::jsonb
      || case when m.content_type <> 'comment' then '{}' else jsonb_build_object(
        'comment_root', (m.details ->> 'comment_root') || '.' || c.n,
        'comment_parent', (m.details ->> 'comment_parent') || '.' || c.n) end,
    m.post_id,
    m.external_id || '.' || c.n, m.send_status, m.delivered, m.read, m.created_at - c.earlier,
    m.stored_at - c.earlier
  from copies c join contents m on m.merchant_id = ${merchantId} and m.conversation_id = c.conversation_id
  order by c.n, m.id`;

const attachments = (merchantId: MerchantId) => sql`
  insert into attachments (merchant_id, content_id, kind, filename, content_type, size, disposition, content_id_header,
    storage_key, external_media_id)
  select a.merchant_id, n.id, a.kind, a.filename, a.content_type, a.size, a.disposition, a.content_id_header, a.storage_key,
    a.external_media_id
  from copies c
  join contents m on m.merchant_id = ${merchantId} and m.conversation_id = c.conversation_id
  join attachments a on a.merchant_id = ${merchantId} and a.content_id = m.id
  join contents n on n.merchant_id = ${merchantId} and n.external_id = m.external_id || '.' || c.n`;
