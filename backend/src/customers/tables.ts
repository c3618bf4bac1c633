import type { AgentId, ConversationId, CurrencyCode, CustomerId, MerchantId } from '@inbox/domain';
import type { ColumnType, Generated } from 'kysely';

/** The tables of who the customers are and what they bought. */

export interface CustomersTable {
  id: Generated<CustomerId>;
  merchant_id: MerchantId;
  first_name: string | null;
  last_name: string | null;
  full_name: string;
  email: string | null;
  phone: string | null;
  address: string | null;
  city: string | null;
  pin: string | null;
  /** The entry that this one was joined into; null while it is an entry of its own. */
  joined_into: ColumnType<CustomerId | null, undefined, CustomerId | null>;
  erased_at: ColumnType<Date | null, undefined, Date>;
  created_at: Generated<Date>;
}

export interface OrdersTable {
  id: Generated<number>;
  merchant_id: MerchantId;
  customer_id: CustomerId;
  order_number: string;
  order_created_at: Date;
  is_cod: boolean;
  is_cancelled: Generated<boolean>;
  fulfillment_status: string | null;
  /** Currency of every amount of the order. */
  currency: Generated<CurrencyCode>;
  /** In whole units of `currency`. */
  total_order_price: number;
  details: ColumnType<unknown, string, string>;
}

export interface AbandonedCheckoutsTable {
  id: Generated<number>;
  merchant_id: MerchantId;
  customer_id: CustomerId;
  checkout_id: string;
  created_at: Date;
  is_converted: Generated<boolean>;
  /** Currency of every amount in `details`. */
  currency: Generated<CurrencyCode>;
  details: ColumnType<unknown, string, string>;
}

/** Fields of a customer that another entry may fill in. */
export const FILLABLE = ['first_name', 'last_name', 'full_name', 'email', 'phone', 'address', 'city', 'pin'] as const;
export type Fillable = (typeof FILLABLE)[number];

/** What a join has moved, by which it is undone. */
export interface Moved {
  conversations: ConversationId[];
  orders: number[];
  checkouts: number[];
  /** What the kept entry was given, and what it had before. */
  filled: Partial<Record<Fillable, { from: string | null; to: string | null }>>;
}

export interface CustomerJoinsTable {
  id: Generated<number>;
  merchant_id: MerchantId;
  kept_id: CustomerId;
  joined_id: CustomerId;
  agent_id: AgentId;
  joined_at: Date;
  moved: ColumnType<Moved, string, never>;
  parted_by: ColumnType<AgentId | null, undefined, AgentId>;
  parted_at: ColumnType<Date | null, undefined, Date>;
}

/** Addresses that agents write to under one name. */
export interface EmailGroupsTable {
  id: Generated<number>;
  merchant_id: MerchantId;
  group_name: string;
  email_ids: string[];
  created_at: Generated<Date>;
}
