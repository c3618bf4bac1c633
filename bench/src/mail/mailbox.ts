import { createServer, type AddressInfo } from 'node:net';
import { query } from '../inbox/query';

/** Where the measured mails are written to. */
export const MAILBOX = 'care@bench.example';

/** Gives the first merchant a mailbox; what is sent from it goes nowhere. */
export async function addMailbox(databaseUrl: string): Promise<void> {
  await query(
    databaseUrl,
    `insert into accounts (merchant_id, kind, external_id, name, out_url, credentials)
     values (1, 'email', $1, 'Care', 'smtp://127.0.0.1:9', '')`,
    [MAILBOX],
  );
}

/** The number of the ticket with this subject. */
export async function ticketWith(databaseUrl: string, subject: string): Promise<number> {
  const [row] = await query<{ id: number }>(databaseUrl, 'select id::int from tickets where subject = $1', [subject]);
  if (row === undefined) throw new Error(`No ticket came of the mail '${subject}'.`);
  return row.id;
}

/** A port that nobody listens on at the moment. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
