import type { AgentId } from '@inbox/domain';
import * as z from 'zod/mini';
import type { Vault } from '../../accounts/vault';
import type { Queryable } from '../../platform/db/connection';
import type { AgentKey } from '../agent-queries';
import type { TotpSecret } from './totp';

/** Of a sealed secret, one that is offered too. */
export const labelOf = (agentId: AgentId): string => `second step ${agentId}`;

const secretSchema = z.string();

export const openSecret = (vault: Pick<Vault, 'open'>, agentId: AgentId, sealed: Buffer): TotpSecret =>
  secretSchema.parse(vault.open(sealed, labelOf(agentId))) as TotpSecret;

export const sealSecret = (vault: Pick<Vault, 'seal'>, agentId: AgentId, secret: TotpSecret): Buffer =>
  vault.seal(secret, labelOf(agentId));

/** Undefined for an agent who signs in with the password alone. */
export async function findSecondStep(db: Queryable, { merchant_id, agent_id }: AgentKey) {
  return db
    .selectFrom('second_steps')
    .select(['secret', 'since'])
    .where('merchant_id', '=', merchant_id)
    .where('agent_id', '=', agent_id)
    .executeTakeFirst();
}

/** Of two requests with one code one wins: the other finds its 30 seconds taken. */
export async function takeStep(db: Queryable, { merchant_id, agent_id }: AgentKey, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('second_steps')
    .set({ last_step: step })
    .where('merchant_id', '=', merchant_id)
    .where('agent_id', '=', agent_id)
    .where('last_step', '<', step)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** From here on the agent signs in with it; one that they had before is replaced. */
export async function writeSecondStep(
  tx: Queryable,
  agent: AgentKey,
  { secret, step, now }: { secret: Buffer; step: number; now: Date },
): Promise<void> {
  const row = { secret, last_step: step, since: now, codes_made_at: now };
  await tx
    .insertInto('second_steps')
    .values({ ...agent, ...row })
    .onConflict((conflict) => conflict.column('agent_id').doUpdateSet(row))
    .execute();
}

/** Notes that new recovery codes were made. @returns false without a second step */
export async function touchCodes(tx: Queryable, { merchant_id, agent_id }: AgentKey, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('second_steps')
    .set({ codes_made_at: now })
    .where('merchant_id', '=', merchant_id)
    .where('agent_id', '=', agent_id)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Takes the second step away, with its recovery codes and what was offered. @returns false when there was none */
export async function deleteSecondStep(tx: Queryable, { merchant_id, agent_id }: AgentKey): Promise<boolean> {
  await tx
    .deleteFrom('second_step_offers')
    .where('merchant_id', '=', merchant_id)
    .where('agent_id', '=', agent_id)
    .execute();
  const { numDeletedRows } = await tx
    .deleteFrom('second_steps')
    .where('merchant_id', '=', merchant_id)
    .where('agent_id', '=', agent_id)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** Takes the place of what was offered before. */
export async function writeOffer(
  db: Queryable,
  agent: AgentKey,
  offer: { secret: Buffer; expires_at: Date },
): Promise<void> {
  await db
    .insertInto('second_step_offers')
    .values({ ...agent, ...offer })
    .onConflict((conflict) => conflict.column('agent_id').doUpdateSet(offer))
    .execute();
}

/** What was offered and can still be confirmed. */
export async function findOffer(
  db: Queryable,
  { merchant_id, agent_id }: AgentKey,
  now: Date,
): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('second_step_offers')
    .select('secret')
    .where('merchant_id', '=', merchant_id)
    .where('agent_id', '=', agent_id)
    .where('expires_at', '>', now)
    .forUpdate()
    .executeTakeFirst();
  return row?.secret;
}

export async function deleteOffer(tx: Queryable, { merchant_id, agent_id }: AgentKey): Promise<void> {
  await tx
    .deleteFrom('second_step_offers')
    .where('merchant_id', '=', merchant_id)
    .where('agent_id', '=', agent_id)
    .execute();
}

/** Secrets that nobody can confirm any more. */
export async function deleteExpiredOffers(db: Queryable, now: Date): Promise<void> {
  await db.deleteFrom('second_step_offers').where('expires_at', '<', now).execute();
}
