import type { CustomerId, MerchantId, PhoneNumber } from '@inbox/domain';
import type { ColumnType, Generated } from 'kysely';

/** The tables of what a merchant's shop says. */

export interface ShopsTable {
  merchant_id: MerchantId;
  /** As its webhooks name it, in lower case. */
  domain: string;
  /** Where its GraphQL calls are answered. */
  url: string;
  credentials: Buffer;
  /** The simulator answers for it, on this machine. */
  is_demo: Generated<boolean>;
  created_at: Generated<Date>;
}

export type ShopRecordKind = 'order' | 'checkout' | 'customer';

export interface ShopRecordsTable {
  merchant_id: MerchantId;
  kind: ShopRecordKind;
  /** The number that the shop's API has for it. */
  external_id: string;
  /** By the shop: the newer one wins. */
  updated_at: Date;
  /** Decides between versions of the same time, see `rankOf`; empty in rows that an older release has stored. */
  rank: Generated<string>;
  /** The shop has deleted it: the row has its number alone. */
  is_deleted: Generated<boolean>;
  made_at: Date;
  /** In lower case. */
  emails: string[];
  /** Last ten digits, which the release before `phone_numbers` compares. */
  phones: string[];
  /** Numbers with their countries; null in rows that the release before has stored. */
  phone_numbers: ColumnType<PhoneNumber[] | null, PhoneNumber[] | undefined, PhoneNumber[]>;
  shop_customer_id: string | null;
  details: ColumnType<unknown, string, string>;
}

export interface ShopSyncsTable {
  merchant_id: MerchantId;
  customer_id: CustomerId;
  /** The addresses and phones that were asked for; of others nothing is known. */
  contacts: string;
  as_of: Date;
  /** The shop has said that this customer changed. */
  is_due: Generated<boolean>;
}
