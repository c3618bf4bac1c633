import * as z from 'zod/mini';
import type { PhoneAccount } from './account';
import { describeError, isNeverConnected, withoutSecrets } from '../../platform/outbox/answer';
import { readJson } from '../../platform/net/read-json';

/** A call that the provider is asked to connect: it rings the agent first, then the customer. */
export interface CallOrder {
  agentPhone: string;
  customerPhone: string;
  /** Comes back with every report of the call. */
  callbackData: string;
}

export type CallOrderAnswer =
  | { kind: 'taken'; externalId: string }
  /** In the provider's words, when it has any; `isAway`: it could not be reached. */
  | { kind: 'refused'; reason: string | null; isAway?: true }
  /** The connection broke while the provider was asked. */
  | { kind: 'unknown'; reason: string };

const taken = z.object({ Call: z.object({ Sid: z.string().check(z.minLength(1)) }) });
const refused = z.object({ RestException: z.object({ Message: z.string() }) });

/** Asks an Exotel-shaped provider to connect two phones. Never throws. */
export async function orderCall(
  account: PhoneAccount,
  { agentPhone, customerPhone, callbackData }: CallOrder,
  { timeoutMs }: { timeoutMs: number },
): Promise<CallOrderAnswer> {
  const { account_sid, api_key, api_token, webhook_secret, inbox_url } = account.credentials;
  const secrets = [api_token, webhook_secret, Buffer.from(`${api_key}:${api_token}`).toString('base64')];
  const path = `v1/Accounts/${encodeURIComponent(account_sid)}/Calls/connect.json`;
  const form = new URLSearchParams({
    From: agentPhone,
    To: customerPhone,
    CallerId: account.external_id,
    CallType: 'trans',
    CustomField: callbackData,
    StatusCallback: `${withoutSlash(inbox_url)}/channels/exotel/${encodeURIComponent(webhook_secret)}`,
    'StatusCallbackEvents[0]': 'answered',
    'StatusCallbackEvents[1]': 'terminal',
    StatusCallbackContentType: 'application/json',
  });
  try {
    const response = await fetch(`${withoutSlash(account.out_url)}/${path}`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${api_key}:${api_token}`).toString('base64')}` },
      body: form,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const body = readJson(await response.text());
    const order = taken.safeParse(body).data;
    if (response.ok && order) return { kind: 'taken', externalId: order.Call.Sid };
    const reason = refused.safeParse(body).data?.RestException.Message.slice(0, 300) ?? null;
    // A gateway that gave up does not know; of an answer without a call's id nobody does.
    if (response.ok || response.status >= 502)
      return { kind: 'unknown', reason: `The provider answered ${response.status}.` };
    return { kind: 'refused', reason: reason && withoutSecrets(reason, secrets) };
  } catch (error) {
    if (isNeverConnected(error)) return { kind: 'refused', reason: null, isAway: true };
    return { kind: 'unknown', reason: describeError(error, secrets) };
  }
}

const withoutSlash = (url: string): string => url.replace(/\/+$/, '');
