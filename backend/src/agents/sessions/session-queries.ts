import type { Acting, AgentId, MerchantId } from '@inbox/domain';
import type { Queryable } from '../../platform/db/connection';
import type { SignedInBy } from './tables';

export interface SessionRow {
  id: string;
  merchant_id: MerchantId;
  agent_id: AgentId;
  expires_at: Date;
}

/** From where a session was used last: an IP address, and words as 'Firefox on Windows'. */
export interface UsedFrom {
  address: string | null;
  browser: string | null;
}

/** How a session was begun, with the identity provider's name of its own session where it was there. */
export interface BegunBy {
  signed_in_by: SignedInBy;
  provider_sid: string | null;
}

/** Begun, and used, at `now`. */
export async function insertSession(db: Queryable, session: SessionRow & UsedFrom & BegunBy, now: Date): Promise<void> {
  await db
    .insertInto('sessions')
    .values({ ...session, created_at: now, used_at: now })
    .execute();
}

export async function updateUse(db: Queryable, id: string, from: UsedFrom, now: Date): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ ...from, used_at: now })
    .where('id', '=', id)
    .execute();
}

/** The sessions of an agent that run, the one used last first. */
export async function listRunningSessions(
  db: Queryable,
  { merchant_id, agent_id }: Pick<SessionRow, 'merchant_id' | 'agent_id'>,
  now: Date,
) {
  return db
    .selectFrom('sessions')
    .select(['id', 'created_at', 'used_at', 'address', 'browser'])
    .where('merchant_id', '=', merchant_id)
    .where('agent_id', '=', agent_id)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('used_at', 'desc')
    .orderBy('id')
    .execute();
}

/** What a running session's agent may do now, with the name that others see. */
export interface RunningSession extends Acting {
  first_name: string;
  last_name: string;
  user_permissions: string[];
}

const runningSessions = (db: Queryable, now: Date) =>
  db
    .selectFrom('sessions as s')
    .innerJoin('agents as a', (join) =>
      join.onRef('a.merchant_id', '=', 's.merchant_id').onRef('a.id', '=', 's.agent_id'),
    )
    .select([
      'a.id',
      'a.first_name',
      'a.last_name',
      'a.user_permissions',
      'a.is_store_admin',
      'a.can_assign_ticket_to_self',
      'a.can_assign_ticket_to_other_agent',
    ])
    .where('s.ended_at', 'is', null)
    .where('s.expires_at', '>', now)
    .where('a.disabled', '=', false)
    // What is left here of a merchant who has just moved to another cell is not true any more.
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('merchant_moves as moved')
            .select('moved.merchant_id')
            .whereRef('moved.merchant_id', '=', 's.merchant_id')
            .where('moved.stage', '=', 'gone'),
        ),
      ),
    );

/** Columns of an agent: the name, and what the agent may do. */
export const NAME_AND_RIGHTS = [
  'id',
  'first_name',
  'last_name',
  'user_permissions',
  'is_store_admin',
  'can_assign_ticket_to_self',
  'can_assign_ticket_to_other_agent',
] as const;

/** Agents who may sign in, of those that are named by number or by their address in small letters. */
export async function readActiveAgents(
  db: Queryable,
  named: readonly ({ merchant_id: MerchantId } & ({ id: AgentId } | { email: string }))[],
): Promise<RunningSession[]> {
  if (named.length === 0) return [];
  return db
    .selectFrom('agents')
    .select(NAME_AND_RIGHTS)
    .where((eb) =>
      eb.or(
        named.map(({ merchant_id, ...by }) =>
          eb.and([eb('merchant_id', '=', merchant_id), 'id' in by ? eb('id', '=', by.id) : eb('email', '=', by.email)]),
        ),
      ),
    )
    .where('disabled', '=', false)
    .execute();
}

