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

export interface World {
  /** The merchant of most journeys, and one that must never see anything of it. */
  asha: Agent;
  ravi: Agent;
  /** Signs out in a journey: nobody else's session may hang on it. */
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

function socialAccount(kind: SocialAccount['kind'], account_id: string): SocialAccount {
  return { kind, merchant: 'Saree House', account_id, app_secret: `app-secret-of-${kind}` };
}

export const world: World = {
  shop: shop('saree-house', 'Saree House', '8000000001'),
  instagram: socialAccount('instagram', '178400000001'),
  page: socialAccount('messenger', '100200000001'),
  phoneLine: {
    kind: 'phone',
    merchant: 'Saree House',
    number: '+918045670100',
    account_sid: 'saree-house1',
    api_key: 'key',
    api_token: 'api-token-of-saree-house',
    webhook_secret: 'secret-in-the-address-of-saree-house',
  },
  otherShop: shop('tea-garden', 'Tea Garden', '8000000002'),
  asha: agent('saree-house', 'Asha', 'Menon'),
  ravi: agent('saree-house', 'Ravi', 'Nair'),
  leela: agent('saree-house', 'Leela', 'Rao'),
  stranger: agent('tea-garden', 'Omar', 'Sheikh'),
};

const agents: readonly Agent[] = [world.asha, world.ravi, world.leela, world.stranger];

/** In the place of the simulator's addresses, until the world is connected to one. */
const [GRAPH, MAIL] = ['graph.invalid:1', 'mail.invalid:1'];

/** Sets the world up through the operator's tool, as a real one would. */
export async function setUp(admin: Operator): Promise<void> {
  await Promise.all(
    [world.shop, world.otherShop].map(async (merchant) => {
      await admin(['merchant', 'add', '--merchant', merchant.slug, '--name', merchant.name]);
      await Promise.all([addWhatsApp(admin, merchant), addMailbox(admin, merchant)]);
    }),
  );
  await Promise.all([world.instagram, world.page].map((account) => addSocial(admin, account)));
  await Promise.all(agents.map((each) => addAgent(admin, each)));
}

/** Leads the accounts of a world that was set up to the simulator beside this inbox, and adds those that name the inbox. */
export async function connect({ admin, dataDir }: Prepared, ports: OtherSide): Promise<void> {
  const [graph, mail] = [`127.0.0.1:${ports.graphPort}`, `127.0.0.1:${ports.mailPort}`];
  await withDatabase(dataDir, (db) =>
    db.query('update accounts set out_url = replace(replace(out_url, $1, $2), $3, $4)', [GRAPH, graph, MAIL, mail]),
  );
  await addPhone(admin, world.phoneLine, ports);
}

interface Prepared {
  admin: Operator;
  dataDir: string;
}

/** Where the simulator listens. */
interface OtherSide {
  /** Where the simulator, as everybody, reaches the inbox. */
  url: string;
  graphPort: number;
  mailPort: number;
}

function addWhatsApp(admin: Operator, { slug, name, whatsapp }: Merchant): Promise<string> {
  const account = ['--kind', 'whatsapp', '--id', whatsapp.phone_number_id, '--name', `${name} on WhatsApp`];
  const addresses = ['--address', `+${whatsapp.display_phone_number}`, '--out', `http://${GRAPH}`];
  const credentials = { access_token: 'token', app_secret: whatsapp.app_secret, verify_token: 'verify' };
  return admin(['account', 'add', '--merchant', slug, ...account, ...addresses], JSON.stringify(credentials));
}

function addSocial(admin: Operator, account: SocialAccount): Promise<string> {
  const { kind, account_id, app_secret } = account;
  const named = ['--kind', kind, '--id', account_id, '--name', `Saree House on ${kind}`];
  const out = ['--out', `http://${GRAPH}/v21.0`];
  const credentials = { access_token: 'token', app_secret, verify_token: 'verify' };
  return admin(['account', 'add', '--merchant', world.shop.slug, ...named, ...out], JSON.stringify(credentials));
}

function addMailbox(admin: Operator, { slug, name, mailbox }: Merchant): Promise<string> {
  const account = ['--kind', 'email', '--id', mailbox, '--name', `${name} care`];
  const addresses = ['--address', mailbox, '--out', `smtp://${MAIL}`];
  const credentials = { user: null, password: null };
  return admin(['account', 'add', '--merchant', slug, ...account, ...addresses], JSON.stringify(credentials));
}

function addPhone(admin: Operator, line: PhoneLine, { url, graphPort }: OtherSide): Promise<string> {
  const { account_sid, api_key, api_token, webhook_secret } = line;
  const account = ['--kind', 'phone', '--id', line.number, '--name', 'Care line'];
  const credentials = { account_sid, api_key, api_token, webhook_secret, inbox_url: url };
  const out = ['--out', `http://127.0.0.1:${graphPort}/exotel`];
  return admin(['account', 'add', '--merchant', world.shop.slug, ...account, ...out], JSON.stringify(credentials));
}

function addAgent(admin: Operator, { merchant, email, first_name, last_name, password }: Agent): Promise<string> {
  const who = ['--email', email, '--first-name', first_name, '--last-name', last_name];
  const may = ['--assign-self', 'yes', '--assign-others', 'yes', '--phone', '+919000000001'];
  return admin(['agent', 'add', '--merchant', merchant, ...who, ...may], password);
}
