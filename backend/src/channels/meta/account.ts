import * as z from 'zod/mini';
import { findAccountsOf } from '../../accounts/accounts';
import type { Vault } from '../../accounts/vault';
import type { Queryable } from '../../platform/db/connection';
import { accountFields, accountSettings, filled, httpUrl, type AccountIn } from '../account-settings';

const KINDS = ['whatsapp', 'instagram', 'messenger'] as const;

/** Accounts of WhatsApp, Instagram and Messenger: one app of Meta's speaks for each. */
export const metaAccounts = accountSettings(
  z.object({
    kind: z.enum(KINDS),
    ...accountFields,
    out_url: httpUrl,
    credentials: z.object({
      access_token: filled,
      app_secret: filled,
      verify_token: filled,
      /** WhatsApp: the business account whose templates are sent; asked of WhatsApp when left out. */
      business_account_id: z.exactOptional(filled),
    }),
  }),
  { access_token: 'EAAB0123456789', app_secret: '0f3c456789abcdef', verify_token: 'a word of your choice' },
);
export type MetaAccount = AccountIn<typeof metaAccounts>;

/** Those that a delivery names, by themselves or by their WhatsApp business, or all; without what cannot be read. */
export async function findMetaAccounts(
  db: Queryable,
  vault: Vault,
  externalIds: readonly string[] | 'all',
): Promise<MetaAccount[]> {
  const accounts = await findAccountsOf(db, vault, KINDS, externalIds);
  return accounts.flatMap((account) => metaAccounts.read(account) ?? []);
}
