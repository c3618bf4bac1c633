import { connect, isIPv6, type Socket } from 'node:net';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import type { Certificate } from '../channels/email/server/certificate';
import { MAX_MAIL_BYTES } from '../channels/email/receive/intake';
import { SESSION_LIMITS, watchSessions } from '../channels/email/server/sessions';
import { INCOMING_SMTP, listenForMail, NOT_NOW, proxiedBy, refusal, settle } from '../channels/email/server/smtp';
import { wordsOf } from '../platform/errors/errors';
import type { Cell } from './cells';
import { NO_COUNTS, type DirectoryCounts } from './counts';
import type { Whereabouts } from './whereabouts';

const MAX_RECIPIENTS = 50;
const MAX_CLIENTS = 500;
/** Milliseconds in which a cell takes the connection, and in which it answers something. */
const CONNECT_MS = 10_000;
const ANSWER_MS = 120_000;

export interface MailRelayOptions {
  whereabouts: Whereabouts;
  /** 0 takes any free port. */
  port: number;
  certificate?: Certificate;
  /** Addresses of balancers before it, from which a connection begins with whose it is. */
  proxies?: readonly string[];
  counts?: DirectoryCounts;
  log(line: string): void;
}

export interface MailRelay {
  port: number;
  close(): Promise<void>;
}

/**
 * Leads mails to the cell of their recipient. Nothing is stored here: a mail goes on as it comes, and what its sender is
 * answered is the cell's own answer. The cell is told of the sender's address by the PROXY protocol, which is what
 * senders are proven by.
 * @throws one line for the operator when the port cannot be had
 */
export async function startMailRelay(options: MailRelayOptions): Promise<MailRelay> {
  const { whereabouts, port, certificate, proxies = [], counts = NO_COUNTS, log } = options;
  const cells = new WeakMap<SMTPServerSession, Cell>();
  const sessions = watchSessions(() => server, SESSION_LIMITS);

  async function acceptClient(session: SMTPServerSession): Promise<void> {
    const reason = sessions.open(session);
    if (reason !== null) throw refusal(421, reason);
  }

  async function acceptRecipient(address: string, session: SMTPServerSession): Promise<void> {
    const { rcptTo } = session.envelope;
    if (rcptTo.length >= MAX_RECIPIENTS) throw refusal(452, 'Too many recipients at once');
    const mailbox = address.trim().toLowerCase();
    // As it is now: a wrong place would answer that there is no such mailbox, and the mail would be sent back.
    const cell = (await whereabouts.find('mailbox', [mailbox], 'fresh')).get(mailbox);
    if (cell === undefined) throw refusal(550, 'No such mailbox here');
    const before = rcptTo.length === 0 ? undefined : cells.get(session);
    if (before !== undefined && before !== cell) throw refusal(452, 'Please send it to this recipient by itself');
    cells.set(session, cell);
  }

  async function passOn(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<void> {
    const cell = cells.get(session);
    try {
      if (cell === undefined) throw refusal(451, NOT_NOW);
      await sendTo(cell, stream, session);
      counts.mail('taken');
    } catch (error) {
      // What is still to come of it is of no use.
      stream.resume();
      const code = error instanceof Error && 'responseCode' in error ? error.responseCode : undefined;
      counts.mail(typeof code === 'number' && code >= 500 ? 'refused' : 'later');
      if (typeof code === 'number') throw error;
      log(`A mail could not be led on: ${wordsOf(error)}`);
      throw refusal(451, NOT_NOW);
    } finally {
      sessions.mail(session, 'answered');
    }
  }

  const server: SMTPServer = new SMTPServer({
    ...INCOMING_SMTP,
    disabledCommands: certificate === undefined ? ['AUTH', 'STARTTLS'] : ['AUTH'],
    ...certificate,
    ...proxiedBy(proxies),
    size: MAX_MAIL_BYTES,
    maxClients: MAX_CLIENTS,
    socketTimeout: SESSION_LIMITS.idleMs,
    onConnect: (session, done) => void settle(acceptClient(session), done),
    onMailFrom(_address, session, done) {
      sessions.mail(session, 'begun');
      done();
    },
    onRcptTo: (address, session, done) => void settle(acceptRecipient(address.address, session), done),
    onData: (stream, session, done) => void settle(passOn(stream, session), done),
    onClose: (session) => sessions.close(session),
  });
  server.on('error', (error) => log(`The mail relay: ${error.message}`));
  const listening = await listenForMail(server, { port });
  return {
    port: listening,
    async close() {
      await new Promise<void>((resolve) => server.close(() => resolve()));
      sessions.stop();
    },
  };
}

/**
 * Sends a mail to the cell for all of its recipients. The library counts a mail as sent once the cell has accepted one
 * recipient. SMTP has one answer for all of them, so a mail that the cell has refused for some is answered 451: the sender
 * sends it again, and a mailbox that is gone by then is refused at its RCPT. A mailbox that has the mail already stores it
 * once (`receive` in ingest-mail.ts); only a mail whose headers cannot be read is shown twice.
 * @throws the cell's own answer, as an error with its `responseCode`
 */
async function sendTo({ mail }: Cell, stream: SMTPServerDataStream, session: SMTPServerSession): Promise<void> {
  const { mailFrom, rcptTo } = session.envelope;
  const socket = await connected(mail);
  socket.write(proxyLine(session, socket));
  const line = new SMTPConnection({
    connection: socket,
    // Between machines of one network; the cell's certificate is as a rule of its own making.
    ignoreTLS: true,
    name: session.hostNameAppearsAs || 'directory',
    socketTimeout: ANSWER_MS,
    greetingTimeout: CONNECT_MS,
  });
  try {
    const { rejected } = await new Promise<SMTPConnection.SentMessageInfo>((resolve, reject) => {
      line.once('error', reject);
      line.connect(() => {
        const envelope = {
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
        };
        line.send(envelope, stream, (error, info) => (error ? reject(error) : resolve(info)));
      });
    });
    if (rejected.length > 0) throw refusal(451, NOT_NOW);
  } finally {
    line.on('error', () => undefined);
    line.close();
  }
}

const connected = ({ host, port }: Cell['mail']): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect({ host, port, timeout: CONNECT_MS }, () => {
      socket.setTimeout(0);
      resolve(socket);
    });
    socket.once('timeout', () => socket.destroy(new Error('The cell takes no mail')));
    socket.once('error', reject);
  });

/** Whose connection it is: the first line of the PROXY protocol, version 1. */
function proxyLine({ remoteAddress, remotePort }: SMTPServerSession & { remotePort?: number }, to: Socket): string {
  const family = isIPv6(remoteAddress) ? 'TCP6' : 'TCP4';
  const here = family === 'TCP6' ? '::1' : '127.0.0.1';
  return `PROXY ${family} ${remoteAddress} ${here} ${remotePort ?? 0} ${to.remotePort ?? 0}\r\n`;
}
