import type { InboxSettings, MerchantId } from '@inbox/domain';
import type { PaymentCheck } from '@inbox/api/wire';
import type { Queryable } from '../platform/db/connection';

export async function readSettings(db: Queryable, merchantId: MerchantId): Promise<InboxSettings> {
  const row = await db
    .selectFrom('merchants')
    .select(['redirect_url', 'notification', 'inbox_enabled', 'disable_reason'])
    .where('id', '=', merchantId)
    .executeTakeFirstOrThrow();
  return {
    redirect: row.redirect_url !== null,
    redirect_url: row.redirect_url,
    dashboard_notification: row.notification,
    inbox_enabled: row.inbox_enabled,
    disable_reason: row.disable_reason,
  };
}

/** Whether the inbox has a merchant; a new one has none until the operator adds it. */
export async function hasMerchants(db: Queryable): Promise<boolean> {
  return (await db.selectFrom('merchants').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** The short name by which the operator's commands call a merchant. */
export async function readSlug(db: Queryable, merchantId: MerchantId): Promise<string> {
  const { slug } = await db
    .selectFrom('merchants')
    .select('slug')
    .where('id', '=', merchantId)
    .executeTakeFirstOrThrow();
  return slug;
}

/** By that short name; undefined when there is none. */
export async function findMerchant(db: Queryable, slug: string): Promise<MerchantId | undefined> {
  const row = await db.selectFrom('merchants').select('id').where('slug', '=', slug).executeTakeFirst();
  return row?.id;
}

export interface CsatSetting {
  name: string;
  is_csat_enabled: boolean;
  /** What the survey says; null for the usual words. */
  csat_text: string | null;
}

export async function readCsatSetting(db: Queryable, merchantId: MerchantId): Promise<CsatSetting> {
  return db
    .selectFrom('merchants')
    .select(['name', 'csat_enabled as is_csat_enabled', 'csat_text'])
    .where('id', '=', merchantId)
    .executeTakeFirstOrThrow();
}

export async function readPaymentCheck(db: Queryable, merchantId: MerchantId): Promise<PaymentCheck> {
  return db
    .selectFrom('merchants')
    .select(['has_payment_error', 'payment_settings_url'])
    .where('id', '=', merchantId)
    .executeTakeFirstOrThrow();
}

/** The newest live event's number. Read it before the rows that an answer carries: what comes after it is told live. */
export async function readLiveSeq(db: Queryable, merchantId: MerchantId): Promise<number> {
  const { live_seq } = await db
    .selectFrom('merchants')
    .select('live_seq')
    .where('id', '=', merchantId)
    .executeTakeFirstOrThrow();
  return live_seq;
}
