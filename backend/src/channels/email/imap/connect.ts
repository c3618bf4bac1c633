import type { ImapFlow } from 'imapflow';
import type { EmailAccount, ReplaceRefreshToken } from '../account/account';
import { codeOf } from '../../../platform/errors/errors';
import { describeError } from '../../../platform/outbox/answer';
import { AccessTokenError, forgetToken } from '../account/oauth';
import { isAboutEncryption, loginOf, LOOPBACK, secretsOf, type Login } from '../account/sign-in';

/** A mailbox cannot be read. Its message is for the store admin, without secrets. */
export class MailboxError extends Error {
  override readonly name = 'MailboxError';
  constructor(
    message: string,
    /** What it is set up with is wrong, and stays so until somebody changes it. */
    readonly isLasting: boolean,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Bytes of one answer of the server, of which mails are read in pieces of 64 KB. */
const MOST_LINE = 4_000_000;

export interface ConnectOptions {
  timeoutMs: number;
  replaceRefreshToken: ReplaceRefreshToken;
}

/**
 * Connects to the IMAP server of an account, encrypted unless it is on this machine, and signs in.
 * @throws MailboxError
 */
export async function connectImap(account: EmailAccount, options: ConnectOptions): Promise<ImapFlow> {
  const { incoming } = account;
  if (!incoming) throw new MailboxError('It has no IMAP server.', true);
  let login: Login | null = null;
  let client: ImapFlow | undefined;
  try {
    login = await loginOf(account, 'in', options.replaceRefreshToken);
    if (login === null) throw new MailboxError('It has no user and password for the IMAP server.', true);
    const imap = await import('./client');
    client = new imap.ImapFlow({ ...connectionOptions(incoming.url, options.timeoutMs), auth: login });
    // What breaks later breaks the command under way, and is handled there.
    client.on('error', () => undefined);
    await client.connect();
    return client;
  } catch (error) {
    client?.close();
    throw mailboxError(account, error, login);
  }
}

function connectionOptions(address: string, timeoutMs: number) {
  const url = new URL(address);
  const secure = url.protocol === 'imaps:';
  const isLocal = LOOPBACK.test(url.hostname);
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (secure ? 993 : 143) : Number(url.port),
    secure,
    ...(!secure && !isLocal && { doSTARTTLS: true }),
    tls: { rejectUnauthorized: !isLocal },
    logger: false as const,
    disableAutoIdle: true,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: 4 * timeoutMs,
    maxLineLength: MOST_LINE,
    maxLiteralSize: MOST_LINE,
    maxResponseSize: 2 * MOST_LINE,
  };
}

/** In words, whatever went wrong on the way. */
export function mailboxError(account: EmailAccount, error: unknown, login?: Login | null): MailboxError {
  if (error instanceof MailboxError) return error;
  if (error instanceof AccessTokenError) return new MailboxError(error.message, error.isRefused, { cause: error });
  const server = new URL(account.incoming?.url ?? 'imaps://unknown').host;
  const said = saidBy(error);
  const words = describeError(said === undefined ? error : new Error(said), secretsOf(account, login));
  const is = (message: string, isLasting: boolean) => new MailboxError(message, isLasting, { cause: error });
  if (isRefusal(error)) {
    if (account.credentials.oauth !== undefined) forgetToken(account.credentials.oauth);
    const shown = login && 'accessToken' in login ? 'the access token' : 'user and password';
    return is(`${server} refuses ${shown}: ${words}`, true);
  }
  if (isAboutEncryption(codeOf(error)) || /STARTTLS/i.test(words)) {
    return is(`${server} offers no trusted encryption: ${words}`, true);
  }
  if (said !== undefined) return is(`${server} says: ${words}`, false);
  return is(`${server} cannot be reached: ${words}`, false);
}

function isRefusal(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'authenticationFailed' in error;
}

/** The server's own words, when it is the server that refused. */
function saidBy(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('responseText' in error)) return undefined;
  return typeof error.responseText === 'string' ? error.responseText : undefined;
}
