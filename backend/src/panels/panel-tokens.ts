import { createHash, randomBytes } from 'node:crypto';
import type { Queryable } from '../platform/db/connection';

/** Tells a scanner of repositories and logs what it has found. */
const PREFIX = 'inbox_panel_';
const SECRET_BYTES = 32;

const digestOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();

export interface PanelToken {
  name: string;
  panel: string;
  made_by: string;
  created_at: Date;
  expires_at: Date;
  revoked_at: Date | null;
  last_used_at: Date | null;
}

type NewPanelToken = Pick<PanelToken, 'name' | 'panel' | 'made_by' | 'created_at' | 'expires_at'>;

/**
 * Makes a token that publishes one panel. The secret is 256 random bits, so that a plain hash of it is enough to store.
 *
 * @returns the secret, which nobody is shown again
 * @throws the database's error for a name that is taken
 */
export async function createPanelToken(db: Queryable, token: NewPanelToken): Promise<string> {
  const secret = PREFIX + randomBytes(SECRET_BYTES).toString('base64url');
  await db
    .insertInto('panel_tokens')
    .values({ ...token, digest: digestOf(secret), revoked_at: null, last_used_at: null })
    .execute();
  return secret;
}

/** All there ever were, the newest first; none of them with its secret. */
export async function listPanelTokens(db: Queryable): Promise<PanelToken[]> {
  return db
    .selectFrom('panel_tokens')
    .select(['name', 'panel', 'made_by', 'created_at', 'expires_at', 'revoked_at', 'last_used_at'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** @returns whether there was one of this name that could still be used */
export async function revokePanelToken(db: Queryable, name: string, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('panel_tokens')
    .set({ revoked_at: at })
    .where('name', '=', name)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Who holds a secret, and whether it may still be used. */
export type TokenHolder =
  | { state: 'unknown' }
  | { state: 'valid' | 'expired' | 'revoked'; id: number; name: string; panel: string; expires_at: Date };

/** Whose secret it is. A valid one counts as used at `now`. */
export async function identifyToken(db: Queryable, secret: string, now: Date): Promise<TokenHolder> {
  const found = await db
    .selectFrom('panel_tokens')
    .select(['id', 'name', 'panel', 'expires_at', 'revoked_at'])
    .where('digest', '=', digestOf(secret))
    .executeTakeFirst();
  if (found === undefined) return { state: 'unknown' };
  const { revoked_at, ...holder } = found;
  if (revoked_at !== null) return { state: 'revoked', ...holder };
  if (holder.expires_at <= now) return { state: 'expired', ...holder };
  await db.updateTable('panel_tokens').set({ last_used_at: now }).where('id', '=', holder.id).execute();
  return { state: 'valid', ...holder };
}
