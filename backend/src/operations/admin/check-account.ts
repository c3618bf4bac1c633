import type { Account } from '../../accounts/accounts';
import type { CheckDeps, CheckResult } from '../../channels/account-check';
import { channels } from '../../app/channels';

export type { CheckDeps, CheckResult, Dns } from '../../channels/account-check';

/** Tries everything that an account is set up with, and says in words what is wrong. Sends nothing to anybody. */
export async function checkAccount(account: Account, deps: CheckDeps): Promise<CheckResult[]> {
  return channels.get(account.kind)?.check(account, deps) ?? [];
}
