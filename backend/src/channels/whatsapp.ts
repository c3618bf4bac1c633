import type { ContentId } from '@inbox/domain';
import * as z from 'zod/mini';
import type { WhatsappTextPayload } from '../outbox/payloads';
import type { MetaAccount } from '../store/accounts';
import { codeOf, partsOfError } from '../store/error-words';
import { causeOf, tellError, withoutSecrets, type ChannelAnswer, type HandOver } from './answer';

const taken = z.object({ messages: z.array(z.object({ id: z.string() })).check(z.minLength(1)) });
const refused = z.object({
  error: z.object({
    code: z.optional(z.number()),
    message: z.optional(z.string()),
    is_transient: z.optional(z.boolean()),
    error_data: z.optional(z.object({ details: z.optional(z.string()) })),
  }),
});

/** Graph error codes that say 'too much, later' whatever the HTTP status: app, account, throughput and pair rate limits. */
const LATER_CODES = new Set([1, 2, 4, 80007, 130429, 131016, 131048, 131056]);
/** Codes of a connection that never came about: nothing was sent. */
const NOT_CONNECTED = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** Graph's address below the account's base, whatever slash the base ends in. */
export function graphUrl(account: MetaAccount, path: string): string {
  return `${account.out_url.replace(/\/+$/, '')}/${path}`;
}

/**
 * What the Graph API is asked to send. It gives `biz_opaque_callback_data` back in every report on the message, so that a
 * report finds it even before the answer that names it.
 */
export function whatsappBody(letter: WhatsappTextPayload, contentId: ContentId | null): Record<string, unknown> {
  return {
    messaging_product: 'whatsapp',
    recipient_type: 'individual',
    // A customer without a visible number is named by a user id that is scoped to the business.
    ...(/^\+?\d+$/.test(letter.to) ? { to: letter.to } : { recipient: letter.to }),
    type: 'text',
    text: { body: letter.text, preview_url: true },
    ...(letter.reply_to_wamid !== null && { context: { message_id: letter.reply_to_wamid } }),
    ...(contentId !== null && { biz_opaque_callback_data: String(contentId) }),
  };
}

/** Sends a text by the Graph API's messages call. Never throws but from `handOver`. */
export async function sendWhatsapp(
  account: MetaAccount,
  body: Record<string, unknown>,
  { handOver, timeoutMs }: { handOver: HandOver; timeoutMs: number },
): Promise<ChannelAnswer> {
  const { access_token, app_secret } = account.credentials;
  await handOver();
  try {
    const response = await fetch(graphUrl(account, `${encodeURIComponent(account.external_id)}/messages`), {
      method: 'POST',
      headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await response.text();
    const answer = readAnswer(response, text);
    return answer.kind === 'sent' ? answer : { ...answer, reason: withoutSecrets(answer.reason, [access_token]) };
  } catch (error) {
    const reason = tellError(error, [access_token, app_secret]);
    return { kind: neverConnected(error) ? 'later' : 'unknown', reason };
  }
}

function readAnswer(response: Response, text: string): ChannelAnswer {
  const body = parseJson(text);
  if (response.ok) {
    const { data } = taken.safeParse(body);
    return { kind: 'sent', externalId: data?.messages[0]?.id ?? null, note: null };
  }
  const error = refused.safeParse(body).data?.error;
  const reason = error?.error_data?.details ?? error?.message ?? `WhatsApp answered ${response.status}.`;
  // A gateway that gave up waiting does not know what became of the message.
  if (response.status === 504) return { kind: 'unknown', reason };
  const isPassing =
    response.status >= 500 ||
    response.status === 429 ||
    response.status === 408 ||
    error?.is_transient === true ||
    (error?.code !== undefined && LATER_CODES.has(error.code));
  if (!isPassing) return { kind: 'refused', reason };
  const seconds = Number(response.headers.get('retry-after') ?? '');
  return { kind: 'later', reason, ...(seconds > 0 && { afterMs: seconds * 1000 }) };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function neverConnected(error: unknown): boolean {
  return partsOfError(causeOf(error)).every((each) => NOT_CONNECTED.has(codeOf(each) ?? ''));
}
