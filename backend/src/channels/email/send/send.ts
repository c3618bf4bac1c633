import { once } from 'node:events';
import { Readable } from 'node:stream';
import DKIM from 'nodemailer/lib/dkim';
import MailComposer from 'nodemailer/lib/mail-composer';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import XOAuth2 from 'nodemailer/lib/xoauth2';
import type { EmailReplyPayload } from './compose';
import type { EmailAccount } from '../account/account';
import { codeOf } from '../../../platform/errors/errors';
import type { Uploads } from '../../../platform/files/uploads';
import { replacedId } from '../content/message-ids';
import { forgetToken } from '../account/oauth';
import { isAboutEncryption, loginOf, LOOPBACK, secretsOf, type Login, type LoginAccount } from '../account/sign-in';
import { describeError, withoutSecrets, type ChannelAnswer, type HandOver } from '../../../platform/outbox/answer';

/** What of an account says where its mail is sent. */
type SendingAccount = LoginAccount & Pick<EmailAccount, 'out_url'>;

export interface SendMailOptions<By = EmailAccount> {
  handOver: HandOver;
  timeoutMs: number;
  uploads: Uploads;
  /** Puts a new refresh token in place of the account's. */
  replaceRefreshToken(account: By, change: { from: string; to: string }): Promise<void>;
  /** Called with why the server itself cannot be used; null as soon as it waits for the mail. */
  onServer(problem: string | null): Promise<void>;
}

/**
 * Sends a mail by SMTP. `handOver` is called after the server asked for the message and before its first byte: until then
 * the server cannot have taken it. Never throws but from `handOver`.
 */
export async function sendEmail<By extends SendingAccount>(
  account: By,
  letter: EmailReplyPayload,
  { handOver, timeoutMs, uploads, replaceRefreshToken, onServer }: SendMailOptions<NoInfer<By>>,
): Promise<ChannelAnswer> {
  const connection = new SMTPConnection(connectionOptions(account, timeoutMs));
  const timer = setTimeout(() => connection.close(), timeoutMs);
  let login: Login | null = null;
  let isReady = false;
  let isConnecting = false;
  let isHandedOver = false;
  let stopped: Error | undefined;
  const prepare: HandOver = async () => {
    await handOver().catch((error: unknown) => {
      stopped = toError(error);
      throw stopped;
    });
    isHandedOver = true;
  };
  try {
    login = await loginOf(account, 'out', replaceRefreshToken);
    isConnecting = true;
    await connected(connection);
    isConnecting = false;
    if (login !== null) await loggedIn(connection, login);
    isReady = true;
    await onServer(null);
    const mail = await compose(account, letter, uploads);
    const info = await sent(connection, mail, prepare);
    const rejected = (info.rejected ?? []).join(', ');
    const note = rejected === '' ? null : `The mail server did not accept these recipients: ${rejected}`;
    return {
      kind: 'sent',
      externalId: replacedId(info.response ?? '', mail.envelope.to) ?? letter.message_id,
      note: note && withoutSecrets(note, secretsOf(account, login)),
    };
  } catch (error) {
    if (stopped !== undefined) throw stopped;
    const reason = describeError(error, secretsOf(account, login));
    if (!isReady) {
      if (account.credentials.oauth !== undefined && codeOf(error) === 'EAUTH') forgetToken(account.credentials.oauth);
      await onServer(reason);
    }
    const code = responseCode(error);
    if (code !== undefined && code >= 500) return { kind: 'refused', reason };
    if (code !== undefined && code >= 400) return { kind: 'later', reason };
    if (isHandedOver) return { kind: 'unknown', reason };
    return { kind: 'later', reason, ...(isConnecting && { isAway: true }) };
  } finally {
    clearTimeout(timer);
    connection.close();
  }
}

/** What an outgoing server made of a visit without a mail. */
export type MailServerVisit =
  | { kind: 'ready'; isEncrypted: boolean; isLoggedIn: boolean }
  | { kind: 'unreachable' | 'unencrypted' | 'login'; reason: string };

/** Connects, encrypts and signs in as a send does, and leaves again. Never throws. */
export async function tryMailServer<By extends SendingAccount>(
  account: By,
  { timeoutMs, replaceRefreshToken }: Pick<SendMailOptions<NoInfer<By>>, 'timeoutMs' | 'replaceRefreshToken'>,
): Promise<MailServerVisit> {
  let login: Login | null = null;
  const connection = new SMTPConnection(connectionOptions(account, timeoutMs));
  const timer = setTimeout(() => connection.close(), timeoutMs);
  let kind: 'unreachable' | 'login' = 'unreachable';
  try {
    await connected(connection);
    kind = 'login';
    login = await loginOf(account, 'out', replaceRefreshToken);
    if (login !== null) await loggedIn(connection, login);
    return { kind: 'ready', isEncrypted: connection.secure, isLoggedIn: login !== null };
  } catch (error) {
    const reason = describeError(error, secretsOf(account, login));
    return { kind: isAboutEncryption(codeOf(error)) ? 'unencrypted' : kind, reason };
  } finally {
    clearTimeout(timer);
    connection.close();
  }
}

