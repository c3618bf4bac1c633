/** What a group of the identity provider gives, in the words of `pnpm admin agent`. */
export const GROUP_PERMISSIONS = [
  'inbox',
  'assign-self',
  'assign-others',
  'quick-replies',
  'store-admin',
  'operator',
] as const;
export type GroupPermission = (typeof GROUP_PERMISSIONS)[number];

/** What each group gives, by the group's name. */
export type GroupRights = ReadonlyMap<string, readonly GroupPermission[]>;

/** How agents of one merchant sign in at an identity provider (OpenID Connect). */
export interface OidcSettings {
  /** As the provider writes itself in `iss`, but for a slash at the end. */
  issuer: string;
  clientId: string;
  /** Undefined: a public client, which proves itself by PKCE alone. */
  clientSecret: string | undefined;
  /** The short name of the merchant whose agents sign in so. */
  merchant: string;
  /** Where browsers reach the inbox: an origin. */
  url: string;
  /** What the provider is called on the sign-in page. */
  name: string;
  /** What is asked for besides `openid`, with blanks between. */
  scopes: string;
  groupsClaim: string;
  /** Empty: the provider says nothing of permissions. */
  groups: GroupRights;
  /** Whether somebody who signs in for the first time becomes an agent. */
  create: boolean;
  /** Whether the merchant's agents may also sign in by password. */
  passwords: boolean;
}

/** Whether an address may be asked without TLS: on this machine alone, where nobody is between. */
export const isOnThisMachine = ({ hostname }: URL): boolean => /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(hostname);
