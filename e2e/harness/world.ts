import type { PhoneLine, SocialAccount, WhatsAppAccount } from '@inbox/simulate';
import { withDatabase } from './database';
import type { Operator } from './operator';

export interface Agent {
  merchant: string;
  email: string;
  first_name: string;
  last_name: string;
  full_name: string;
  password: string;
}

export interface Merchant {
  slug: string;
  name: string;
  whatsapp: WhatsAppAccount;
  mailbox: string;
}

/** Two shops and their agents. Each journey has a world that no other journey sees. */
export interface World {
  /** From 1 on; what must differ between worlds is made of it. */
  number: number;
  /** The agents of the shop, and one of the other shop, who must never see anything of it. */
  asha: Agent;
  ravi: Agent;
  leela: Agent;
  stranger: Agent;
  shop: Merchant;
  /** Where people comment under that shop's posts. */
  instagram: SocialAccount;
  page: SocialAccount;
  /** What customers of that shop call and are called from. */
  phoneLine: PhoneLine;
  otherShop: Merchant;
}

/** As many as there are journeys in a run of one worker, and some more. */
export const WORLDS = 400;

const PASSWORD = 'correct horse battery';

function agent(merchant: string, first_name: string, last_name: string): Agent {
  const email = `${first_name.toLowerCase()}@${merchant}.example`;
  return { merchant, email, first_name, last_name, full_name: `${first_name} ${last_name}`, password: PASSWORD };
}

function shop(slug: string, name: string, phoneNumberId: string): Merchant {
  const whatsapp = {
    kind: 'whatsapp' as const,
    merchant: name,
    phone_number_id: phoneNumberId,
    display_phone_number: `91${phoneNumberId}`,
    business_id: `5${phoneNumberId}`,
    app_secret: `app-secret-of-${slug}`,
  };
  return { slug, name, whatsapp, mailbox: `care@${slug}.example` };
}

/** The world of this number. */
export function worldOf(number: number): World {
  const [slug, otherSlug] = [`saree-house-${number}`, `tea-garden-${number}`];
  const digits = String(number).padStart(6, '0');
  const social = (kind: SocialAccount['kind'], account_id: string): SocialAccount => ({
    kind,
    merchant: 'Saree House',
    account_id,
    app_secret: `app-secret-of-${kind}-${number}`,
  });
  return {
    number,
    shop: shop(slug, 'Saree House', `80${digits}01`),
    instagram: social('instagram', `178400${digits}`),
    page: social('messenger', `100200${digits}`),
    phoneLine: {
      kind: 'phone',
      merchant: 'Saree House',
      number: `+918045${digits}`,
      account_sid: `saree-house${number}`,
      api_key: 'key',
      api_token: `api-token-of-${slug}`,
      webhook_secret: `secret-in-the-address-of-${slug}`,
    },
    otherShop: shop(otherSlug, 'Tea Garden', `80${digits}02`),
    asha: agent(slug, 'Asha', 'Menon'),
    ravi: agent(slug, 'Ravi', 'Nair'),
    leela: agent(slug, 'Leela', 'Rao'),
    stranger: agent(otherSlug, 'Omar', 'Sheikh'),
  };
}

/** All worlds that an inbox is prepared with. */
export const worlds: readonly World[] = Array.from({ length: WORLDS }, (_, index) => worldOf(index + 1));

export const agentsOf = ({ asha, ravi, leela, stranger }: World): Agent[] => [asha, ravi, leela, stranger];

/** What the simulator speaks for. */
export const simulatedAccountsOf = ({ shop: own, otherShop, instagram, page, phoneLine }: World) => [
  own.whatsapp,
  otherShop.whatsapp,
  instagram,
  page,
  phoneLine,
];

/** In the place of the simulator's addresses, until the world is connected to one. */
const [GRAPH, MAIL] = ['graph.invalid:1', 'mail.invalid:1'];

/** A channel account as the operator adds it. */
export interface AccountGiven {
  /** Short name of the merchant. */
  merchant: string;
  kind: 'whatsapp' | 'instagram' | 'messenger' | 'email' | 'phone';
  id: string;
  name: string;
  address: string | null;
  out: string;
  credentials: Readonly<Record<string, string | null>>;
}

/** The accounts of a world, in the same order for each. */
export function accountsOf({ shop: own, otherShop, instagram, page, phoneLine }: World): AccountGiven[] {
  const meta = (app_secret: string) => ({ access_token: 'token', app_secret, verify_token: 'verify' });
  const { number, account_sid, api_key, api_token, webhook_secret } = phoneLine;
  return [
    ...[own, otherShop].flatMap(({ slug, name, whatsapp, mailbox }): AccountGiven[] => [
      {
        merchant: slug,
        kind: 'whatsapp',
        id: whatsapp.phone_number_id,
        name: `${name} on WhatsApp`,
        address: `+${whatsapp.display_phone_number}`,
        out: `http://${GRAPH}`,
        credentials: meta(whatsapp.app_secret),
      },
      {
        merchant: slug,
        kind: 'email',
        id: mailbox,
        name: `${name} care`,
        address: mailbox,
        out: `smtp://${MAIL}`,
        credentials: { user: null, password: null },
      },
    ]),
    ...[instagram, page].map(({ kind, account_id, app_secret }): AccountGiven => ({
      merchant: own.slug,
      kind,
      id: account_id,
      name: `${own.name} on ${kind}`,
      address: null,
      out: `http://${GRAPH}/v21.0`,
      credentials: meta(app_secret),
    })),
    {
      merchant: own.slug,
      kind: 'phone',
      id: number,
      name: 'Care line',
      address: null,
      out: `http://${GRAPH}/exotel`,
      // The provider is told where to report calls. The simulator knows that by itself.
      credentials: { account_sid, api_key, api_token, webhook_secret, inbox_url: 'http://inbox.invalid' },
    },
  ];
}

/** Sets a world up through the operator's tool, as a real one would. */
export async function setUp(admin: Operator, world: World): Promise<void> {
  await Promise.all(
    [world.shop, world.otherShop].map(({ slug, name }) =>
      admin(['merchant', 'add', '--merchant', slug, '--name', name]),
    ),
  );
  await Promise.all([
    ...accountsOf(world).map((account) => addAccount(admin, account)),
    ...agentsOf(world).map((each) => addAgent(admin, each)),
  ]);
}

/** Leads the accounts of all worlds to the simulator beside an inbox that runs on this data folder. */
export async function connect(dataDir: string, ports: { graphPort: number; mailPort: number }): Promise<void> {
  const [graph, mail] = [`127.0.0.1:${ports.graphPort}`, `127.0.0.1:${ports.mailPort}`];
  await withDatabase(dataDir, (db) =>
    db.query('update accounts set out_url = replace(replace(out_url, $1, $2), $3, $4)', [GRAPH, graph, MAIL, mail]),
  );
}

function addAccount(admin: Operator, { merchant, kind, id, name, address, out, credentials }: AccountGiven) {
  const account = ['--kind', kind, '--id', id, '--name', name, '--out', out];
  const shown = address === null ? [] : ['--address', address];
  return admin(['account', 'add', '--merchant', merchant, ...account, ...shown], JSON.stringify(credentials));
}

function addAgent(admin: Operator, { merchant, email, first_name, last_name, password }: Agent): Promise<string> {
  const who = ['--email', email, '--first-name', first_name, '--last-name', last_name];
  const may = ['--assign-self', 'yes', '--assign-others', 'yes', '--phone', '+919000000001'];
  return admin(['agent', 'add', '--merchant', merchant, ...who, ...may], password);
}
