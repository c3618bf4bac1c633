import type { OidcSettings } from '../agents/oidc/oidc-settings';

/** Settings of a sign-in at this provider, as an operator gives the least of them. */
export const oidcSettings = (issuer: string, changed: Partial<OidcSettings> = {}): OidcSettings => ({
  issuer,
  clientId: 'inbox',
  clientSecret: 'a secret of the inbox and the provider',
  merchant: 'shop',
  url: 'https://inbox.example',
  name: 'Kurta ID',
  scopes: 'email',
  groupsClaim: 'groups',
  groups: new Map(),
  create: false,
  passwords: true,
  ...changed,
});
