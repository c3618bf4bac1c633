import type { AgentId, Mention, MerchantId, NoteId } from '@inbox/domain';
import { MOST_MENTIONS } from '@inbox/domain/conversation';
import { sql } from 'kysely';
import { listAgents } from '../agents/agent-queries';
import type { SignedIn } from '../agents/sessions/session';
import type { Queryable } from '../platform/db/connection';

/** Mentions that one call answers; the next one has what is left. */
const MOST_TAKEN = 50;

/**
 * Stores whom a note names, of those who may see it: enabled agents with access to the inbox. Its author is not told.
 * @returns who is to be told
 */
export async function insertMentions(
  db: Queryable,
  { merchantId, agent }: SignedIn,
  note: NoteId,
  named: readonly AgentId[],
): Promise<AgentId[]> {
  if (named.length === 0) return [];
  const agents = new Set((await listAgents(db, merchantId)).map(({ id }) => id));
  const told = named.filter((id) => id !== agent.id && agents.has(id)).slice(0, MOST_MENTIONS);
  if (told.length === 0) return [];
  await db
    .insertInto('note_mentions')
    .values(told.map((agent_id) => ({ merchant_id: merchantId, note_id: note, agent_id })))
    .execute();
  return told;
}

/** The mentions of this agent that no page has had, oldest first; and again those that the same request has had. */
export async function takeMentions(
  db: Queryable,
  { merchantId, agent }: { merchantId: MerchantId; agent: { id: AgentId } },
  { ref, now }: { ref: string; now: Date },
): Promise<Mention[]> {
  const { rows } = await sql<Omit<Mention, 'created_at'> & { created_at: Date }>`
    with taken as (
      update note_mentions m set told_at = coalesce(m.told_at, ${now}), told_ref = ${ref}
      where m.merchant_id = ${merchantId} and m.agent_id = ${agent.id}
        and (m.told_at is null or m.told_ref = ${ref})
        and m.id in (
          select o.id from note_mentions o
          where o.merchant_id = ${merchantId} and o.agent_id = ${agent.id} and (o.told_at is null or o.told_ref = ${ref})
          order by o.id limit ${MOST_TAKEN}
        )
      returning m.id, m.note_id
    )
    select taken.id, n.ticket_id, trim(a.first_name || ' ' || a.last_name) as agent_name, n.created_at
    from taken
    join notes n on n.merchant_id = ${merchantId} and n.id = taken.note_id
    join agents a on a.merchant_id = ${merchantId} and a.id = n.agent_id
    order by taken.id`.execute(db);
  return rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }));
}
