import * as z from 'zod/mini';

const secret = z.string().check(z.minLength(1));

/** Where access tokens are had; Microsoft's for any tenant. */
export const TOKEN_URLS = {
  google: 'https://oauth2.googleapis.com/token',
  microsoft: 'https://login.microsoftonline.com/common/oauth2/v2.0/token',
} as const;

const oauthSchema = z.object({
  provider: z.enum(['google', 'microsoft']),
  client_id: secret,
  client_secret: secret,
  refresh_token: secret,
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
export const emailCredentials = z.object({
  user: z.nullable(z.string()),
  password: z.nullable(z.string()),
  oauth: z.exactOptional(oauthSchema),
  imap: z.exactOptional(z.object({ user: secret, password: secret })),
  dkim: z.exactOptional(dkimSchema),
});

/** Where and how a mailbox is read by IMAP; see `IncomingMail`. */
export const incomingMail = z.object({
  url: z.url({ protocol: /^imaps?$/ }),
  sent_folder: z._default(z.nullable(z.string().check(z.minLength(1))), null),
  mark_seen: z._default(z.boolean(), false),
  after_reading: z._default(
    z.union([z.literal('leave'), z.literal('delete'), z.templateLiteral(['move:', z.string().check(z.minLength(1))])]),
    'leave',
  ),
});
