import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSimulator, type Simulator } from '@inbox/simulate';
import { Customer } from './customer';
import { createOperator, type Operator } from './operator';
import { freePorts } from './ports';
import { Product, type Settings } from './product';
import { copyPrepared } from './prepared';
import { connect, world, type Agent, type Merchant, type World } from './world';

/** How long pages of journeys wait for a panel's code. */
export const PANEL_TIMEOUT_MS = 90_000;

/** An inbox of one's own: the built product with its database, and the other side beside it. */
export interface Inbox extends World {
  url: string;
  dataDir: string;
  settings: Readonly<Record<string, string>>;
  admin: Operator;
  simulator: Simulator;
  /** A customer whom nobody has heard of yet. */
  customer(name: string, merchant?: Merchant): Customer;
  /** A token that signs this agent in: one for the whole life of this inbox. */
  token(agent: Agent): Promise<string>;
  /** The number of a customer's ticket, as an agent's list tells it. */
  ticketOf(agent: Agent, customer: string): Promise<number>;
  kill9(): Promise<void>;
  /**
   * @param root the checkout that runs from now on, instead of this one
   * @param changed settings that are other ones until the next restart
   */
  restart(root?: string, changed?: Settings): Promise<void>;
}

/**
 * Starts one that an operator has set up, and hands it to the work; then takes it away again.
 * @param extra settings besides the usual ones; a function is told where the inbox will be
 */
export async function withInbox(
  work: (inbox: Inbox) => Promise<void>,
  extra: Settings | ((url: string) => Promise<Settings>) = {},
): Promise<void> {
  const [port, smtpPort, graphPort, mailPort] = (await freePorts(4)) as [number, number, number, number];
  const url = `http://localhost:${port}`;
  const dataDir = await mkdtemp(join(tmpdir(), 'inbox-e2e-'));
  const settings = {
    PORT: String(port),
    INBOX_SMTP_PORT: String(smtpPort),
    INBOX_DATA_DIR: dataDir,
    INBOX_SEED: 'none',
    DATABASE_URL: '',
    // What it asks for, or answers itself, is not seen by `page.route`, which journeys hold and break calls by.
    INBOX_SERVICE_WORKER: 'no',
    // With every core busy for seconds a panel comes late, which is no fault of it.
    INBOX_PANEL_TIMEOUT: String(PANEL_TIMEOUT_MS / 1_000),
    ...(typeof extra === 'function' ? await extra(url) : extra),
  };
  const product = new Product(settings);
  const admin = createOperator(settings);
  const simulator = await startSimulator(
    {
      backend: url,
      smtp_port: smtpPort,
      graph_port: graphPort,
      mail_port: mailPort,
      accounts: [world.shop.whatsapp, world.otherShop.whatsapp, world.instagram, world.page, world.phoneLine],
    },
    // Journeys report deliveries themselves, to see each step.
    { deliveredAfter: null, readAfter: null, log: () => undefined },
  );
  const token = (agent: Agent): Promise<string> => {
    const known = tokens.get(agent.email) ?? signIn(url, agent);
    tokens.set(agent.email, known);
    return known;
  };
  const tokens = new Map<string, Promise<string>>();
  let customers = 0;
  try {
    await copyPrepared(dataDir);
    await product.start();
    await connect({ admin, dataDir }, { url, graphPort, mailPort });
    await work({
      ...world,
      url,
      dataDir,
      settings,
      admin,
      simulator,
      customer: (name, merchant = world.shop) =>
        new Customer({ url, smtpPort }, merchant, { name, number: ++customers }),
      token,
      ticketOf: async (agent, customer) => findTicket(url, await token(agent), customer),
      kill9: () => product.kill9(),
      async restart(root, changed) {
        await product.stop();
        await product.start(root, changed);
      },
    });
  } finally {
    await product.stop();
    await simulator.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Signs in by the main site's form and takes the token from the hand-over address. */
export async function signIn(url: string, { email, password }: Pick<Agent, 'email' | 'password'>): Promise<string> {
  const response = await fetch(`${url}/main-site/login`, {
    method: 'POST',
    body: new URLSearchParams({ email, password }),
    redirect: 'manual',
  });
  const address = response.headers.get('location');
  const token = address === null ? null : new URL(address, url).searchParams.get('token');
  if (token === null) throw new Error(`${email} could not sign in: ${response.status}`);
  return token;
}

interface ListAnswer {
  data: { tickets: { id: number; full_name: string }[] };
}

async function findTicket(url: string, token: string, customer: string): Promise<number> {
  const response = await fetch(`${url}/api/inbox/ticket/list/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `jwt ${token}` },
    body: JSON.stringify({ filters: { ticket_status: null }, page_size: 100 }),
  });
  const { data } = (await response.json()) as ListAnswer;
  const ticket = data.tickets.find(({ full_name }) => full_name === customer);
  if (!ticket) throw new Error(`${customer} has no ticket`);
  return ticket.id;
}
