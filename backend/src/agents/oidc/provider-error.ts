import { ClientError, ResponseBodyError } from 'openid-client';
import { codeOf, partsOfError, wordsOf } from '../../platform/errors/errors';

/** Why the identity provider was of no use: it does not answer, or its answer does not hold. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';

  /** @param message for the operator's log: without anything of a token */
  constructor(
    readonly why: 'unreachable' | 'untrusted',
    message: string,
  ) {
    super(message);
  }
}

/** An error code of OAuth, and nothing longer that a provider may send in its place. */
const CODE = /^[\w.-]{1,60}$/;
const DEEPEST = 5;

/** What a provider calls an error, for the log. */
export const errorCodeOf = (said: string): string => (CODE.test(said) ? said : 'an error');

/** What the library has thrown, as one of ours. Its causes have tokens in them, and are left behind. */
export function toProviderError(error: unknown): ProviderError {
  let each: unknown = error;
  for (let depth = 0; depth < DEEPEST && each instanceof Error; depth += 1) {
    if (each instanceof ProviderError) return each;
    each = each.cause;
  }
  if (error instanceof ResponseBodyError) {
    return new ProviderError('untrusted', `it answered ${errorCodeOf(error.error)}`);
  }
  if (error instanceof ClientError) {
    const code = error.code === undefined ? '' : ` (${error.code})`;
    return new ProviderError('untrusted', `${error.message}${code}`);
  }
  return new ProviderError('untrusted', codeOf(error) ?? 'its answer cannot be read');
}

/** Of an address that could not be fetched. */
export function unreachable(error: unknown): ProviderError {
  const [first] = partsOfError(error instanceof Error && error.cause !== undefined ? error.cause : error);
  return new ProviderError('unreachable', codeOf(first) ?? wordsOf(first));
}
