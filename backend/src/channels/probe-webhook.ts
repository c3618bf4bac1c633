import { causeOf, describeError } from '../platform/outbox/answer';
import { codeOf, partsOfError } from '../platform/errors/errors';
import type { CheckDeps } from './account-check';

/** An answer of this inbox's own webhook, or why there is none. */
export type WebhookAnswer = { status: number; text: string } | { unreachable: string };

/** Calls a webhook of this inbox as the provider does. `path` may hold a secret, which no words repeat. */
export async function callOwnWebhook(
  { inboxUrl, timeoutMs }: Pick<CheckDeps, 'inboxUrl' | 'timeoutMs'>,
  path: string,
  init: RequestInit,
): Promise<WebhookAnswer> {
  try {
    const response = await fetch(`${inboxUrl}${path}`, {
      ...init,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    return { status: response.status, text: await response.text() };
  } catch (error) {
    const isDown = partsOfError(causeOf(error)).some((each) => codeOf(each) === 'ECONNREFUSED');
    const why = isDown ? 'nothing answers there; is the inbox running?' : describeError(error, [path]);
    return { unreachable: `The inbox at ${inboxUrl} cannot be reached: ${why}` };
  }
}
