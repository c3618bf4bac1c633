import type { MerchantId } from '@inbox/domain';
import type { ColumnType, Generated } from 'kysely';

export interface ChannelNoticesTable {
  id: Generated<number>;
  merchant_id: MerchantId;
  kind: string;
  subject: string;
  is_grave: boolean;
  words: string;
  times: Generated<number>;
  digest: Buffer;
  noticed_at: Date;
  dismissed_at: Generated<Date | null>;
}

export interface DeadLettersTable {
  id: Generated<number>;
  merchant_id: MerchantId | null;
  door: string;
  reason: string;
  /** Account id, colon, and the channel's id of the message that it waits for. */
  about: ColumnType<string | null, string | null | undefined, string | null>;
  /** What the door knew of it besides the body, which it needs to take it in again. */
  told: ColumnType<unknown, string | null | undefined, string | null>;
  digest: Buffer;
  body: Buffer;
  received_at: Generated<Date>;
  /** How many deliveries of its kind came. */
  times: Generated<number>;
}
