import type { Oidc, OidcDeps } from '../agents/oidc';
import type { OidcSettings } from '../agents/oidc/oidc-settings';
import { findMerchant } from '../merchants/merchant-queries';

/**
 * The sign-in at the identity provider of the settings. Loaded only here: most inboxes have none.
 * @throws when there is no merchant as the settings name it
 */
export async function openOidc(
  settings: OidcSettings | undefined,
  deps: Omit<OidcDeps, 'settings' | 'merchantId'>,
): Promise<Oidc | undefined> {
  if (settings === undefined) return undefined;
  const { merchant } = settings;
  const merchantId = await findMerchant(deps.context.db, merchant);
  if (merchantId === undefined) {
    throw new Error(`INBOX_OIDC_MERCHANT names '${merchant}', which is no merchant; see pnpm admin merchant list.`);
  }
  const { createOidc } = await import('../agents/oidc');
  return createOidc({ ...deps, settings, merchantId });
}
