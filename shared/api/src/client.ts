import axios, { isAxiosError, isCancel, type AxiosInstance, type AxiosResponse } from 'axios';
import { ApiError } from './errors';
import { messages } from './messages';
import {
  calls,
  failureSchema,
  paymentCheckCall,
  successSchema,
  type Call,
  type CallAnswer,
  type CallInput,
  type CallName,
  type Calls,
  type PaymentCheck,
} from './wire';

export interface ApiOptions {
  /** Origin of the inbox backend, without a trailing slash; '' is the page's own. */
  baseUrl: string;
  /** The value of the Authorization header; null when nobody is signed in. */
  getToken(options?: { forceRefresh?: boolean }): Promise<string | null>;
  /** Milliseconds a call may take; 20,000 by default. */
  timeoutMs?: number;
}

export interface CallOptions {
  signal?: AbortSignal;
}

type EmptyWhenUnknown<T> = unknown extends T ? Record<never, never> : T;

/** One typed function per call of spec section 7. Rejects with ApiError, or with the signal's AbortError when aborted. */
export type Api = {
  [Name in CallName]: (
    input: EmptyWhenUnknown<CallInput<Calls[Name]>>,
    options?: CallOptions,
  ) => Promise<CallAnswer<Calls[Name]>>;
} & {
  /** Asked of the main site, whose origin is given. */
  paymentCheck(mainSite: string, options?: CallOptions): Promise<PaymentCheck>;
};

interface AnyInput {
  params?: Record<string, string | number>;
  query?: Record<string, unknown>;
  body?: unknown;
}

function fillPath(path: string, params: Record<string, string | number> = {}): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
}

function failureOf(response: AxiosResponse<unknown>): ApiError {
  const told = failureSchema.safeParse(response.data);
  const { message, fields, code } = told.success ? told.data.error : { message: undefined };
  const details = { status: response.status, fields, code };
  if (response.status === 401) return new ApiError('signed-out', message ?? messages.signedOut, details);
  if (response.status >= 500) return new ApiError('server', message ?? messages.server, details);
  return new ApiError('refused', message ?? messages.server, details);
}

/** The client of the inbox backend. It keeps nothing: no token, no cache. */
export function createApi(options: ApiOptions): Api {
  const http: AxiosInstance = axios.create({ timeout: options.timeoutMs ?? 20_000, validateStatus: () => true });

  async function attempt(
    url: string,
    call: Call<unknown, unknown, unknown, unknown>,
    input: AnyInput,
    signal: AbortSignal | undefined,
    forceRefresh: boolean,
  ): Promise<AxiosResponse<unknown>> {
    const token = await options.getToken({ forceRefresh });
    signal?.throwIfAborted();
    try {
      return await http.request<unknown>({
        method: call.method,
        url,
        headers: token === null ? {} : { Authorization: token },
        ...(input.query && { params: input.query }),
        ...(input.body !== undefined && { data: input.body }),
        ...(signal && { signal }),
      });
    } catch (error) {
      if (isCancel(error)) throw signal?.reason ?? error;
      if (isAxiosError(error)) throw new ApiError('offline', messages.offline, { cause: error });
      throw error;
    }
  }

  async function run<Answer>(
    origin: string,
    call: Call<unknown, unknown, unknown, Answer>,
    input: AnyInput,
    { signal }: CallOptions = {},
  ): Promise<Answer> {
    const url = origin + fillPath(call.path, input.params);
    let response = await attempt(url, call, input, signal, false);
    if (response.status === 401) response = await attempt(url, call, input, signal, true);
    if (response.status >= 400) throw failureOf(response);
    const parsed = successSchema(call.answer).safeParse(response.data);
    if (!parsed.success) throw new ApiError('bad-answer', messages.badAnswer, { cause: parsed.error });
    return parsed.data.data;
  }

  const functions = Object.fromEntries(
    Object.entries(calls).map(([name, call]) => [
      name,
      (input: AnyInput, callOptions?: CallOptions) =>
        run(options.baseUrl, call as Call<unknown, unknown, unknown, unknown>, input, callOptions),
    ]),
  );
  return {
    ...functions,
    paymentCheck: (mainSite: string, callOptions?: CallOptions) =>
      run(mainSite, paymentCheckCall as Call<unknown, unknown, unknown, PaymentCheck>, {}, callOptions),
  } as Api;
}
