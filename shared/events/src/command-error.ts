/** The name of a topic with its version, `ticket.open@1`. Two versions are two topics: the owner speaks both. */
export type TopicKey = `${string}@${number}`;

export type CommandFailure = 'no-handler' | 'timeout' | 'refused' | 'failed' | 'bad-payload';

/** Why a command was not carried out, in a way that the sender can act on. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  constructor(
    readonly kind: CommandFailure,
    readonly topic: TopicKey,
    message: string,
    /** The error of the handler. */
    cause?: unknown,
  ) {
    super(message, { cause });
  }
}
