import pg from 'pg';

/** So many messages has an ordinary thread: one page of it. */
export const SHORT = 25;
/** In the first message of each thread, and nowhere else. */
export const FIRST_WORD = 'threadbeginning';

/** What every message of the ticket says. */
export const saidIn = (ticket: number) => `of ticket ${ticket}.`;

/**
 * Makes so many of the newest tickets the measuring agent's, open and read, the long ones last in the list.
 * @param messages of each long one
 * @returns their numbers, in the list's order
 */
export async function addThreads(
  databaseUrl: string,
  { short, long, messages }: { short: number; long: number; messages: number },
): Promise<{ short: number[]; long: number[] }> {
  const db = new pg.Client({ connectionString: databaseUrl });
  await db.connect();
  try {
    const { rows } = await db.query<{ id: number }>(
      `update tickets set status = 'open', owner_id = 1, conversation_read = true, unread_count = 0, source = 'whatsapp',
                          session_expiry_at = now() + interval '20 hours'
       where id in (select id from tickets order by received_at desc, id desc limit $1) returning id::int`,
      [short + long],
    );
    const ids = rows.map(({ id }) => id).sort((a, b) => b - a);
    const threads = { short: ids.slice(0, short), long: ids.slice(short) };
    await db.query('delete from contents where ticket_id = any($1)', [ids]);
    await db.query(FILL, [threads.short, SHORT]);
    await db.query(FILL, [threads.long, messages]);
    await db.query('vacuum analyze');
    return threads;
  } finally {
    await db.end();
  }
}

const FILL = `
  insert into contents (merchant_id, conversation_id, ticket_id, account_id, content_type, actor, agent_id, message,
                        external_id, delivered, read, created_at)
  select 1, t.id, t.id, 1, 'message', case n % 3 when 0 then 'merchant' else 'customer' end, case n % 3 when 0 then 1 end,
         case n when 1 then '${FIRST_WORD} ' else '' end || 'Message ' || n || ' about an order that is late, of ticket ' || t.id || '.',
         'message-' || t.id || '-' || n, true, true, t.received_at - (($2::int - n) * interval '3 minutes')
  from tickets t, generate_series(1, $2::int) n where t.id = any($1)`;
