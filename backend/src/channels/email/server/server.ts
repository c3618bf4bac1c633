import { SMTPServer, type SMTPServerAddress, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import { codeOf, wordsOf } from '../../../platform/errors/errors';
import { findMailbox } from '../../../accounts/accounts';
import type { Certificate } from './certificate';
import { MAX_MAIL_BYTES, startMailIntake, type MailIntake, type MailIntakeOptions } from '../receive/intake';
import { SESSION_LIMITS, watchSessions, type SessionLimits } from './sessions';
import { INCOMING_SMTP, listenForMail, NOT_NOW, proxiedBy, refusal, settle } from './smtp';
import { spool } from '../receive/spool';
import type { Mailbox } from '../receive/ingest-mail';

export type { MailDeps } from '../receive/ingest-mail';

const MAX_RECIPIENTS = 50;
/** Of all addresses together. */
const MAX_CLIENTS = 200;

export interface MailServer {
  port: number;
  /** What takes the mails in, for those that come another way. */
  intake: MailIntake;
  /** Lets the mails under way come to their end, for a moment, and stops listening. */
  close(): Promise<void>;
}

export interface MailServerOptions extends Omit<MailIntakeOptions, 'waitingBytes'> {
  /** 0 takes any free port. */
  port: number;
  host?: string;
  /** Addresses from which a connection begins with whose it is, by the PROXY protocol. */
  proxies?: readonly string[];
  /** For STARTTLS, which is not offered without one. */
  certificate?: Certificate;
  limits?: SessionLimits & { waitingBytes?: number };
}

const NO_ROOM = 'There is no room for more mails now, please send it again later';
const DISK_FULL = new Set(['ENOSPC', 'EDQUOT', '53100']);

/**
 * E-mail comes in here, by SMTP. Recipients must be mailboxes of ours, nothing is relayed, and a mail is accepted only when
 * it is stored: an answer of 250 means that it is on the disk and a message shows it, 4xx that it should be sent again.
 * Mails go to the disk as they come, and are read there beside the main thread.
 * @throws one line for the operator when the port cannot be had
 */
export async function startMailServer(options: MailServerOptions): Promise<MailServer> {
  const { context, log, uploads, certificate, limits = SESSION_LIMITS } = options;
  const mailboxes = new WeakMap<SMTPServerSession, Map<string, Mailbox>>();
  const { waitingBytes } = options.limits ?? {};
  const intake = startMailIntake({ ...options, ...(waitingBytes !== undefined && { waitingBytes }) });
  const sessions = watchSessions(() => server, limits);

  async function acceptClient(session: SMTPServerSession): Promise<void> {
    const reason = sessions.open(session);
    if (reason !== null) throw refusal(421, reason);
  }

  async function acceptSender({ args }: SMTPServerAddress, session: SMTPServerSession): Promise<void> {
    const size = args === false ? 0 : Number((args as { SIZE?: unknown }).SIZE ?? 0);
    if (!intake.hasRoom(Number.isFinite(size) ? size : 0)) throw refusal(452, NO_ROOM);
    sessions.mail(session, 'begun');
  }

  async function acceptRecipient(address: string, session: SMTPServerSession): Promise<void> {
    if (session.envelope.rcptTo.length >= MAX_RECIPIENTS) throw refusal(452, 'Too many recipients at once');
    const mailbox = await findMailbox(context.db, address).catch((error: unknown) => {
      log(`The mail server cannot look a mailbox up: ${wordsOf(error)}`);
      throw refusal(451, NOT_NOW);
    });
    if (mailbox === undefined) throw refusal(550, 'No such mailbox here');
    const known = mailboxes.get(session) ?? new Map<string, Mailbox>();
    mailboxes.set(session, known.set(address, mailbox));
  }

  async function acceptMail(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<void> {
    try {
      const key = await spool(uploads, stream, () => !stream.sizeExceeded && intake.hasRoom(0)).catch(
        (error: unknown) => {
          log(`A mail could not be put on the disk: ${wordsOf(error)}`);
          throw DISK_FULL.has(codeOf(error) ?? '') ? refusal(452, NO_ROOM) : refusal(451, NOT_NOW);
        },
      );
      sessions.mail(session, 'received');
      if (stream.sizeExceeded) throw refusal(552, `A mail may have ${MAX_MAIL_BYTES} bytes at most`);
      if (key === null) throw refusal(452, NO_ROOM);
      await takeIn(key, session);
    } finally {
      sessions.mail(session, 'answered');
    }
  }

  async function takeIn(key: string, session: SMTPServerSession): Promise<void> {
    const { mailFrom, rcptTo } = session.envelope;
    const known = mailboxes.get(session);
    const targets = new Map(rcptTo.flatMap(({ address }) => known?.get(address) ?? []).map((box) => [box.id, box]));
    const mail = {
      key,
      envelopeSender: mailFrom === false ? '' : mailFrom.address,
      client: { address: session.remoteAddress, helo: session.hostNameAppearsAs || '' },
    };
    try {
      await intake.take([...targets.values()], mail);
    } catch (error) {
      log(`A mail could not be stored: ${wordsOf(error)}`);
      throw DISK_FULL.has(codeOf(error) ?? '') ? refusal(452, NO_ROOM) : refusal(451, NOT_NOW);
    }
  }

  const server: SMTPServer = new SMTPServer({
    ...INCOMING_SMTP,
    disabledCommands: certificate === undefined ? ['AUTH', 'STARTTLS'] : ['AUTH'],
    ...certificate,
    ...proxiedBy(options.proxies ?? []),
    size: MAX_MAIL_BYTES,
    maxClients: MAX_CLIENTS,
    socketTimeout: limits.idleMs,
    onConnect: (session, done) => void settle(acceptClient(session), done),
    onMailFrom: (address, session, done) => void settle(acceptSender(address, session), done),
    onRcptTo: (address, session, done) => void settle(acceptRecipient(address.address, session), done),
    onData: (stream, session, done) => void settle(acceptMail(stream, session), done),
    onClose: (session) => sessions.close(session),
  });
  // What a client does wrong ends its own connection.
  server.on('error', (error) => log(`The mail server: ${error.message}`));
  const port = await listenForMail(server, options);
  return {
    port,
    intake,
    async close() {
      await new Promise<void>((resolve) => server.close(() => resolve()));
      sessions.stop();
      await intake.close();
    },
  };
}
