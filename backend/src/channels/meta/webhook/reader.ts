import type { MetaAccount } from '../account';
import type { WorkContext } from '../../../platform/db/unit-of-work';
import type { Part } from './delivery';

/** What one channel of Meta makes of the deliveries at the webhook that they share. */
export interface MetaReader {
  kind: MetaAccount['kind'];
  /** A page may have the number that an account has elsewhere; the delivery says which channel is meant. */
  reads(part: Part): boolean;
  /** @returns why the operator should look at the part; null when all is well */
  ingest(context: WorkContext, account: MetaAccount, part: Part): Promise<string | null>;
}
