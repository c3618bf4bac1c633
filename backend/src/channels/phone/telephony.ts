import type { Queryable } from '../../db/connection';
import type { Vault } from '../../accounts/vault';
import type { Telephony } from '../../calls/call-customer';
import { phoneAccounts } from './account';
import { orderCall } from './exotel';

/** An agent waits for the answer. */
const TIMEOUT_MS = 10_000;

/** Connects calls through the provider of each account. */
export function createTelephony(db: Queryable, vault: Vault, log: (line: string) => void): Telephony {
  return {
    async connect({ merchantId, accountId }, { agent, customer, callId }) {
      const account = await phoneAccounts.find(db, vault, merchantId, accountId).catch(() => undefined);
      if (account === undefined) {
        log(`Account ${accountId} cannot place calls: its credentials cannot be read.`);
        return { kind: 'refused', reason: null };
      }
      const order = { agentPhone: agent, customerPhone: customer, callbackData: String(callId) };
      const answer = await orderCall(account, order, { timeoutMs: TIMEOUT_MS });
      if (answer.kind !== 'taken') log(`A call could not be placed: ${answer.reason ?? 'no reason was given'}`);
      return answer;
    },
  };
}
