import { randomBytes } from 'node:crypto';
import type { MerchantId } from '@inbox/domain';
import * as z from 'zod/mini';
import type { Vault } from '../accounts/vault';
import type { Queryable } from '../platform/db/connection';

/** Tells narrow tokens from those of the sign-in, and one secret from another. */
export const KID = /^embed_[\w-]{16}$/;
const KID_BYTES = 12;
const SECRET_BYTES = 48;

const secretSchema = z.string();
/** Of a sealed embed secret. */
export const labelOf = (kid: string): string => `embed secret ${kid}`;

export interface EmbedSecret {
  kid: string;
  made_by: string;
  created_at: Date;
  /** From when on its tokens are refused; null for no end. */
  ends_at: Date | null;
}

/** A new secret of the merchant. @returns its name, and the secret itself, which nobody is shown again */
export async function createEmbedSecret(
  db: Queryable,
  vault: Pick<Vault, 'seal'>,
  { merchantId, madeBy }: { merchantId: MerchantId; madeBy: string },
): Promise<{ kid: string; secret: string }> {
  const kid = `embed_${randomBytes(KID_BYTES).toString('base64url')}`;
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  const sealed = vault.seal(secret, labelOf(kid));
  await db.insertInto('embed_secrets').values({ kid, merchant_id: merchantId, sealed, made_by: madeBy }).execute();
  return { kid, secret };
}

/** All that there ever were, the newest first; none with its secret. */
export async function listEmbedSecrets(db: Queryable, merchantId: MerchantId): Promise<EmbedSecret[]> {
  return db
    .selectFrom('embed_secrets')
    .select(['kid', 'made_by', 'created_at', 'ends_at'])
    .where('merchant_id', '=', merchantId)
    .orderBy('created_at', 'desc')
    .orderBy('kid')
    .execute();
}

/**
 * Ends secrets at `at`, unless they end before: one, or all but one.
 * @returns how many
 */
export async function endEmbedSecrets(
  db: Queryable,
  { merchantId, at, ...which }: { merchantId: MerchantId; at: Date } & ({ kid: string } | { allBut: string }),
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('embed_secrets')
    .set({ ends_at: at })
    .where('merchant_id', '=', merchantId)
    .where((eb) => eb.or([eb('ends_at', 'is', null), eb('ends_at', '>', at)]))
    .where((eb) => ('kid' in which ? eb('kid', '=', which.kid) : eb('kid', '!=', which.allBut)))
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** The secret of this name, with whose it is; undefined when there is none. */
export async function openEmbedSecret(
  db: Queryable,
  vault: Pick<Vault, 'open'>,
  kid: string,
): Promise<{ merchantId: MerchantId; slug: string; secret: string; endsAt: Date | null } | undefined> {
  const found = await db
    .selectFrom('embed_secrets as s')
    .innerJoin('merchants as m', 'm.id', 's.merchant_id')
    .select(['s.merchant_id', 's.sealed', 's.ends_at', 'm.slug'])
    .where('s.kid', '=', kid)
    .executeTakeFirst();
  if (found === undefined) return undefined;
  const { merchant_id: merchantId, sealed, ends_at: endsAt, slug } = found;
  return { merchantId, slug, endsAt, secret: secretSchema.parse(vault.open(sealed, labelOf(kid))) };
}

/** Those of these secrets that have not ended. */
export async function readRunningSecrets(db: Queryable, kids: readonly string[], now: Date): Promise<Set<string>> {
  if (kids.length === 0) return new Set();
  const rows = await db
    .selectFrom('embed_secrets')
    .select('kid')
    .where('kid', 'in', kids)
    .where((eb) => eb.or([eb('ends_at', 'is', null), eb('ends_at', '>', now)]))
    .execute();
  return new Set(rows.map(({ kid }) => kid));
}
