/** One call on its way, as a transport gets it. */
export interface TransportRequest {
  method: 'GET' | 'POST';
  /** Base address and path, without the query. */
  url: string;
  headers: Record<string, string>;
  /** The query; what is undefined is left out. */
  params?: Record<string, unknown> | undefined;
  /** The body, to be sent as JSON; a form as multipart/form-data. */
  data?: unknown;
  /** `blob`: the answer is a file, not JSON. */
  responseType?: 'blob' | undefined;
  /** Also aborted when the answer is too long in coming. */
  signal?: AbortSignal | undefined;
  /** To be called with each part of the answer that comes, so that a long one is not taken for none. */
  onAnswering?: (() => void) | undefined;
  /** Told from time to time how much of the body has left, from 0 to 1. */
  onProgress?: ((done: number) => void) | undefined;
  /** The call goes on when the page is closed meanwhile. */
  keepalive?: boolean | undefined;
}

export interface TransportResponse {
  status: number;
  data: unknown;
  /** By their names in lower case, as far as the transport tells them. */
  headers?: Readonly<Record<string, unknown>> | undefined;
}

/** Carries one call: resolves with whatever was answered, rejects when there was no answer or the signal aborted. */
export type Transport = (request: TransportRequest) => Promise<TransportResponse>;

/** Over HTTP by the browser's fetch; an upload that tells its progress by axios, since fetch cannot (decision 11). */
export const httpTransport: Transport = (request) => (request.onProgress ? byAxios(request) : byFetch(request));

/** The address that a call goes to, with its query. */
export const calledAddress = ({ url, params }: Pick<TransportRequest, 'url' | 'params'>): string =>
  url + queryOf(params);

async function byFetch(request: TransportRequest): Promise<TransportResponse> {
  const { method, headers, data, responseType, signal, onAnswering, keepalive = false } = request;
  const isJson = data !== undefined && !(data instanceof FormData);
  const response = await fetch(calledAddress(request), {
    method,
    headers: { ...headers, ...(isJson && { 'Content-Type': 'application/json' }) },
    ...(data !== undefined && { body: isJson ? JSON.stringify(data) : data }),
    keepalive,
    ...(signal && { signal }),
  });
  const answer = await bodyOf(response, onAnswering);
  return {
    status: response.status,
    data: responseType === 'blob' ? answer : parsed(await answer.text()),
    headers: Object.fromEntries(response.headers),
  };
}

function queryOf(params: Record<string, unknown> = {}): string {
  const given = Object.entries(params).filter(([, value]) => value !== undefined && value !== null);
  return given.length === 0 ? '' : `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}

async function bodyOf({ body, headers }: Response, onAnswering?: () => void): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const reader = body?.getReader();
  for (let read = await reader?.read(); read?.value; read = await reader?.read()) {
    parts.push(read.value);
    onAnswering?.();
  }
  return new Blob(parts, { type: headers.get('content-type') ?? '' });
}

/** What a proxy answers in place of the inbox is often no JSON; it counts by its status alone. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

async function byAxios({
  signal,
  onAnswering,
  onProgress,
  keepalive: _,
  ...request
}: TransportRequest): Promise<TransportResponse> {
  const { default: axios } = await import('axios');
  return axios.request<unknown>({
    ...request,
    validateStatus: () => true,
    ...(signal && { signal }),
    ...(onAnswering && { onDownloadProgress: onAnswering }),
    ...(onProgress && { onUploadProgress: ({ progress }) => progress !== undefined && onProgress(progress) }),
  });
}

/** Milliseconds that a read waits at most for a server that asks to be left alone: it counts calls over ten seconds. */
const LONGEST_WAIT_MS = 10_000;

/** How long the server asks to be left alone, in milliseconds; 0 when it does not. */
export const retryAfterMs = ({ headers }: TransportResponse): number => Number(headers?.['retry-after']) * 1_000 || 0;

/**
 * In how many milliseconds a read that was asked too soon is answered, when that is soon enough to wait for; else 0. A page
 * that asks much for a moment gets its answers a moment later, and no panel fails for it.
 */
export function readableInMs(response: TransportResponse): number {
  const ms = retryAfterMs(response);
  return response.status === 429 && ms <= LONGEST_WAIT_MS ? ms : 0;
}
