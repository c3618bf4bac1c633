import type { AgentId, MerchantId } from '@inbox/domain';
import type { Insertable } from 'kysely';
import type { Queryable } from '../../platform/db/connection';
import type { AgentIdentitiesTable } from './tables';
import type { AgentsTable } from '../tables';
import type { AgentRights } from './rights';

/** An agent as somebody who signs in at a provider finds them. */
export interface FoundAgent extends AgentRights {
  id: AgentId;
  merchant_id: MerchantId;
  disabled: boolean;
}

const agents = (db: Queryable) =>
  db
    .selectFrom('agents')
    .select([
      'agents.id',
      'agents.merchant_id',
      'agents.disabled',
      'agents.user_permissions',
      'agents.can_assign_ticket_to_self',
      'agents.can_assign_ticket_to_other_agent',
      'agents.is_store_admin',
    ]);

/** Locked until the end of the transaction. */
export async function findLinkedAgent(
  tx: Queryable,
  { merchant_id, issuer, subject }: Pick<AgentIdentitiesTable, 'merchant_id' | 'issuer' | 'subject'>,
): Promise<FoundAgent | undefined> {
  return agents(tx)
    .innerJoin('agent_identities as i', (join) =>
      join.onRef('i.merchant_id', '=', 'agents.merchant_id').onRef('i.agent_id', '=', 'agents.id'),
    )
    .where('i.merchant_id', '=', merchant_id)
    .where('i.issuer', '=', issuer)
    .where('i.subject', '=', subject)
    .forUpdate('agents')
    .executeTakeFirst();
}

/** Of whichever merchant: addresses are unique over all of them. Locked until the end of the transaction. */
export async function findAgentWithEmail(tx: Queryable, email: string): Promise<FoundAgent | undefined> {
  return agents(tx).where('email', '=', email).forUpdate().executeTakeFirst();
}

/** @returns undefined when somebody has the address meanwhile */
export async function insertAgent(tx: Queryable, agent: Insertable<AgentsTable>): Promise<FoundAgent | undefined> {
  return tx
    .insertInto('agents')
    .values(agent)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning([
      'id',
      'merchant_id',
      'disabled',
      'user_permissions',
      'can_assign_ticket_to_self',
      'can_assign_ticket_to_other_agent',
      'is_store_admin',
    ])
    .executeTakeFirst();
}

/** @returns false when the agent is somebody else at this provider already, or this is somebody else here */
export async function insertIdentity(tx: Queryable, identity: AgentIdentitiesTable): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('agent_identities')
    .values(identity)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** By the agents' addresses. */
export async function listIdentities(db: Queryable, merchantId: MerchantId) {
  return db
    .selectFrom('agent_identities as i')
    .innerJoin('agents as a', (join) =>
      join.onRef('a.merchant_id', '=', 'i.merchant_id').onRef('a.id', '=', 'i.agent_id'),
    )
    .select(['a.email', 'i.issuer', 'i.subject'])
    .where('i.merchant_id', '=', merchantId)
    .orderBy('a.email')
    .orderBy('i.issuer')
    .execute();
}

/** @returns how many there were */
export async function deleteIdentities(
  tx: Queryable,
  { merchant_id, agent_id }: Pick<AgentIdentitiesTable, 'merchant_id' | 'agent_id'>,
): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('agent_identities')
    .where('merchant_id', '=', merchant_id)
    .where('agent_id', '=', agent_id)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

export async function updateRights(
  tx: Queryable,
  { id, merchant_id }: Pick<FoundAgent, 'id' | 'merchant_id'>,
  rights: AgentRights,
): Promise<void> {
  await tx
    .updateTable('agents')
    .set({ ...rights })
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    .execute();
}

/**
 * Notes that an answer of the provider is taken.
 * @returns false when it was taken before
 */
export async function takeAnswer(
  tx: Queryable,
  answer: { merchant_id: MerchantId; kind: 'state' | 'logout'; id: string; expires_at: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('provider_answers')
    .values(answer)
    .onConflict((conflict) => conflict.columns(['merchant_id', 'kind', 'id']).doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** Answers that are refused for their age anyway. */
export async function deleteOldAnswers(db: Queryable, now: Date): Promise<void> {
  await db.deleteFrom('provider_answers').where('expires_at', '<', now).execute();
}
