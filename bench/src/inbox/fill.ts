import { hashPassword } from '../../../backend/src/work/password';
import { INBOX_PERMISSION } from '@inbox/domain';
import pg from 'pg';

/** Who measures: the agent of the first merchant in a filled database. */
export const AGENT = { email: 'bench@shop.example', password: 'only for measuring' };

const AGENTS = 20;

/** One merchant with twenty agents and a WhatsApp account, the first of each with the number 1, and no ticket yet. */
export async function addMerchant(databaseUrl: string): Promise<void> {
  const hash = await hashPassword(AGENT.password);
  await onDatabase(databaseUrl, async (db) => {
    await db.query(`insert into merchants (slug, name) values ('bench', 'Bench')`);
    await db.query(
      `insert into agents (merchant_id, first_name, last_name, email, password_hash, user_permissions,
                           can_assign_ticket_to_self, can_assign_ticket_to_other_agent)
       select 1, 'Agent', 'Number ' || n, case n when 1 then $1 else 'agent-' || n || '@shop.example' end, $2, $3, true, true
       from generate_series(1, $4::int) n`,
      [AGENT.email, hash, [INBOX_PERMISSION], AGENTS],
    );
    await db.query(
      `insert into accounts (merchant_id, kind, external_id, name, out_url, credentials)
       values (1, 'whatsapp', '1', 'Care', 'http://127.0.0.1:9', '')`,
    );
  });
}

/**
 * Tickets numbered on up to `last`, one a minute, each with a customer and a conversation of its own: of twenty, twelve
 * are closed, four assigned, two open, and one each unassigned and to be followed up.
 */
export async function addTicketsUpTo(databaseUrl: string, last: number): Promise<void> {
  await onDatabase(databaseUrl, async (db) => {
    const { rows } = await db.query<{ first: number }>('select count(*)::int + 1 as first from tickets');
    const range = [rows[0]?.first ?? 1, last];
    await db.query(
      `insert into customers (merchant_id, first_name, last_name, full_name, phone)
       select 1, 'Customer', 'Number ' || n, 'Customer Number ' || n, '91' || (9000000000 + n)
       from generate_series($1::int, $2::int) n`,
      range,
    );
    await db.query(
      `insert into conversations (merchant_id, account_id, customer_id, source, contact)
       select 1, 1, n, 'whatsapp', '91' || (9000000000 + n) from generate_series($1::int, $2::int) n`,
      range,
    );
    await db.query(
      `insert into tickets (merchant_id, conversation_id, account_id, customer_id, source, full_name, status, owner_id,
                            priority, tags, unread_count, conversation_read, last_message, received_at, session_expiry_at)
       select 1, n, 1, n, (array['whatsapp','instagram','messenger','email','phone'])[1 + n % 5], 'Customer Number ' || n,
              status, case status when 'unassigned' then null else 1 + n % ${AGENTS} end,
              n % 4, case n % 3 when 0 then array['COD','Delayed'] else array['Return'] end, n % 3, n % 3 = 0,
              jsonb_build_object('actor', 'customer', 'message', 'Where is my order ' || n || '? It should have come on Monday.',
                                 'attachment', null, 'is_bot', false, 'delivered', false, 'read', false, 'deleted', false,
                                 'created_at', to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'subject', null),
              at, at
       from generate_series($1::int, $2::int) n,
            lateral (select (array['assigned','closed','open','closed','assigned','closed','closed','unassigned','closed',
                                   'closed','assigned','closed','open','closed','closed','assigned','closed','follow_up',
                                   'closed','closed'])[1 + n % 20] as status,
                            now() - (($2::int - n) * interval '1 minute') as at) as made`,
      range,
    );
    await db.query('vacuum analyze');
  });
}

/** The newest assigned ticket gets a thread of so many messages; answers its number. */
export async function addThread(databaseUrl: string, messages: number): Promise<number> {
  return onDatabase(databaseUrl, async (db) => {
    const { rows } = await db.query<{ id: number }>(
      `select id::int from tickets where status = 'assigned' order by received_at desc limit 1`,
    );
    const id = rows[0]?.id;
    if (id === undefined) throw new Error('There is no assigned ticket.');
    await db.query(
      `insert into contents (merchant_id, conversation_id, ticket_id, account_id, content_type, actor, agent_id, message,
                             external_id, delivered, read, created_at)
       select 1, $1, $1, 1, 'message', case n % 3 when 0 then 'merchant' else 'customer' end,
              case n % 3 when 0 then 1 end, 'This is message ' || n || ' of a conversation about an order that is late.',
              'message-' || n, true, true, now() - (($2::int - n) * interval '3 minutes')
       from generate_series(1, $2::int) n`,
      [id, messages],
    );
    return id;
  });
}

async function onDatabase<T>(connectionString: string, work: (db: pg.Client) => Promise<T>): Promise<T> {
  const db = new pg.Client({ connectionString });
  await db.connect();
  try {
    return await work(db);
  } finally {
    await db.end();
  }
}
