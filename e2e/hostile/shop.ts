import type { SocialAccount, WhatsAppAccount } from '@inbox/simulate';
import { signIn, type Inbox } from '../harness/inbox';
import type { Agent } from '../harness/world';
import { startHostileGraph, type HostileGraph } from './graph';

/** An attempt that is short enough for a name. */
export const SHORT = '<img src=x onerror=trap("name")>';

export interface ListedTicket {
  id: number;
  full_name: string;
  conversation_id: number;
  conversation_source: string;
}

/** A merchant whose names, accounts, agent and channels all try something. */
export interface HostileShop {
  agent: Agent;
  whatsapp: WhatsAppAccount;
  instagram: SocialAccount;
  messenger: SocialAccount;
  mailbox: string;
  /** What its channels answer. */
  graph: HostileGraph;
  /** The header that an agent's calls carry. */
  authorization(): Promise<string>;
  tickets(): Promise<ListedTicket[]>;
}

/** Opens one beside the shops of the journey's own world, and closes its channels after. */
export async function withHostileShop(
  { url, admin, number }: Inbox,
  work: (shop: HostileShop) => Promise<void>,
): Promise<void> {
  const slug = `mallory-${number}`;
  const app_secret = `secret-of-${slug}`;
  const idOf = (channel: number) => `81${channel}${String(number).padStart(7, '0')}`;
  const of = ['--merchant', slug];
  const agent: Agent = {
    merchant: slug,
    email: `agent@${slug}.example`,
    first_name: SHORT,
    last_name: '"><script>trap("agent")</script>',
    full_name: '',
    password: 'correct horse battery',
  };
  const social = { merchant: slug, app_secret };
  const graph = await startHostileGraph();
  const authorization = async () => `jwt ${await signIn(url, agent)}`;
  const shop: HostileShop = {
    agent,
    whatsapp: { ...social, kind: 'whatsapp', phone_number_id: idOf(1), display_phone_number: `91${idOf(1)}` },
    instagram: { ...social, kind: 'instagram', account_id: idOf(2) },
    messenger: { ...social, kind: 'messenger', account_id: idOf(3) },
    mailbox: `care@${slug}.example`,
    graph,
    authorization,
    async tickets() {
      const response = await fetch(`${url}/api/inbox/ticket/list/`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: await authorization() },
        body: JSON.stringify({ filters: { ticket_status: null }, page_size: 100 }),
      });
      const { data } = (await response.json()) as { data: { tickets: ListedTicket[] } };
      return data.tickets;
    },
  };
  try {
    await admin(['merchant', 'add', ...of, '--name', `Shop ${SHORT}`]);
    const words = `Notice ${SHORT} javascript:trap(1)`;
    await admin(['merchant', 'set', ...of, '--notification', words, '--level', 'info', '--link', '/<script>trap(1)']);
    const meta = JSON.stringify({ access_token: `token-of-${slug}`, app_secret, verify_token: 'verify' });
    const add = (kind: string, id: string, out: string, credentials: string) =>
      admin(
        ['account', 'add', ...of, '--kind', kind, '--id', id, '--name', SHORT, '--address', id, '--out', out],
        credentials,
      );
    const { email, first_name, last_name, password } = agent;
    const who = ['--email', email, '--first-name', first_name, '--last-name', last_name];
    await Promise.all([
      add('whatsapp', shop.whatsapp.phone_number_id, graph.url, meta),
      add('instagram', shop.instagram.account_id, graph.url, meta),
      add('messenger', shop.messenger.account_id, graph.url, meta),
      add('email', shop.mailbox, 'smtp://127.0.0.1:9', JSON.stringify({ user: null, password: null })),
      admin(['agent', 'add', ...of, ...who, '--assign-self', 'yes', '--assign-others', 'yes'], password),
    ]);
    await work(shop);
  } finally {
    await graph.close();
  }
}
