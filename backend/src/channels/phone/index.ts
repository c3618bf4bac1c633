import { defineChannel } from '../channel';
import { phoneAccounts } from './account';
import { checkPhoneAccount } from './check';
import { exotelWebhook } from './webhook';

/** Calls are placed at once (`telephony.ts`), not by the outbox, and nobody is answered in writing. */
const channel = defineChannel({
  kind: 'phone',
  accounts: phoneAccounts,
  composers: {},
  jobs: {},
  check: checkPhoneAccount,
});

export const phone = { ...channel, routes: exotelWebhook };
