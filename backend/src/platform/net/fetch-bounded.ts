/** What is sent, as `fetch` takes it. */
export interface BoundedRequest {
  method?: string;
  headers?: Record<string, string>;
  body?: string | URLSearchParams | null;
  signal?: AbortSignal;
}

export interface Bounds {
  /** Milliseconds until the answer must be complete. */
  timeoutMs: number;
  maxBytes: number;
}

export class AnswerTooLargeError extends Error {
  override readonly name = 'AnswerTooLargeError';
  constructor(host: string) {
    super(`The answer of ${host} is too large.`);
  }
}

/**
 * Requests an address that the operator has set, and reads the answer whole. Redirects are not followed.
 * @throws AnswerTooLargeError, or fetch's own error when there is no complete answer in time
 */
export async function fetchBounded(
  url: string,
  { method = 'GET', headers = {}, body = null, signal }: BoundedRequest,
  { timeoutMs, maxBytes }: Bounds,
): Promise<Response> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const response = await fetch(url, {
    method,
    headers,
    body,
    redirect: 'manual',
    signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
  });
  const chunks: Uint8Array[] = [];
  let size = 0;
  if (response.body !== null) {
    for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
      size += chunk.length;
      if (size > maxBytes) throw new AnswerTooLargeError(new URL(url).host);
      chunks.push(chunk);
    }
  }
  const { status, statusText, headers: answered } = response;
  // These may have none, not even an empty one.
  const isBodiless = [204, 205, 304].includes(status);
  return new Response(isBodiless ? null : Buffer.concat(chunks), { status, statusText, headers: answered });
}
