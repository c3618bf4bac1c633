import type { Queryable } from '../../platform/db/connection';
import type { Vault } from '../../accounts/vault';
import type { Telephony } from '../../calls/call-customer';
import { phoneAccounts } from './account';
import { createBreakers, type BreakerOptions } from '../../platform/net/breakers';
import { orderCall } from './exotel';
import { messages } from '../../platform/errors/messages';

/** An agent waits for the answer. */
const TIMEOUT_MS = 10_000;

/** Connects calls through the provider of each account. One that does not answer is left alone for a while, and that is said. */
export function createTelephony(
  db: Queryable,
  vault: Vault,
  log: (line: string) => void,
  breaking?: BreakerOptions,
): Telephony {
  const breakers = createBreakers(breaking);
  return {
    async connect({ merchantId, accountId }, { agent, customer, callId }) {
      const account = await phoneAccounts.find(db, vault, merchantId, accountId).catch(() => undefined);
      if (account === undefined) {
        log(`Account ${accountId} cannot place calls: its credentials cannot be read.`);
        return { kind: 'refused', reason: null };
      }
      const order = { agentPhone: agent, customerPhone: customer, callbackData: String(callId) };
      const provider = new URL(account.out_url).host;
      if (breakers.begin(provider) > 0) return { kind: 'refused', reason: messages.callProviderAway };
      const answer = await orderCall(account, order, { timeoutMs: TIMEOUT_MS });
      const isAway = answer.kind === 'unknown' || (answer.kind === 'refused' && answer.isAway === true);
      breakers.end(provider, isAway ? 'away' : 'answered');
      if (answer.kind !== 'taken') log(`A call could not be placed: ${answer.reason ?? 'no reason was given'}`);
      return answer;
    },
  };
}
