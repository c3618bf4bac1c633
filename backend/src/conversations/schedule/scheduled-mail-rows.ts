import {
  agentName,
  type AgentId,
  type MerchantId,
  type ScheduledMail,
  type TempId,
  type TicketId,
} from '@inbox/domain';
import { SCHEDULED_BEGINNING } from '@inbox/domain/conversation';
import type { Insertable } from 'kysely';
import type { Queryable } from '../../platform/db/connection';
import type { ScheduledMailsTable } from './tables';

const rows = (db: Queryable) =>
  db
    .selectFrom('scheduled_mails as s')
    .innerJoin('agents as a', (join) =>
      join.onRef('a.merchant_id', '=', 's.merchant_id').onRef('a.id', '=', 's.agent_id'),
    )
    .selectAll('s')
    .select(['a.first_name', 'a.last_name']);

/** With its writer's name. */
export type ScheduledRow = Awaited<ReturnType<ReturnType<typeof rows>['executeTakeFirstOrThrow']>>;

export const toScheduledMail = (row: ScheduledRow): ScheduledMail => ({
  temp_id: row.temp_id,
  ticket_id: row.ticket_id,
  agent_id: row.agent_id,
  agent_name: agentName(row),
  kind: row.request.mail_kind ?? 'reply',
  to: row.request.to,
  subject: row.request.subject ?? '',
  beginning: row.request.message.slice(0, SCHEDULED_BEGINNING),
  send_at: row.send_at.toISOString(),
  failed: row.failed,
});

/** Stores it, or changes the one of the same id that its writer has stored. Says whether it is stored. */
export async function putScheduled(db: Queryable, row: Insertable<ScheduledMailsTable>): Promise<boolean> {
  const { send_at, request, upload_ids } = row;
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('scheduled_mails')
    .values(row)
    .onConflict((known) =>
      known
        .columns(['merchant_id', 'temp_id'])
        .doUpdateSet({ send_at, request, upload_ids, failed: null })
        .where('scheduled_mails.agent_id', '=', row.agent_id)
        .where('scheduled_mails.ticket_id', '=', row.ticket_id),
    )
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

export async function findScheduled(
  db: Queryable,
  merchantId: MerchantId,
  tempId: TempId,
): Promise<ScheduledRow | undefined> {
  return rows(db).where('s.merchant_id', '=', merchantId).where('s.temp_id', '=', tempId).executeTakeFirst();
}

/** Those of a ticket, the next one first. */
export async function listScheduled(
  db: Queryable,
  merchantId: MerchantId,
  ticketId: TicketId,
): Promise<ScheduledRow[]> {
  return rows(db)
    .where('s.merchant_id', '=', merchantId)
    .where('s.ticket_id', '=', ticketId)
    .orderBy('s.send_at')
    .orderBy('s.temp_id')
    .execute();
}

/** Some that are due at `now`, the longest due first. */
export async function findDue(db: Queryable, now: Date, limit: number): Promise<ScheduledRow[]> {
  return rows(db)
    .where('s.failed', 'is', null)
    .where('s.send_at', '<=', now)
    .orderBy('s.send_at')
    .orderBy('s.temp_id')
    .limit(limit)
    .execute();
}

/** When the next one after `now` is due; null when none is. */
export async function nextScheduled(db: Queryable, now: Date): Promise<Date | null> {
  const { at } = await db
    .selectFrom('scheduled_mails')
    .select((eb) => eb.fn.min('send_at').as('at'))
    .where('failed', 'is', null)
    .where('send_at', '>', now)
    .executeTakeFirstOrThrow();
  return at;
}

type One = { merchant_id: MerchantId; temp_id: TempId };

/** Takes one out that is still due. False when it was sent, called off or put off meanwhile. */
export async function takeDue(db: Queryable, one: One, now: Date): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('scheduled_mails')
    .where('merchant_id', '=', one.merchant_id)
    .where('temp_id', '=', one.temp_id)
    .where('failed', 'is', null)
    .where('send_at', '<=', now)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Writes down why one that is still due was not sent. False as with `takeDue`. */
export async function failDue(db: Queryable, one: One, now: Date, reason: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('scheduled_mails')
    .set({ failed: reason })
    .where('merchant_id', '=', one.merchant_id)
    .where('temp_id', '=', one.temp_id)
    .where('failed', 'is', null)
    .where('send_at', '<=', now)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Takes one out, due or not. False when it is not there any more. */
export async function removeScheduled(
  db: Queryable,
  { merchant_id, temp_id, agent_id }: One & { agent_id: AgentId },
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('scheduled_mails')
    .where('merchant_id', '=', merchant_id)
    .where('temp_id', '=', temp_id)
    .where('agent_id', '=', agent_id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
