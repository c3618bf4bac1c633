import type { AddressInfo } from 'node:net';
import type { SMTPServer, SMTPServerOptions } from 'smtp-server';
import { codeOf } from '../../../platform/errors/errors';

/** An error with the reply that SMTP has for it. */
export const refusal = (responseCode: 421 | 451 | 452 | 550 | 552, message: string): Error =>
  Object.assign(new Error(message), { responseCode });

export const NOT_NOW = 'The mail cannot be stored now, please send it again later';

/** Options of a server that takes mail in. */
export const INCOMING_SMTP = {
  banner: 'Inbox',
  authOptional: true,
  disableReverseLookup: true,
  closeTimeout: 3_000,
  // Some providers hand out addresses with two dots in a row, or one before the @, which RFC 5321 does not allow.
  lenientAddressParsing: true,
} as const satisfies SMTPServerOptions;

/** An error always carries an answer for the sender: nothing of ours is told. */
export async function settle(work: Promise<void>, done: (error?: Error | null) => void): Promise<void> {
  try {
    await work;
    done();
  } catch (error) {
    done(error instanceof Error && 'responseCode' in error ? error : refusal(451, NOT_NOW));
  }
}

/** @throws one line for the operator when the port cannot be had */
export async function listenForMail(
  server: SMTPServer,
  { port, host }: { port: number; host?: string },
): Promise<number> {
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

/** Connections from these addresses begin with whose they are; the library's types know of all or none. */
export const proxiedBy = (addresses: readonly string[]): Pick<SMTPServerOptions, 'useProxy'> =>
  addresses.length === 0 ? {} : ({ useProxy: addresses } as unknown as Pick<SMTPServerOptions, 'useProxy'>);
