import type { MerchantId } from '@inbox/domain';
import type { Oidc } from '.';

/** The merchant whose agents sign in at the identity provider alone: they have no password and no passkey here. */
export const withoutPasswords = (oidc: Pick<Oidc, 'settings' | 'merchantId'> | undefined): MerchantId | undefined =>
  oidc?.settings.passwords === false ? oidc.merchantId : undefined;
