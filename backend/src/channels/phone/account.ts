import * as z from 'zod/mini';
import { accountFields, accountSettings, filled, httpUrl, type AccountIn } from '../account-settings';

/** Phone lines at a telephony provider. */
export const phoneAccounts = accountSettings(
  z.object({
    kind: z.literal('phone'),
    ...accountFields,
    out_url: httpUrl,
    credentials: z.object({
      account_sid: filled,
      api_key: filled,
      api_token: filled,
      /** In the address that the provider calls: nothing else says who it is. */
      webhook_secret: z.string().check(z.minLength(24), z.regex(/^[\w-]+$/)),
      /** Where the provider reaches this inbox. */
      inbox_url: httpUrl,
    }),
  }),
  {
    account_sid: 'shop1',
    api_key: 'KEY',
    api_token: 'TOKEN',
    webhook_secret: 'at-least-24-letters-or-digits',
    inbox_url: 'https://inbox.shop.example',
  },
  (given) => ({ ...given, webhook_secret: given.credentials.webhook_secret }),
);
export type PhoneAccount = AccountIn<typeof phoneAccounts>;
