import type { PhoneAccount } from './account';
import { describeError } from '../../platform/outbox/answer';
import { callOwnWebhook } from '../probe-webhook';
import { bad, good, type CheckDeps, type CheckResult } from '../account-check';

/** Tries what a telephony account is set up with. Nobody is called. */
export async function checkPhoneAccount(account: PhoneAccount, deps: CheckDeps): Promise<CheckResult[]> {
  return [await checkCredentials(account, deps), await checkReports(account, deps)];
}

async function checkCredentials(
  { out_url, credentials: { account_sid, api_key, api_token } }: PhoneAccount,
  { timeoutMs }: CheckDeps,
): Promise<CheckResult> {
  const name = 'Credentials';
  const basic = Buffer.from(`${api_key}:${api_token}`).toString('base64');
  const url = `${out_url.replace(/\/+$/, '')}/v1/Accounts/${encodeURIComponent(account_sid)}.json`;
  try {
    const { ok, status } = await fetch(url, {
      headers: { authorization: `Basic ${basic}` },
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (ok) return good(name, `${out_url} accepts them for ${account_sid}.`);
    if (status === 401 || status === 403) return bad(name, `${out_url} refuses api_key and api_token.`);
    if (status === 404) return bad(name, `${out_url} knows no account ${account_sid}: account_sid or --out is wrong.`);
    return bad(name, `${out_url} answers ${status}. Is --out right?`);
  } catch (error) {
    return bad(name, `${out_url} cannot be reached: ${describeError(error, [api_token, basic])}`);
  }
}

/** The provider reports at the address in the credentials: that one is tried. HEAD takes nothing in. */
async function checkReports({ credentials }: PhoneAccount, { timeoutMs }: CheckDeps): Promise<CheckResult> {
  const name = 'Reports of calls';
  const inboxUrl = credentials.inbox_url.replace(/\/+$/, '');
  const path = `/channels/exotel/${encodeURIComponent(credentials.webhook_secret)}`;
  const answer = await callOwnWebhook({ inboxUrl, timeoutMs }, path, { method: 'HEAD' });
  if ('unreachable' in answer) return bad(name, answer.unreachable);
  if (answer.status === 200) return good(name, `${inboxUrl} knows the secret in its address.`);
  return bad(name, `${inboxUrl} answers ${answer.status}: it is not this inbox, or the account is switched off.`);
}
