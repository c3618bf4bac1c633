import type { AccountId, MerchantId } from '@inbox/domain';
import * as z from 'zod/mini';
import { findAccount, type Account, type NewAccount } from '../accounts/accounts';
import type { Vault } from '../accounts/vault';
import type { Queryable } from '../platform/db/connection';

/** A text that must not be empty. */
export const filled = z.string().check(z.minLength(1));
export const httpUrl = z.url({ protocol: /^https?$/ });

/** What an account has on every channel. */
export const accountFields = { external_id: filled, name: filled, address: z.nullable(z.string()) };

type Stored = Pick<Account, 'id' | 'merchant_id' | 'enabled' | 'business_id'>;

export type ParsedAccount = { isGood: true; account: NewAccount } | { isGood: false; wrong: string[] };

/** How a channel's accounts are set up: each channel knows its own, and nothing else does. */
export interface AccountSettings<Own extends Account, Given extends NewAccount = never> {
  /** Credentials as an operator writes them, with invented values: the keys that each account needs. */
  example: NewAccount['credentials'];
  /** Reads what an operator gives into what is stored, or names the fields that do not fit; never a value: it may be a secret. */
  parse(given: unknown): ParsedAccount;
  /** What is stored of what a program gives. */
  toStored(given: Given): NewAccount;
  /** A stored account as its channel knows it; undefined for one of another channel, or of an unknown shape. */
  read(account: Account): Own | undefined;
  /** @throws when its credentials cannot be opened */
  find(db: Queryable, vault: Vault, merchantId: MerchantId, id: AccountId): Promise<Own | undefined>;
}

/** The accounts that such settings read. */
export type AccountIn<Settings> = Settings extends { read(account: Account): (infer Own) | undefined } ? Own : never;

/**
 * @param schema with the kinds that it is for
 * @param example credentials as an operator writes them, with invented values
 * @param toStored what is stored of it, where that is not what was given
 */
export function accountSettings<Given extends NewAccount>(
  schema: z.ZodMiniType<Given>,
  example: Given['credentials'],
  toStored: (given: Given) => NewAccount = (given) => given,
): AccountSettings<Given & Stored, Given> {
  const read = (account: Account) => {
    const { id, merchant_id, enabled, business_id } = account;
    const { success, data } = schema.safeParse(account);
    return success
      ? { ...data, id, merchant_id, enabled, ...(business_id !== undefined && { business_id }) }
      : undefined;
  };
  return {
    example,
    parse(given) {
      const { success, data, error } = schema.safeParse(given);
      if (success) return { isGood: true, account: toStored(data) };
      return { isGood: false, wrong: [...new Set(error.issues.map(({ path }) => path.join('.') || 'kind'))] };
    },
    toStored,
    read,
    async find(db, vault, merchantId, id) {
      const account = await findAccount(db, vault, merchantId, id);
      return account && read(account);
    },
  };
}
