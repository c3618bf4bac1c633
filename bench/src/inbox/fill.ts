import { NEW_AGENT_PERMISSIONS } from '../../../backend/src/agents/new-agent';
import { hashPassword } from '../../../backend/src/agents/sign-in/password';
import pg from 'pg';

/** Who measures: the agent of the first merchant in a filled database. */
export const AGENT = { email: 'bench@shop.example', password: 'only for measuring' };

export const AGENTS = 20;

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
      [AGENT.email, hash, NEW_AGENT_PERMISSIONS, AGENTS],
    );
    await db.query(
      `insert into accounts (merchant_id, kind, external_id, name, out_url, credentials)
       values (1, 'whatsapp', '1', 'Care', 'http://127.0.0.1:9', '')`,
    );
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
