import type { ContentId, TicketId } from '@inbox/domain';
import { sql } from 'kysely';
import type { Queryable } from '../platform/db/connection';
import type { LiveSocket } from './socket';

/**
 * Tells a page what was erased after this revision, so that it removes what the browser stores of it. A revision that was
 * never given, as after the database was restored, begins anew.
 */
export async function notifyErased(db: Queryable, socket: LiveSocket, since: number): Promise<void> {
  const { rows } = await sql<{ revision: number; ticket_ids: TicketId[]; comment_ids: ContentId[] }>`
    with newest as (select coalesce(max(id), 0) as id from erasures where merchant_id = ${socket.merchantId}),
      told as (
        select distinct unnest(e.ticket_ids) as ticket_id from erasures e, newest
        where e.merchant_id = ${socket.merchantId}
          and e.id > case when ${since}::bigint > newest.id then 0 else ${since}::bigint end
      )
    select newest.id as revision, array(select ticket_id from told order by 1)::bigint[] as ticket_ids,
      array(
        select c.id from contents c join told on told.ticket_id = c.ticket_id
        where c.merchant_id = ${socket.merchantId} and c.erased and c.content_type = 'comment' order by 1
      )::bigint[] as comment_ids
    from newest`.execute(db);
  const [found] = rows;
  if (found === undefined) return;
  socket.erasures = found.revision;
  if (found.revision !== since) socket.signal({ type: 'customers.erased', ...found });
}
