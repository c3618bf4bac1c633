import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ConversationId, MerchantId, TicketId } from '@inbox/domain';
import { hubSignature, newWamid, startGraphServer, whatsappDelivery, type GraphServer } from '@inbox/simulate';
import { query } from '../../../bench/src/inbox/query';
import { addLoadedMerchants, type LoadedMerchant } from '../../../bench/src/load/merchants';
import type { Cluster } from '../examples';
import { certificateOf, inboxUrl } from '../inbox';
import { primaryOf } from '../cluster';
import { addressOf } from '../layout';
import { openAsks, type Asks } from './ask';

const MERCHANTS = 4;
/** Customers of a merchant who write while others are answered. */
const WRITERS = 50;

/** A conversation that one agent answers. */
export interface Answered {
  merchant: MerchantId;
  token: string;
  ticket: TicketId;
  conversation: ConversationId;
}

/** Shops, agents and customers of a cluster, and the channel at which everything arrives. */
export interface DrillWorld {
  cluster: Cluster;
  /** All its cells, where it is one of several. */
  cells: readonly Cluster[];
  origin: string;
  certificate: Buffer;
  merchants: readonly LoadedMerchant[];
  answered: readonly Answered[];
  graph: GraphServer;
  asks: Asks;
  /** A customer writes. @returns the status, 0 without an answer */
  deliver(merchant: LoadedMerchant, customer: number, wamid: string, text: string): Promise<number>;
  /** Asks the primary of now, of each cell. */
  query<Row extends object>(sql: string, values?: readonly unknown[]): Promise<Row[]>;
  end(): Promise<void>;
}

/** Any customer who writes, and whom nobody answers meanwhile. */
export const anyWriter = (agentsEach: number): number => agentsEach + Math.floor(Math.random() * WRITERS);

interface Behind {
  cells: readonly Cluster[];
  /** Of the directory before them. */
  origin: string;
}

/**
 * Fills a cluster that is up and has no merchants.
 * @param agents of all merchants together
 * @param behind where the cluster is one of several cells
 */
export async function startDrillWorld(cluster: Cluster, agents: number, behind?: Behind): Promise<DrillWorld> {
  const [graph, certificate] = [await startGraphServer({ port: 0 }), await readFile(certificateOf(cluster))];
  const cells = behind?.cells ?? [cluster];
  const [origin, secret] = [behind?.origin ?? inboxUrl(cluster), cluster.secrets['TOKEN-SECRET']];
  const asks = openAsks(origin, certificate);
  const agentsEach = Math.ceil(agents / MERCHANTS);
  const ask = async <Row extends object>(sql: string, values?: readonly unknown[]): Promise<Row[]> => {
    const rows = await Promise.all(cells.map(async (cell) => query<Row>(await primaryUrl(cell), sql, values)));
    return rows.flat();
  };
  const merchants = await addLoadedMerchants({
    databaseUrl: await primaryUrl(cluster),
    dataDir: join(cluster.dir, 'shared'),
    secret,
    graphPort: graph.port,
    merchants: MERCHANTS,
    agentsEach,
    prefix: 'load',
  });
  const deliver: DrillWorld['deliver'] = async ({ account }, customer, id, text) => {
    const from = `9199${account.phone_number_id.replace(/\D/g, '').padStart(3, '0')}${String(customer).padStart(5, '0')}`;
    const content = { type: 'text' as const, text: { body: text } };
    const message = { id, from, name: `Customer ${customer}`, timestamp: Math.floor(Date.now() / 1000), content };
    const body = JSON.stringify(whatsappDelivery(account, { messages: [message] }));
    const headers = { 'x-hub-signature-256': hubSignature(account.app_secret, body) };
    return asks.post({ path: '/channels/meta', headers, body });
  };
  for (const merchant of merchants) {
    await Promise.all(
      merchant.tokens.map(async (_, customer) => {
        const status = await deliver(merchant, customer, newWamid(), 'Where is my order?');
        if (status !== 200) throw new Error(`A first message was answered with ${status}.`);
      }),
    );
  }
  const answered = await assign(ask, merchants);
  return {
    cluster,
    cells,
    origin,
    certificate,
    merchants,
    answered,
    graph,
    asks,
    deliver,
    query: ask,
    async end() {
      asks.end();
      await graph.close();
    },
  };
}

/** Gives each agent a ticket of their own. */
async function assign(ask: DrillWorld['query'], merchants: readonly LoadedMerchant[]): Promise<Answered[]> {
  const rows = await ask<{ merchant: MerchantId; ticket: TicketId; conversation: ConversationId; place: number }>(`
    with placed as (
      select t.id, t.merchant_id, row_number() over (partition by t.merchant_id order by t.id) place from tickets t),
    agent as (select id, merchant_id, row_number() over (partition by merchant_id order by id) place from agents)
    update tickets t set status = 'assigned', owner_id = agent.id
    from placed join agent using (merchant_id, place) where placed.id = t.id
    returning t.merchant_id::int merchant, t.id::int ticket, t.conversation_id::int conversation, place::int`);
  return rows.map(({ place, ...row }) => {
    const token = merchants.find(({ id }) => id === row.merchant)?.tokens[place - 1] ?? '';
    return { ...row, token };
  });
}

async function primaryUrl(cluster: Cluster): Promise<string> {
  const primary = await primaryOf(cluster);
  if (primary === null) throw new Error('There is no primary.');
  return `postgresql://inbox:${cluster.secrets['INBOX-PASSWORD']}@${addressOf(cluster, primary, 5432)}/inbox`;
}
