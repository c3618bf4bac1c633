import { createHash, randomBytes } from 'node:crypto';
import type { AgentKey } from '../agent-queries';
import type { Queryable } from '../../platform/db/connection';
import { cookieOf, readCookie } from '../../platform/http/cookies';

declare const brand: unique symbol;
/** Names a sign-in that waits for its code; the browser has it in a cookie, the database only its hash. */
export type PendingId = string & { readonly [brand]: 'PendingId' };

const ID_BYTES = 32;
const COOKIE = 'inbox_sign_in';
/** Milliseconds in which the code can be typed in. */
export const PENDING_MS = 5 * 60_000;
/** Codes that can be tried before the password is asked for again. */
export const MOST_TRIES = 5;

/** For the sign-in page alone. */
const AT_LOGIN = { path: '/main-site/login', sameSite: 'Strict' } as const;

const digestOf = (id: PendingId): Buffer => createHash('sha256').update(id).digest();

/** Which sign-in the browser is in the middle of. */
export function readPendingCookie(cookies: string | undefined): PendingId | undefined {
  const value = readCookie(cookies, COOKIE);
  return value ? (value as PendingId) : undefined;
}

export const pendingCookie = (id: PendingId, secure: boolean): string =>
  cookieOf(COOKIE, id, { ...AT_LOGIN, maxAge: PENDING_MS / 1000, secure });

/** Takes the cookie away. */
export const noPendingCookie = (secure: boolean): string => cookieOf(COOKIE, '', { ...AT_LOGIN, maxAge: 0, secure });

/** A sign-in of somebody who has given what comes first. */
export async function insertPending(db: Queryable, agent: AgentKey, now: Date): Promise<PendingId> {
  const id = randomBytes(ID_BYTES).toString('base64url') as PendingId;
  const expires_at = new Date(now.getTime() + PENDING_MS);
  await db
    .insertInto('pending_sign_ins')
    .values({ ...agent, digest: digestOf(id), expires_at })
    .execute();
  return id;
}

/** Whose sign-in it is, with their address; undefined once it is over. */
export async function findPending(
  db: Queryable,
  id: PendingId,
  now: Date,
): Promise<(AgentKey & { email: string }) | undefined> {
  return db
    .selectFrom('pending_sign_ins as p')
    .innerJoin('agents as a', (join) =>
      join.onRef('a.merchant_id', '=', 'p.merchant_id').onRef('a.id', '=', 'p.agent_id'),
    )
    .select(['p.merchant_id', 'p.agent_id', 'a.email'])
    .where('p.digest', '=', digestOf(id))
    .where('p.expires_at', '>', now)
    .where('a.disabled', '=', false)
    .executeTakeFirst();
}

/** Counts a try before it is looked at, so that tries at the same time are not more than there may be. */
export async function claimTry(db: Queryable, id: PendingId, now: Date): Promise<{ left: number } | undefined> {
  const claimed = await db
    .updateTable('pending_sign_ins')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('digest', '=', digestOf(id))
    .where('expires_at', '>', now)
    .where('tries', '<', MOST_TRIES)
    .returning('tries')
    .executeTakeFirst();
  return claimed && { left: MOST_TRIES - claimed.tries };
}

/** Ends it. @returns false when it was over already */
export async function endPending(db: Queryable, id: PendingId): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('pending_sign_ins')
    .where('digest', '=', digestOf(id))
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** Ends all of an agent: what came first has changed. */
export async function endPendingOf(db: Queryable, { merchant_id, agent_id }: AgentKey): Promise<void> {
  await db
    .deleteFrom('pending_sign_ins')
    .where('merchant_id', '=', merchant_id)
    .where('agent_id', '=', agent_id)
    .execute();
}

export async function deleteExpiredPending(db: Queryable, now: Date): Promise<void> {
  await db.deleteFrom('pending_sign_ins').where('expires_at', '<', now).execute();
}
