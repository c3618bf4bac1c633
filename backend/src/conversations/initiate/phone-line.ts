import type { AccountId, PhoneNumber } from '@inbox/domain';
import { ensureLineByHand } from '../../accounts/accounts';
import type { Change } from '../../platform/db/unit-of-work';
import { readHomeCountry } from '../../phone-numbers/home-country';
import { isOneOf, writtenForms } from '../../phone-numbers/written-forms';

/**
 * Where a phone ticket of this customer belongs: to the line and number of their newest phone conversation, or else to
 * the shop's line. A shop without telephony has tickets by phone all the same.
 */
export async function ensurePhoneLine(
  { tx, merchantId }: Change,
  phone: PhoneNumber,
): Promise<{ accountId: AccountId; contact: string }> {
  const home = await readHomeCountry(tx, merchantId);
  const known = await tx
    .selectFrom('conversations')
    .select(['account_id', 'contact'])
    .where('merchant_id', '=', merchantId)
    .where('source', '=', 'phone')
    .where(isOneOf('contact', writtenForms(phone, home)))
    .orderBy('id', 'desc')
    .executeTakeFirst();
  if (known) return { accountId: known.account_id, contact: known.contact };
  const line = await tx
    .selectFrom('accounts')
    .select('id')
    .where('merchant_id', '=', merchantId)
    .where('kind', '=', 'phone')
    .orderBy('enabled', 'desc')
    .orderBy('id')
    .executeTakeFirst();
  return { accountId: line?.id ?? (await ensureLineByHand(tx, merchantId)), contact: phone };
}
