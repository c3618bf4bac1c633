import type { CallOutcome } from '../net/breakers';
import { codeOf, partsOfError, wordsOf } from '../errors/errors';

/** What a channel made of a message that it was asked to send. */
export type ChannelAnswer =
  /** `externalId` is null when the channel took it without naming it; `note` is what an agent should know besides. */
  | { kind: 'sent'; externalId: string | null; note: string | null }
  /** For good; in the channel's own words. */
  | { kind: 'refused'; reason: string }
  /** Not taken, for certain, and worth another try. `isAway`: the provider did not answer, or only that it cannot. */
  | { kind: 'later'; reason: string; afterMs?: number; isAway?: true }
  /** The connection broke after the message was on its way: it may have been taken. */
  | { kind: 'unknown'; reason: string };

/** The result of looking for a message at its channel. */
export type LookupAnswer =
  | { kind: 'sent'; externalId: string }
  /** The channel listed every message that could be it, and it is none of them. */
  | { kind: 'absent' }
  /** The channel did not answer. */
  | { kind: 'later'; reason: string }
  /** The channel does not list enough to tell. */
  | { kind: 'unknown' };

/**
 * Called by a sender right before the message itself goes out. From here on an answer that does not come leaves it
 * unknown whether the channel has the message.
 * @throws when the message must not be sent (any more)
 */
export type HandOver = () => Promise<void>;

/** An error's words with the account's secrets struck out, short enough for a bubble and for a line of a log. */
export function describeError(error: unknown, secrets: readonly (string | null)[]): string {
  const cause = causeOf(error);
  const text =
    cause === undefined ? wordsOf(error) : `${wordsOf(error)} (${partsOfError(cause).map(wordsOf).join(', ')})`;
  return withoutSecrets(text, secrets).slice(0, 500);
}

export function withoutSecrets(text: string, secrets: readonly (string | null)[]): string {
  return secrets
    .filter((secret) => secret !== null && secret !== '')
    .reduce<string>((clean, secret) => clean.replaceAll(secret ?? '', '***'), text);
}

/** What is behind an error of fetch, which itself says only that it failed. */
export function causeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'cause' in error ? error.cause : undefined;
}

/** Codes of a connection that never came about: nothing was sent. */
const NOT_CONNECTED = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** Of an error of fetch: did the connection never come about, so that nothing was sent? */
export function isNeverConnected(error: unknown): boolean {
  return partsOfError(causeOf(error)).every((each) => NOT_CONNECTED.has(codeOf(each) ?? ''));
}

/** What a channel's answer says of the provider behind it. */
export function outcomeOf(answer: ChannelAnswer): CallOutcome {
  if (answer.kind === 'unknown') return 'away';
  if (answer.kind !== 'later') return 'answered';
  return answer.isAway === true ? 'away' : 'unclear';
}
