import type { ContentItem } from '@inbox/domain';

/** Why a call failed, in a way that the interface can act on. */
export type ApiErrorKind = 'refused' | 'signed-out' | 'offline' | 'timeout' | 'server' | 'bad-answer';

/**
 * A failed call. `message` is for people: the server's own words when it said some.
 * refused: the server understood and said no (4xx) · signed-out: 401 even with a fresh token · offline: no
 * connection · timeout: a connection, and no answer in time · server: 5xx · bad-answer: the answer does not fit the contract.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  constructor(
    readonly kind: ApiErrorKind,
    message: string,
    readonly details: {
      status?: number | undefined;
      fields?: Record<string, string[]> | undefined;
      code?: string | undefined;
      /** How long the server asks to be left alone, in milliseconds. */
      retryAfterMs?: number | undefined;
      /** `newer_reply`: what colleagues have written meanwhile. */
      items?: readonly ContentItem[] | undefined;
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: details.cause });
  }

  /** The server asks to be left alone for a while (429): it has done nothing, and takes the very same call later. */
  get isTooSoon(): boolean {
    return this.details.status === 429;
  }

  /** Is it worth trying the very same call again? */
  get retryable(): boolean {
    return this.kind === 'offline' || this.kind === 'timeout' || this.kind === 'server';
  }
}
