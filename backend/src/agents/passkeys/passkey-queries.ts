import type { MerchantId } from '@inbox/domain';
import type { Queryable } from '../../platform/db/connection';
import type { PasskeysTable } from './tables';
import type { AgentKey } from '../agent-queries';

/** What a signature is checked with, and whose it is. */
export type FoundPasskey = AgentKey &
  Pick<PasskeysTable, 'id' | 'credential_id' | 'public_key' | 'counter' | 'transports' | 'site'> & { email: string };

/** An agent's own, the one added last first. */
export async function listPasskeys(db: Queryable, { merchant_id, agent_id }: AgentKey) {
  return db
    .selectFrom('passkeys')
    .select(['id', 'name', 'added_at', 'used_at', 'credential_id', 'transports'])
    .where('merchant_id', '=', merchant_id)
    .where('agent_id', '=', agent_id)
    .orderBy('added_at', 'desc')
    .orderBy('id')
    .execute();
}

/** @returns false when the device's key is somebody's already */
export async function insertPasskey(tx: Queryable, passkey: Omit<PasskeysTable, 'used_at'>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('passkeys')
    .values(passkey)
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** Of an agent who may sign in; undefined when nobody has it. */
export async function findPasskey(db: Queryable, credentialId: Buffer): Promise<FoundPasskey | undefined> {
  return db
    .selectFrom('passkeys as p')
    .innerJoin('agents as a', (join) =>
      join.onRef('a.merchant_id', '=', 'p.merchant_id').onRef('a.id', '=', 'p.agent_id'),
    )
    .select(['p.id', 'p.merchant_id', 'p.agent_id', 'p.credential_id', 'p.public_key', 'p.counter'])
    .select(['p.transports', 'p.site', 'a.email'])
    .where('p.credential_id', '=', credentialId)
    .where('a.disabled', '=', false)
    .executeTakeFirst();
}

/**
 * Notes that it has signed. Of two answers with one count one wins, as far as the device counts at all.
 * @returns false when it was used meanwhile, or is gone
 */
export async function touchPasskey(
  tx: Queryable,
  { id, counter, before, now }: { id: string; counter: number; before: number; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('passkeys')
    .set({ counter, used_at: now })
    .where('id', '=', id)
    .where('counter', '=', before)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** @returns false when the agent has none of this name */
export async function deletePasskey(tx: Queryable, { merchant_id, agent_id }: AgentKey, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('passkeys')
    .where('merchant_id', '=', merchant_id)
    .where('agent_id', '=', agent_id)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** @returns how many there were */
export async function deletePasskeysOf(tx: Queryable, { merchant_id, agent_id }: AgentKey): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('passkeys')
    .where('merchant_id', '=', merchant_id)
    .where('agent_id', '=', agent_id)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** @returns false when an answer to this challenge was taken before */
export async function takeChallenge(
  tx: Queryable,
  challenge: { merchant_id: MerchantId; challenge: string; expires_at: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('passkey_challenges')
    .values(challenge)
    .onConflict((conflict) => conflict.columns(['merchant_id', 'challenge']).doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** Challenges whose answers are refused for their age anyway. */
export async function deleteOldChallenges(db: Queryable, now: Date): Promise<void> {
  await db.deleteFrom('passkey_challenges').where('expires_at', '<', now).execute();
}
