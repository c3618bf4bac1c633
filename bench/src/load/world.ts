import { composeMail, newWamid, postDelivery, startGraphServer } from '@inbox/simulate';
import { createTransport } from 'nodemailer';
import type { Amounts } from '../amounts';
import { closes } from '../opened';
import { startInboxServer, type InboxServer } from '../inbox/server';
import { query } from '../inbox/query';
import { freePort } from '../mail/mailbox';
import { postmasterOf } from '../inbox/process';
import { addLoadedMerchants, type LoadedMerchant } from './merchants';

export const MERCHANTS = 10;
/** Connections of one address that the inbox takes mails from, and some left. */
export const MAIL_CONNECTIONS = 16;
const SECRET = 'only for measuring, and long enough to be one';
/** Of the inbox and a directory before it. */
export const CELL_SECRET = 'only for measuring too, and as long as it must be';

/** An inbox of several merchants with agents who are signed in, and a channel that takes all it is sent. */
export interface LoadWorld {
  server: InboxServer;
  /** Where it takes mail. */
  smtpPort: number;
  dataDir: string;
  /** The database's first process. */
  postmaster: number;
  databaseUrl: string;
  merchants: readonly LoadedMerchant[];
  /** Who write to each merchant, each in a conversation of their own. */
  customers: number;
  /** A customer of this merchant writes; resolves when the inbox has it. */
  write(merchant: LoadedMerchant, customer: number, text: string): Promise<void>;
  /** And sends a mail, over a connection that is open already. */
  mail(merchant: LoadedMerchant, customer: number, text: string): Promise<void>;
  close(): Promise<void>;
}

interface LoadOptions {
  /** Migrated and empty. */
  databaseUrl: string;
  dataDir: string;
  amounts: Pick<Amounts['load'], 'agents' | 'customers'>;
}

/** Fills a database, and starts the backend on it. */
export async function startLoadWorld({ databaseUrl, dataDir, amounts }: LoadOptions): Promise<LoadWorld> {
  const graph = await startGraphServer({ port: 0 });
  const closeGraph = closes(() => graph.close());
  const merchants = await addLoadedMerchants({
    databaseUrl,
    dataDir,
    secret: SECRET,
    graphPort: graph.port,
    merchants: MERCHANTS,
    agentsEach: amounts.agents,
    prefix: 'load',
  });
  const smtpPort = await freePort();
  // Whether a sender is proven is asked of the senders' name servers, which have nothing to do with the machine.
  const settings = { INBOX_JWT_SECRET: SECRET, INBOX_CELL_SECRET: CELL_SECRET, INBOX_MAIL_CHECK: 'no' };
  const start = () => startInboxServer({ databaseUrl, dataDir, smtpPort, settings });
  let server = await start();
  const write = (merchant: LoadedMerchant, customer: number, text: string) => {
    const from = `91${9_000_000_000 + customer}`;
    const timestamp = Math.floor(Date.now() / 1000);
    const content = { type: 'text' as const, text: { body: text } };
    const message = { id: newWamid(), from, name: `Customer ${customer}`, timestamp, content };
    return postDelivery(server.url, merchant.account, { messages: [message] });
  };
  const mails = createTransport({
    host: '127.0.0.1',
    port: smtpPort,
    ignoreTLS: true,
    pool: true,
    maxConnections: MAIL_CONNECTIONS,
    maxMessages: Infinity,
  });
  const closeMails = closes(() => Promise.resolve(mails.close()));
  const mail = async ({ mailbox }: LoadedMerchant, customer: number, text: string) => {
    const from = { name: `Customer ${customer}`, address: `customer-${customer}@mail.example` };
    const html = `<p>Hello,</p><p>${text}</p><p>Kind regards</p>`;
    const raw = await composeMail({ from, to: mailbox, subject: text.slice(0, 40), text, html });
    await mails.sendMail({ envelope: { from: from.address, to: mailbox }, raw });
  };
  for (const merchant of merchants) {
    for (let n = 0; n < amounts.customers; n += 1) await write(merchant, n, 'Where is my order?');
  }
  // As after a morning's work: each ticket has somebody who answers it.
  await query(
    databaseUrl,
    `update tickets set status = 'assigned',
       owner_id = (select a.id from agents a where a.merchant_id = tickets.merchant_id order by a.id limit 1)`,
  );
  // Anew, so that what filling took of its memory is not taken for something else.
  await server.stop();
  server = await start();
  return {
    server,
    smtpPort,
    dataDir,
    postmaster: await postmasterOf(databaseUrl),
    databaseUrl,
    merchants,
    customers: amounts.customers,
    write,
    mail,
    async close() {
      await closeMails();
      await server.stop();
      await closeGraph();
    },
  };
}

/** Any customer of a merchant's. */
export const anyCustomer = ({ customers }: Pick<LoadWorld, 'customers'>): number =>
  Math.floor(Math.random() * customers);
