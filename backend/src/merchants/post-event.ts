import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { Automation, AutomationEvent } from './automation';
import { describeError, type ChannelAnswer } from '../platform/outbox/answer';
import { checkHost, lookUpPublic, PrivateAddressError } from '../platform/net/private-address';

export interface PostOptions {
  timeoutMs: number;
  /** Also to addresses of this machine and its network, and without encryption. */
  mayReachPrivate: boolean;
  now: Date;
}

/**
 * Posts an event as JSON. `X-Inbox-Signature: t=SECONDS,v1=HEX` is the HMAC-SHA256, under the secret, of the seconds, a
 * full stop and the raw body: whoever checks both knows who sent it and when. Told twice is told once: the event's id
 * stays the same, so whatever broke on the way may be tried again. Never throws.
 */
export async function postEvent(
  { url, secret }: Automation,
  event: AutomationEvent,
  { timeoutMs, mayReachPrivate, now }: PostOptions,
): Promise<ChannelAnswer> {
  const target = new URL(url);
  const body = JSON.stringify(event);
  const seconds = Math.floor(now.getTime() / 1000);
  const signature = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  try {
    if (!mayReachPrivate) checkHost(target);
    if (!mayReachPrivate && target.protocol !== 'https:') {
      return { kind: 'refused', reason: 'An automation is told by https alone.' };
    }
    const send = target.protocol === 'https:' ? requestHttps : requestHttp;
    const request = send(target, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'user-agent': 'Inbox-Automation/1',
        'x-inbox-event': event.event,
        'x-inbox-delivery': event.id,
        'x-inbox-signature': `t=${seconds},v1=${signature}`,
      },
      // A connection of its own: one that was left open might lead to an address that was not looked at.
      agent: false,
      signal: AbortSignal.timeout(timeoutMs),
      ...(!mayReachPrivate && { lookup: lookUpPublic }),
    });
    request.end(body);
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    // Its words are of no use here. What comes after the answer harms nobody.
    request.on('error', () => undefined);
    response.destroy();
    return answerOf(response);
  } catch (error) {
    if (error instanceof PrivateAddressError) return { kind: 'refused', reason: error.message };
    return { kind: 'later', reason: describeError(error, [secret]), isAway: true };
  }
}

function answerOf({ statusCode = 0, headers }: IncomingMessage): ChannelAnswer {
  if (statusCode >= 200 && statusCode < 300) return { kind: 'sent', externalId: null, note: null };
  const reason = `The automation answered ${statusCode}.`;
  if (statusCode < 500 && statusCode !== 408 && statusCode !== 429) return { kind: 'refused', reason };
  const seconds = Number(headers['retry-after'] ?? '');
  const isAway = statusCode >= 500 && { isAway: true as const };
  return { kind: 'later', reason, ...(seconds > 0 && { afterMs: seconds * 1000 }), ...isAway };
}