/**
 * Mails and passwords go over the net encrypted to a server that proves its name, or not at all; `?tls=optional` in the
 * address leaves it to the server, for one that needs no password.
 */
function connectionOptions({ out_url, credentials }: SendingAccount, timeoutMs: number) {
  const url = new URL(out_url);
  const isLocal = LOOPBACK.test(url.hostname);
  const hasSecret = credentials.password !== null || credentials.oauth !== undefined;
  const isSecret = !isLocal && (hasSecret || url.searchParams.get('tls') !== 'optional');
  const secure = url.protocol === 'smtps:';
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (secure ? 465 : isLocal ? 25 : 587) : Number(url.port),
    secure,
    requireTLS: isSecret && !secure,
    opportunisticTLS: !isSecret,
    tls: { rejectUnauthorized: isSecret },
    connectionTimeout: Math.min(10_000, timeoutMs),
    greetingTimeout: Math.min(10_000, timeoutMs),
    socketTimeout: timeoutMs,
    allowInternalNetworkInterfaces: true,
  };
}

const AUTOMATIC = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' };

interface Mail {
  envelope: { from: string; to: string[] };
  bytes: Buffer;
}

async function compose(account: SendingAccount, letter: EmailReplyPayload, uploads: Uploads): Promise<Mail> {
  const named = ({ email, name }: { email: string; name: string }) => ({ address: email, name });
  const mail = new MailComposer({
    from: named(letter.from),
    to: letter.to.map(named),
    cc: letter.cc.map(named),
    subject: letter.subject,
    text: letter.text,
    ...(letter.html !== null && { html: letter.html }),
    messageId: letter.message_id,
    ...(letter.in_reply_to !== null && { inReplyTo: letter.in_reply_to }),
    references: letter.references,
    ...(letter.automatic && { headers: AUTOMATIC }),
    attachments: await Promise.all(
      letter.files.map(async ({ storage_key, filename, content_type, cid }) => {
        const { stream } = await uploads.open(storage_key);
        const content = Buffer.concat(await stream.toArray());
        const shown = cid !== undefined && ({ cid, contentDisposition: 'inline' } as const);
        return { filename, contentType: content_type, content, ...shown };
      }),
    ),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const to = [...letter.to, ...letter.cc, ...letter.bcc].map(({ email }) => email);
  const bytes = await mail.compile().build();
  return { envelope: { from: letter.from.email, to: [...new Set(to)] }, bytes: await signed(account, bytes) };
}

async function signed({ credentials: { dkim } }: SendingAccount, bytes: Buffer): Promise<Buffer> {
  if (dkim === undefined) return bytes;
  const { domain: domainName, selector: keySelector, private_key: privateKey } = dkim;
  const chunks: Buffer[] = [];
  const stream = new DKIM({ domainName, keySelector, privateKey }).sign(bytes);
  for await (const chunk of stream) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks);
}

async function connected(connection: SMTPConnection): Promise<void> {
  const failed = once(connection, 'error').then(([error]) => Promise.reject(toError(error)));
  const ended = once(connection, 'end').then(() => Promise.reject(new Error('The mail server closed the connection.')));
  // What breaks later breaks the step under way, and is told there.
  failed.catch(() => undefined);
  ended.catch(() => undefined);
  connection.on('error', () => undefined);
  await Promise.race([new Promise<void>((resolve) => connection.connect(() => resolve())), failed, ended]);
}

async function loggedIn(connection: SMTPConnection, login: Login): Promise<void> {
  const { user } = login;
  const auth = 'pass' in login ? login : { user, oauth2: new XOAuth2({ user, accessToken: login.accessToken }) };
  await step<unknown>(connection, (done) => connection.login(auth, done));
}

async function sent(connection: SMTPConnection, mail: Mail, handOver: HandOver) {
  const body = Readable.from(
    (async function* () {
      await handOver();
      yield mail.bytes;
    })(),
    { objectMode: false },
  );
  const envelope = { ...mail.envelope, size: mail.bytes.length };
  return step<{ rejected?: string[]; response?: string }>(connection, (done) => connection.send(envelope, body, done));
}

/** One step of the dialogue; a connection that ends in the middle of it ends the step. */
async function step<T>(
  connection: SMTPConnection,
  start: (done: (error: Error | null, result?: T) => void) => void,
): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    connection.once('end', () => reject(new Error('The mail server closed the connection.')));
    start((error, result) => (error ? reject(error) : resolve(result ?? ({} as T))));
  });
}

function responseCode(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null || !('responseCode' in error)) return undefined;
  return typeof error.responseCode === 'number' ? error.responseCode : undefined;
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
