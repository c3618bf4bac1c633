import { createApi } from '@inbox/api';
import { ticketIdSchema, type ContentItem, type LiveEvent, type Ticket } from '@inbox/domain';
import pg from 'pg';

export interface LiveEvents {
  /** Writes so many events down as if they had just happened, and has the server tell them. */
  tell(events: readonly Pick<LiveEvent, 'type' | 'tickets' | 'items'>[]): Promise<void>;
  /** A ticket and the newest of its thread, as the server answers them. */
  thread(ticket: number): Promise<{ ticket: Ticket; content: ContentItem[] }>;
}

/** Live events on a bench database, by the way of the server that runs on it. */
export function liveEvents(server: string, token: string, databaseUrl: string): LiveEvents {
  const api = createApi({ baseUrl: server, getToken: () => Promise.resolve(`jwt ${token}`) });
  const elsewhere = ticketIdSchema.parse(1);
  let isUnread = false;
  return {
    async tell(events) {
      await record(databaseUrl, events);
      // Any change has the server read on; this one is of a ticket that nobody looks at, and is one each time.
      isUnread = !isUnread;
      const body = { ticket_id: elsewhere };
      await (isUnread ? api.markUnread({ body }) : api.markRead({ body }));
    },
    thread: (ticket) => api.content({ params: { ticket_id: ticketIdSchema.parse(ticket) }, query: { page_size: 25 } }),
  };
}

async function record(
  databaseUrl: string,
  events: readonly Pick<LiveEvent, 'type' | 'tickets' | 'items'>[],
): Promise<void> {
  const db = new pg.Client({ connectionString: databaseUrl });
  await db.connect();
  try {
    const at = new Date().toISOString();
    const texts = events.map((event) => JSON.stringify({ ...event, at, by: null }));
    await db.query('begin');
    const { rows } = await db.query<{ last: number }>(
      'update merchants set live_seq = live_seq + $1 where id = 1 returning live_seq::int as last',
      [texts.length],
    );
    await db.query(
      `insert into live_events (merchant_id, seq, event)
       select 1, $1 + n, event::jsonb from unnest($2::text[]) with ordinality as told (event, n)`,
      [(rows[0]?.last ?? 0) - texts.length, texts],
    );
    await db.query('commit');
  } finally {
    await db.end();
  }
}