/** A session that runs, with the agent's rights as they are now; undefined when it ended or the agent is disabled. */
export async function findRunningSession(
  db: Queryable,
  { id, merchant_id, agent_id }: SessionRow,
  now: Date,
): Promise<(RunningSession & { used_at: Date }) | undefined> {
  return runningSessions(db, now)
    .select('s.used_at')
    .where('s.id', '=', id)
    .where('s.merchant_id', '=', merchant_id)
    .where('s.agent_id', '=', agent_id)
    .executeTakeFirst();
}

/** Of these sessions those that still run, by their ids. */
export async function readRunningSessions(
  db: Queryable,
  ids: readonly string[],
  now: Date,
): Promise<Map<string, RunningSession>> {
  if (ids.length === 0) return new Map();
  const rows = await runningSessions(db, now)
    .select('s.id as session_id')
    .where((eb) => eb('s.id', '=', eb.fn.any(eb.val(ids))))
    .execute();
  return new Map(rows.map(({ session_id, ...session }) => [session_id, session]));
}

const running = (db: Queryable, { merchant_id, agent_id }: Pick<SessionRow, 'merchant_id' | 'agent_id'>, now: Date) =>
  db
    .updateTable('sessions')
    .set({ ended_at: now })
    .where('merchant_id', '=', merchant_id)
    .where('agent_id', '=', agent_id)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now);

/**
 * Ends every session of an agent.
 * @param except stays
 * @returns how many ended
 */
export async function endSessionsOf(
  db: Queryable,
  agent: Pick<SessionRow, 'merchant_id' | 'agent_id'>,
  now: Date,
  except?: string,
): Promise<number> {
  const query = running(db, agent, now);
  const { numUpdatedRows } = await (
    except === undefined ? query : query.where('id', '<>', except)
  ).executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** @returns false when the agent has no such session that runs */
export async function endSession(
  db: Queryable,
  { id, ...agent }: Omit<SessionRow, 'expires_at'>,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await running(db, agent, now).where('id', '=', id).executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Notes that an agent who signed in at the identity provider has signed out here, and is to be led to its sign-out. */
export async function orderProviderSignOut(db: Queryable, { id, merchant_id }: Pick<SessionRow, 'id' | 'merchant_id'>) {
  await db
    .updateTable('sessions')
    .set({ provider_sign_out: true })
    .where('id', '=', id)
    .where('merchant_id', '=', merchant_id)
    .where('signed_in_by', '=', 'identity_provider')
    .execute();
}

/** @returns whether that was noted of the session; the note is gone */
export async function takeProviderSignOut(
  db: Queryable,
  { id, merchant_id }: Pick<SessionRow, 'id' | 'merchant_id'>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sessions')
    .set({ provider_sign_out: false })
    .where('id', '=', id)
    .where('merchant_id', '=', merchant_id)
    .where('provider_sign_out', '=', true)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/**
 * Ends what the identity provider has ended: the sessions of its `sid`, of a subject, or, where both are named, of that
 * subject in that `sid`. One of them must be there.
 */
export async function endProviderSessions(
  db: Queryable,
  {
    merchant_id,
    issuer,
    subject,
    sid,
  }: { merchant_id: MerchantId; issuer: string; subject: string | undefined; sid: string | undefined },
  now: Date,
): Promise<void> {
  if (subject === undefined && sid === undefined) throw new Error('A sign-out names a subject or a session.');
  let query = db
    .updateTable('sessions')
    .set({ ended_at: now })
    .where('merchant_id', '=', merchant_id)
    .where('signed_in_by', '=', 'identity_provider')
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now);
  if (sid !== undefined) query = query.where('provider_sid', '=', sid);
  if (subject !== undefined) {
    query = query.where('agent_id', 'in', (eb) =>
      eb
        .selectFrom('agent_identities')
        .select('agent_id')
        .where('merchant_id', '=', merchant_id)
        .where('issuer', '=', issuer)
        .where('subject', '=', subject),
    );
  }
  await query.execute();
}

/** Sessions whose tokens are refused for their age anyway. */
export async function deleteExpiredSessions(db: Queryable, now: Date): Promise<void> {
  await db.deleteFrom('sessions').where('expires_at', '<', now).execute();
}
