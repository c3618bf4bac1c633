import pg from 'pg';
import { AGENTS } from './fill';

/** Rows put in at once. */
const CHUNK = 50_000;

/** Minutes between two tickets: a million of them are two years. */
const APART = '1 minute';

const FIRST_NAMES =
  'Asha Rohit Meera Dev Priya Arjun Kavya Nikhil Sana Vikram Anaya Farhan Ishita Manoj Neha Omkar Pooja Rahul Sunita Tara';
const LAST_NAMES =
  'Rao Khanna Iyer Patel Nair Menon Shah Gupta Kulkarni Das Bose Reddy Joshi Pillai Sen Chopra Mehta Kaur Singh Verma';

const oneOf = (words: readonly string[], number: string) =>
  `(array[${words.map((word) => `'${word}'`).join(',')}])[1 + (${number}) % ${words.length}]`;

/** Scattered, and the same in every run. */
const scattered = (salt: number) => `abs(hashint8(n * 31 + ${salt}))`;

/** Of a hundred tickets 94 are closed, two assigned, two open, one unassigned, and half a one each in follow-up and with the bot. */
const STATUS = `case when ${scattered(1)} % 200 < 188 then 'closed'
  else ${oneOf(['assigned', 'assigned', 'assigned', 'assigned', 'open', 'open', 'open', 'open', 'unassigned', 'unassigned', 'follow_up', 'assigned_to_bot'], scattered(2))} end`;

/** A tag on every third ticket, another on one of a hundred, a third on one of ten thousand. */
const TAGS = `array_remove(array[
  case when ${scattered(3)} % 3 = 0 then 'COD' end,
  case when ${scattered(4)} % 100 = 0 then 'Exchange' end,
  case when ${scattered(5)} % 10000 = 0 then 'Legal' end], null)`;

/** Every message speaks of an order; one of a hundred of a zip, one of ten thousand of a peacock. */
const SAID = `concat_ws(' ', 'Where is my order ' || n || '?',
  ${oneOf(['It should have come on Monday.', 'The size is wrong, can you exchange it?', 'मेरा ऑर्डर कहाँ है', 'I paid already and nobody answers.', 'The parcel was open when it came.', 'Please send me the invoice once more.'], scattered(6))},
  case when ${scattered(7)} % 100 = 0 then 'The zip is broken.' end,
  case when ${scattered(8)} % 10000 = 0 then 'It is the one with the peacock.' end)`;

/** Fills an empty inbox with so many tickets, each with a customer, a conversation and a message of its own. */
export async function addTickets(databaseUrl: string, count: number): Promise<void> {
  const db = new pg.Client({ connectionString: databaseUrl });
  await db.connect();
  try {
    // What triggers and checks would do is done below for all rows at once.
    await db.query('set session_replication_role = replica');
    await db.query("set maintenance_work_mem = '256MB'");
    await withoutIndexes(db, async () => {
      for (let from = 1; from <= count; from += CHUNK) {
        for (const statement of FILL) await db.query(statement, [from, Math.min(from + CHUNK - 1, count), count]);
      }
    });
    for (const statement of COUNT) await db.query(statement);
    await db.query('vacuum analyze');
  } finally {
    await db.end();
  }
}

const FILL = [
  `insert into customers (id, merchant_id, first_name, last_name, full_name, phone, email)
   select n, 1, first, last, first || ' ' || last, '91' || (6000000000 + n::bigint * 7919317 % 4000000000), lower(first) || '.' || n || '@mail.example'
   from generate_series($1::int, least($2::int, $3::int)) n,
        lateral (select ${oneOf(FIRST_NAMES.split(' '), scattered(9))} as first, ${oneOf(LAST_NAMES.split(' '), scattered(10))} as last) as named`,
  `insert into conversations (id, merchant_id, account_id, customer_id, source, contact)
   select n, 1, 1, n, 'whatsapp', '91' || (9000000000 + n) from generate_series($1::int, least($2::int, $3::int)) n`,
  `insert into tickets (id, merchant_id, conversation_id, account_id, customer_id, source, full_name, status, owner_id,
                        priority, tags, unread_count, conversation_read, last_message, received_at, replied_at,
                        session_expiry_at, created_at)
   select n, 1, n, 1, n, ${oneOf(['whatsapp', 'whatsapp', 'whatsapp', 'instagram', 'messenger', 'email', 'email', 'phone'], scattered(11))},
          c.full_name, status,
          case when status in ('unassigned', 'assigned_to_bot') then null else 1 + ${scattered(12)} % ${AGENTS} end,
          case when ${scattered(13)} % 50 = 0 then 1 + ${scattered(14)} % 3 else 0 end, ${TAGS},
          unread::int, not unread,
          jsonb_build_object('actor', 'customer', 'sent_by', null, 'message', ${SAID},
                             'attachment', null, 'is_bot', false, 'delivered', false, 'read', false, 'deleted', false,
                             'created_at', to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'subject', null),
          at, case when status not in ('unassigned', 'assigned_to_bot') then at - interval '1 hour' end, at, at
   from generate_series($1::int, least($2::int, $3::int)) n
   join customers c on c.id = n,
        lateral (select ${STATUS} as status, now() - (($3::int - n) * interval '${APART}') as at) as made,
        lateral (select made.status <> 'closed' and ${scattered(15)} % 3 = 0 as unread) as seen`,
  `insert into contents (merchant_id, conversation_id, ticket_id, account_id, content_type, actor, message, external_id, created_at)
   select 1, n, n, 1, 'message', 'customer', ${SAID}, 'first-' || n, t.received_at
   from generate_series($1::int, least($2::int, $3::int)) n join tickets t on t.id = n`,
  `insert into search_texts (merchant_id, ticket_id, label, words)
   select 1, t.id, t.full_name, search_words(1, t.full_name)
   from tickets t where t.id between $1::int and least($2::int, $3::int)`,
  `insert into search_texts (merchant_id, ticket_id, content_id, words)
   select 1, c.ticket_id, c.id, search_words(1, c.message)
   from contents c where c.ticket_id between $1::int and least($2::int, $3::int)`,
];

const COUNT = [
  `insert into ticket_tallies (merchant_id, tag, owner, source, status, priority, conversation_read, initiated_by, n, folded)
   select merchant_id, tag, coalesce(owner_id, 0), source, status, priority, conversation_read, initiated_by, count(*), true
   from tickets, unnest(array_append(tags, '')) as tag group by 1, 2, 3, 4, 5, 6, 7, 8`,
  ...['customers', 'conversations', 'tickets'].map(
    (table) => `select setval(pg_get_serial_sequence('${table}', 'id'), (select max(id) from ${table}))`,
  ),
];

/** Built once over all rows an index is made in a tenth of the time; those behind constraints stay. */
async function withoutIndexes(db: pg.Client, work: () => Promise<void>): Promise<void> {
  const { rows } = await db.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where indrelid = any(array['customers', 'conversations', 'tickets', 'contents', 'search_texts']::regclass[])
       and not exists (select from pg_constraint where conindid = indexrelid)`,
  );
  for (const { name } of rows) await db.query(`drop index ${name}`);
  await work();
  for (const { definition } of rows) await db.query(definition);
}
