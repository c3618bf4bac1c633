import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSimulator, type Simulator } from '@inbox/simulate';
import { Customer } from './customer';
import { createOperator, type Operator } from './operator';
import { freePorts } from './ports';
import { Product, type Settings } from './product';
import { copyPrepared } from './prepared';
import { connect, simulatedAccountsOf, worlds, type Agent, type Merchant, type World } from './world';

/** How long pages of journeys wait for a panel's code. */
export const PANEL_TIMEOUT_MS = 90_000;

/** Settings besides the usual ones; a function is told where the inbox will be. */
export type ExtraSettings = Settings | ((url: string) => Promise<Settings>);

/** The built product with its database, and the other side beside it, as one journey sees them: with a world of its own. */
export interface Inbox extends World {
  url: string;
  dataDir: string;
  settings: Readonly<Record<string, string>>;
  admin: Operator;
  /** The other side of all worlds of this inbox. */
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

/** An inbox that runs, for one journey after another. */
export interface RunningInbox {
  url: string;
  /** The inbox with a world that nobody has had yet. */
  next(): Inbox;
  /** Ends it, and takes it away with all that it has. */
  stop(): Promise<void>;
}

/** Starts an inbox on what was prepared. */
export async function startInbox(extra: ExtraSettings = {}): Promise<RunningInbox> {
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
      accounts: worlds.flatMap(simulatedAccountsOf),
    },
    // Journeys report deliveries themselves, to see each step.
    { deliveredAfter: null, readAfter: null, log: () => undefined },
  );
  async function stop(): Promise<void> {
    await product.stop();
    await simulator.close();
    await rm(dataDir, { recursive: true, force: true });
  }
  try {
    await copyPrepared(dataDir);
    await product.start();
    await connect(dataDir, { graphPort, mailPort });
  } catch (error) {
    await stop();
    throw error;
  }
  const tokens = new Map<string, Promise<string>>();
  const token = (agent: Agent): Promise<string> => {
    const known = tokens.get(agent.email) ?? signIn(url, agent);
    tokens.set(agent.email, known);
    return known;
  };
  const unused = worlds.values();
  let customers = 0;
  return {
    url,
    next() {
      const { value: world } = unused.next();
      if (!world)
        throw new Error(`All ${worlds.length} worlds are used: WORLDS in harness/world.ts says how many there are.`);
      return {
        ...world,
        url,
        dataDir,
        settings,
        admin,
        simulator,
        // Counted over all worlds: the simulator is one for all.
        customer: (name, merchant = world.shop) =>
          new Customer({ url, smtpPort }, merchant, { name, number: ++customers }),
        token,
        ticketOf: async (agent, customer) => findTicket(url, await token(agent), customer),
        kill9: () => product.kill9(),
        async restart(root, changed) {
          await product.stop();
          await product.start(root, changed);
        },
      };
    },
    stop,
  };
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
