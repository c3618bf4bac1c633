import type { ContentId, DashboardNotification, MerchantId } from '@inbox/domain';
import type { ColumnType, Generated, JSONColumnType } from 'kysely';

export interface MerchantsTable {
  id: Generated<MerchantId>;
  slug: string;
  name: string;
  inbox_enabled: Generated<boolean>;
  disable_reason: string | null;
  redirect_url: string | null;
  notification: JSONColumnType<DashboardNotification> | null;
  csat_enabled: Generated<boolean>;
  /** What the survey says; null for the usual words. */
  csat_text: ColumnType<string | null, string | null | undefined, string | null>;
  audio_enabled: Generated<boolean>;
  /** Two letters of ISO 3166: phone numbers without a country are of this one. */
  country: Generated<string>;
  has_payment_error: Generated<boolean>;
  payment_settings_url: string | null;
  automation_url: ColumnType<string | null, undefined, string | null>;
  automation_secret: ColumnType<Buffer | null, undefined, Buffer | null>;
  live_seq: Generated<number>;
  /** The last content whose text and words follow the present rules; null when all do. */
  search_rebuilt_until: ColumnType<ContentId | null, undefined, ContentId | null>;
  created_at: Generated<Date>;
}
