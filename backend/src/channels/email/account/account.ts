import { normalEmail } from '@inbox/domain';
import { cleanAddress, isEmailAddress } from '@inbox/domain/conversation';
import * as z from 'zod/mini';
import type { Account, AccountKey, ChangeAccount } from '../../../accounts/accounts';
import { accountFields, accountSettings, filled, type AccountIn } from '../../account-settings';

/** Where access tokens are had; Microsoft's for any tenant. */
export const TOKEN_URLS = {
  google: 'https://oauth2.googleapis.com/token',
  microsoft: 'https://login.microsoftonline.com/common/oauth2/v2.0/token',
} as const;

const oauthSchema = z.object({
  provider: z.enum(['google', 'microsoft']),
  client_id: filled,
  client_secret: filled,
  refresh_token: filled,
  /** In place of the provider's own, such as that of one tenant. */
  token_url: z.exactOptional(z.url({ protocol: /^https?$/ })),
});
export type OauthGrant = z.infer<typeof oauthSchema>;

/** RFC 6376: who signs, and the private key as PEM. */
const dkimSchema = z.object({
  domain: z.string().check(z.regex(/^[\w.-]+$/)),
  selector: z.string().check(z.regex(/^[\w.-]+$/)),
  private_key: z.string().check(z.regex(/^-----BEGIN (?:RSA )?PRIVATE KEY-----/)),
});

/** User and password sign in at both servers, unless `imap` names others; with `oauth` an access token replaces the password. */
const credentialsSchema = z.object({
  user: z.nullable(z.string()),
  password: z.nullable(z.string()),
  oauth: z.exactOptional(oauthSchema),
  imap: z.exactOptional(z.object({ user: filled, password: filled })),
  dkim: z.exactOptional(dkimSchema),
});

/** Where and how a mailbox is read by IMAP; see `IncomingMail`. */
const incomingSchema = z.object({
  url: z.url({ protocol: /^imaps?$/ }),
  sent_folder: z._default(z.nullable(filled), null),
  mark_seen: z._default(z.boolean(), false),
  after_reading: z._default(
    z.union([z.literal('leave'), z.literal('delete'), z.templateLiteral(['move:', filled])]),
    'leave',
  ),
});

const MAX_ALIASES = 50;

const schema = z.object({
  kind: z.literal('email'),
  ...accountFields,
  out_url: z.url({ protocol: /^smtps?$/ }),
  /** Null, or left out, for a mailbox whose mail comes by SMTP alone. */
  incoming: z.optional(z.nullable(incomingSchema)),
  aliases: z.optional(
    z
      .array(z.string())
      .check(z.refine((all) => all.length <= MAX_ALIASES && all.every((alias) => isEmailAddress(cleanAddress(alias))))),
  ),
  credentials: credentialsSchema,
});

/** Mailboxes are compared in lower case, and a password in the address of a mail server moves to the secrets. */
function toStored(given: z.infer<typeof schema>): z.infer<typeof schema> {
  const out = withoutLogin(given.out_url);
  const incoming = given.incoming && withoutLogin(given.incoming.url);
  return {
    ...given,
    external_id: given.external_id.trim().toLowerCase(),
    ...(given.aliases && { aliases: [...new Set(given.aliases.map((alias) => normalEmail(cleanAddress(alias))))] }),
    out_url: out.url,
    ...(given.incoming && incoming && { incoming: { ...given.incoming, url: incoming.url } }),
    credentials: { ...given.credentials, ...out.login, ...(incoming?.login && { imap: incoming.login }) },
  };
}

/** An address without the user and password in it, and what they were. */
export function withoutLogin(address: string): { url: string; login: { user: string; password: string } | null } {
  const url = new URL(address);
  const { username, password } = url;
  url.username = '';
  url.password = '';
  const login = username ? { user: decodeURIComponent(username), password: decodeURIComponent(password) } : null;
  return { url: url.href, login };
}

export const emailAccounts = accountSettings(schema, { user: 'care@shop.example', password: 'PASSWORD' }, toStored);
export type EmailAccount = AccountIn<typeof emailAccounts>;

/** Puts a new refresh token in place of an account's. */
export type ReplaceRefreshToken = (account: AccountKey, change: { from: string; to: string }) => Promise<void>;

/**
 * Puts the refresh token that a provider has given in place of the one that it was given for. Nothing happens when the
 * credentials were changed meanwhile.
 */
export const refreshTokenReplacer =
  (changeAccount: ChangeAccount): ReplaceRefreshToken =>
  (of, { from, to }) =>
    changeAccount(of, (now: Account) => {
      const account = emailAccounts.read(now);
      if (account?.credentials.oauth?.refresh_token !== from) return null;
      const { oauth, ...others } = account.credentials;
      return { ...account, credentials: { ...others, oauth: { ...oauth, refresh_token: to } } };
    });
