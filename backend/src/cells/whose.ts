import { createHash } from 'node:crypto';
import type { MerchantId } from '@inbox/domain';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { findAccountByWebhook, findMailbox } from '../accounts/accounts';
import type { Queryable } from '../platform/db/connection';

/** What somebody who comes names a merchant by. */
export const ABOUT = ['merchant', 'slug', 'email', 'meta', 'exotel', 'shop', 'mailbox', 'password-link'] as const;
export type About = (typeof ABOUT)[number];

/** Values of one question, and characters of a value. */
export const MOST_VALUES = 1_000;
export const LONGEST_VALUE = 500;

export const whoseSchema = z.object({
  about: z.enum(ABOUT),
  values: z.array(z.string().check(z.maxLength(LONGEST_VALUE))).check(z.minLength(1), z.maxLength(MOST_VALUES)),
});

/** One of the values that this cell knows. */
export interface Found {
  value: string;
  merchant_id: MerchantId;
  /** The merchant has just left: its rows here are not true any more, and in a moment another cell has it. */
  gone: boolean;
}

type Known = Omit<Found, 'gone'>;

const texts = (values: readonly string[]) => sql`any(${[...values]}::text[])`;

const digestOf = (value: string): string => createHash('sha256').update(value).digest('hex');

const FIND: Readonly<Record<About, (db: Queryable, values: readonly string[]) => Promise<Known[]>>> = {
  merchant(db, values) {
    const ids = values.filter((value) => /^\d{1,15}$/.test(value));
    return ask(db, sql`select id::text as value, id as merchant_id from merchants where id = any(${ids}::bigint[])`);
  },
  slug: (db, values) =>
    ask(db, sql`select slug as value, id as merchant_id from merchants where slug = ${texts(values)}`),
  email: (db, values) => ask(db, sql`select email as value, merchant_id from agents where email = ${texts(values)}`),
  meta: (db, values) =>
    ask(
      db,
      sql`select external_id as value, merchant_id from accounts
        where kind in ('whatsapp', 'instagram', 'messenger') and external_id = ${texts(values)}
        union select business_id, merchant_id from accounts where business_id = ${texts(values)}`,
    ),
  async exotel(db, values) {
    const found = await Promise.all(values.map((value) => findAccountByWebhook(db, value)));
    return found.flatMap((account, at) =>
      account ? [{ value: values[at] ?? '', merchant_id: account.merchant_id }] : [],
    );
  },
  shop: (db, values) => ask(db, sql`select domain as value, merchant_id from shops where domain = ${texts(values)}`),
  async mailbox(db, values) {
    const found = await Promise.all(values.map((value) => findMailbox(db, value)));
    return found.flatMap((account, at) =>
      account ? [{ value: values[at] ?? '', merchant_id: account.merchant_id }] : [],
    );
  },
  async 'password-link'(db, values) {
    const byDigest = new Map(values.map((value) => [digestOf(value), value]));
    const digests = [...byDigest.keys()].map((digest) => Buffer.from(digest, 'hex'));
    const rows = await ask(
      db,
      sql`select encode(digest, 'hex') as value, merchant_id from password_links where digest = any(${digests}::bytea[])`,
    );
    return rows.map(({ value, merchant_id }) => ({ value: byDigest.get(value) ?? '', merchant_id }));
  },
};

async function ask(db: Queryable, query: ReturnType<typeof sql>): Promise<Known[]> {
  return (await query.execute(db)).rows as Known[];
}

/** Which of these values name a merchant of this cell. */
export async function findHere(db: Queryable, { about, values }: z.infer<typeof whoseSchema>): Promise<Found[]> {
  const known = await FIND[about](db, values);
  if (known.length === 0) return [];
  const gone = await listGone(db);
  return known.map((each) => ({ ...each, gone: gone.includes(each.merchant_id) }));
}

/** All merchants that have left this cell and may still be led here. */
export async function listGone(db: Queryable): Promise<MerchantId[]> {
  const rows = await db
    .selectFrom('merchant_moves')
    .select('merchant_id')
    .where('stage', '=', 'gone')
    .where('changed_at', '>', sql<Date>`now() - interval '10 minutes'`)
    .execute();
  return rows.map(({ merchant_id }) => merchant_id);
}
