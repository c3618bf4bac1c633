import { createHash, randomBytes } from 'node:crypto';
import type { AgentKey } from '../agent-queries';
import type { Queryable } from '../../platform/db/connection';

declare const brand: unique symbol;
/** What leads to a new password, as the mail has it; the database has only its hash. */
export type LinkToken = string & { readonly [brand]: 'LinkToken' };

const TOKEN_BYTES = 32;
/** Milliseconds for which a link is good. */
export const LINK_MS = 30 * 60_000;
/** Of one agent that are good at the same time: nobody's mailbox is filled by who knows the address. */
const MOST_LINKS = 3;

const digestOf = (token: LinkToken): Buffer => createHash('sha256').update(token).digest();

/** A new link; undefined when the agent has as many already as there may be. */
export async function insertLink(db: Queryable, agent: AgentKey, now: Date): Promise<LinkToken | undefined> {
  const { count } = await db
    .selectFrom('password_links')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('merchant_id', '=', agent.merchant_id)
    .where('agent_id', '=', agent.agent_id)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();
  if (count >= MOST_LINKS) return undefined;
  const token = randomBytes(TOKEN_BYTES).toString('base64url') as LinkToken;
  const expires_at = new Date(now.getTime() + LINK_MS);
  await db
    .insertInto('password_links')
    .values({ ...agent, digest: digestOf(token), expires_at })
    .execute();
  return token;
}

/** Whose link it is, with their address; undefined of one that was used, is too old, or is of a disabled agent. */
export async function findLink(
  db: Queryable,
  token: LinkToken,
  now: Date,
): Promise<(AgentKey & { email: string }) | undefined> {
  return db
    .selectFrom('password_links as l')
    .innerJoin('agents as a', (join) =>
      join.onRef('a.merchant_id', '=', 'l.merchant_id').onRef('a.id', '=', 'l.agent_id'),
    )
    .select(['l.merchant_id', 'l.agent_id', 'a.email'])
    .where('l.digest', '=', digestOf(token))
    .where('l.expires_at', '>', now)
    .where('a.disabled', '=', false)
    .executeTakeFirst();
}

/** @returns false when it was used already */
export async function deleteLink(db: Queryable, token: LinkToken): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('password_links')
    .where('digest', '=', digestOf(token))
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** Ends all of an agent. */
export async function deleteLinksOf(db: Queryable, { merchant_id, agent_id }: AgentKey): Promise<void> {
  await db
    .deleteFrom('password_links')
    .where('merchant_id', '=', merchant_id)
    .where('agent_id', '=', agent_id)
    .execute();
}

export async function deleteExpiredLinks(db: Queryable, now: Date): Promise<void> {
  await db.deleteFrom('password_links').where('expires_at', '<', now).execute();
}
