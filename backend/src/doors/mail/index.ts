import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import { codeOf, wordsOf } from '../../store/error-words';
import { findMailbox } from '../../store/accounts';
import { takeMail, type MailDeps, type Mailbox } from './take-mail';

export type { MailDeps } from './take-mail';

/** Spec section 5: 25 MB, as they come over the wire. */
const MAX_MAIL_BYTES = 25_000_000;
/** All mails that are in memory at once; beyond that senders are asked to come back. */
const MAX_HELD_BYTES = 200_000_000;
const MAX_RECIPIENTS = 50;

export interface MailDoor {
  port: number;
  /** Lets the mails under way come to their end, for a moment, and stops listening. */
  close(): Promise<void>;
}

/** An error with the reply that SMTP has for it. */
const refusal = (responseCode: 451 | 452 | 550 | 552, message: string): Error =>
  Object.assign(new Error(message), { responseCode });

const NOT_NOW = 'The mail cannot be stored now, please send it again later';

/**
 * E-mail comes in here, by SMTP. Recipients must be mailboxes of ours, nothing is relayed, and a mail is accepted only when
 * it is stored: an answer of 250 means that it is on the disk, 4xx that it should be sent again.
 * @param deps.port 0 takes any free port
 * @throws one line for the operator when the port cannot be had
 */
export async function startMailDoor(deps: MailDeps & { port: number; host?: string }): Promise<MailDoor> {
  const { context, log } = deps;
  const mailboxes = new WeakMap<SMTPServerSession, Map<string, Mailbox>>();
  let heldBytes = 0;

  async function acceptRecipient(address: string, session: SMTPServerSession): Promise<void> {
    if (session.envelope.rcptTo.length >= MAX_RECIPIENTS) throw refusal(452, 'Too many recipients at once');
    const mailbox = await findMailbox(context.db, address).catch((error: unknown) => {
      log(`The mail door cannot look a mailbox up: ${wordsOf(error)}`);
      throw refusal(451, NOT_NOW);
    });
    if (mailbox === undefined) throw refusal(550, 'No such mailbox here');
    const known = mailboxes.get(session) ?? new Map<string, Mailbox>();
    mailboxes.set(session, known.set(address, mailbox));
  }

  async function acceptMail(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<void> {
    const chunks: Buffer[] = [];
    let size = 0;
    try {
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        // What is too large is read to its end, and forgotten: SMTP can answer only then.
        if (stream.sizeExceeded || heldBytes + chunk.length > MAX_HELD_BYTES) {
          heldBytes -= size;
          size = Number.NaN;
          chunks.length = 0;
        }
        if (Number.isNaN(size)) continue;
        chunks.push(chunk);
        size += chunk.length;
        heldBytes += chunk.length;
      }
      if (stream.sizeExceeded) throw refusal(552, `A mail may have ${MAX_MAIL_BYTES} bytes at most`);
      if (Number.isNaN(size)) throw refusal(452, NOT_NOW);
      const { mailFrom, rcptTo } = session.envelope;
      const mail = { raw: Buffer.concat(chunks), envelopeSender: mailFrom === false ? '' : mailFrom.address };
      const known = mailboxes.get(session);
      const targets = new Map(rcptTo.flatMap(({ address }) => known?.get(address) ?? []).map((box) => [box.id, box]));
      for (const mailbox of targets.values()) {
        await takeMail(deps, mailbox, mail).catch((error: unknown) => {
          log(`A mail could not be stored: ${wordsOf(error)}`);
          throw refusal(451, NOT_NOW);
        });
      }
    } finally {
      if (!Number.isNaN(size)) heldBytes -= size;
    }
  }

  const server = new SMTPServer({
    banner: 'Inbox',
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: MAX_MAIL_BYTES,
    maxClients: 100,
    socketTimeout: 60_000,
    closeTimeout: 3_000,
    onRcptTo: (address, session, done) => void settle(acceptRecipient(address.address, session), done),
    onData: (stream, session, done) => void settle(acceptMail(stream, session), done),
  });
  // What a client does wrong ends its own connection.
  server.on('error', (error) => log(`The mail door: ${error.message}`));
  const port = await listen(server, deps);
  return { port, close: () => new Promise((resolve) => server.close(() => resolve())) };
}

/** An error always carries an answer for the sender: nothing of ours is told. */
async function settle(work: Promise<void>, done: (error?: Error | null) => void): Promise<void> {
  try {
    await work;
    done();
  } catch (error) {
    done(error instanceof Error && 'responseCode' in error ? error : refusal(451, NOT_NOW));
  }
}

async function listen(server: SMTPServer, { port, host }: { port: number; host?: string }): Promise<number> {
  return new Promise((resolve, reject) => {
    const failed = (error: Error): void => {
      const isTaken = codeOf(error) === 'EADDRINUSE';
      reject(
        isTaken ? new Error(`Port ${port} is taken. Set INBOX_SMTP_PORT to another one.`, { cause: error }) : error,
      );
    };
    server.server.once('error', failed);
    server.listen(port, host, () => {
      server.server.off('error', failed);
      const address = server.server.address() as AddressInfo;
      resolve(address.port);
    });
  });
}
