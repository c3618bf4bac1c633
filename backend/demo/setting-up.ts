import { randomBytes, randomInt } from 'node:crypto';
import type { AccountId, MerchantId } from '@inbox/domain';
import {
  sampleTemplates,
  simulatedShopUrl,
  type PhoneLine,
  type ShopAccount,
  type SimulatorFile,
  type SocialAccount,
} from '@inbox/simulate';
import { addAccount, setBusiness } from '../src/accounts/accounts';
import { phoneAccounts } from '../src/channels/phone/account';
import { readTemplate } from '../src/channels/whatsapp';
import { addShop } from '../src/shop/shops';
import { noteSync, storeTemplates } from '../src/templates/template-queries';
import type { AccountKind } from '../src/accounts/tables';
import { DEMO_PASSWORD } from '../src/agents/sign-in/demo-password';
import { hashPassword } from '../src/agents/sign-in/password';
import type { SignedIn } from '../src/agents/sessions/session';
import type { SeedDeps } from './deps';
import { addFields } from './fields';
import { DEMO_MERCHANTS, type DemoMerchant } from './people';

/** A demo merchant that is set up: with its agents, ready to act, and its accounts. */
export interface ReadyMerchant extends DemoMerchant {
  id: MerchantId;
  signedIn: SignedIn[];
  accounts: Record<AccountKind, AccountId>;
  whatsapp: { phone_number_id: string; display_phone_number: string; business_account_id: string; app_secret: string };
  mailbox: string;
  phoneLine: PhoneLine;
  social: Record<'instagram' | 'messenger', SocialAccount>;
  shop: ShopAccount;
}

/** Merchants, agents, accounts with secrets made here and now, and quick replies. */
export async function setUpMerchants(deps: SeedDeps): Promise<ReadyMerchant[]> {
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  const ready: ReadyMerchant[] = [];
  for (const merchant of DEMO_MERCHANTS) ready.push(await setUp(deps, merchant, passwordHash));
  return ready;
}

async function setUp(deps: SeedDeps, merchant: DemoMerchant, password_hash: string): Promise<ReadyMerchant> {
  const { db } = deps;
  const { id } = await db
    .insertInto('merchants')
    .values({ slug: merchant.slug, name: merchant.name, csat_enabled: true })
    .returning('id')
    .executeTakeFirstOrThrow();
  const agents = await db
    .insertInto('agents')
    .values(merchant.agents.map((agent) => ({ ...agent, merchant_id: id, password_hash, is_demo: true })))
    .returningAll()
    .execute();
  await db
    .insertInto('quick_replies')
    .values(merchant.quickReplies.map((reply) => ({ ...reply, merchant_id: id })))
    .execute();

  await addFields(db, id);

  const meta = () => ({
    access_token: randomBytes(24).toString('base64url'),
    app_secret: randomBytes(16).toString('hex'),
    verify_token: randomBytes(12).toString('base64url'),
  });
  const newId = () => String(randomInt(100_000_000_000, 200_000_000_000));
  const graph = `http://127.0.0.1:${deps.simulator.graph_port}/v21.0`;
  const whatsapp = {
    ...meta(),
    business_account_id: newId(),
    phone_number_id: newId(),
    display_phone_number: merchant.number,
  };
  const page = (kind: 'instagram' | 'messenger') => ({ ...meta(), kind, merchant: merchant.name, account_id: newId() });
  const social = { instagram: page('instagram'), messenger: page('messenger') };
  const mailbox = `care@${merchant.domain}`;
  const phoneLine: PhoneLine = {
    kind: 'phone',
    merchant: merchant.name,
    number: merchant.phone,
    account_sid: `${merchant.slug}1`,
    api_key: randomBytes(12).toString('hex'),
    api_token: randomBytes(24).toString('hex'),
    webhook_secret: randomBytes(24).toString('base64url'),
  };
  const { account_sid, api_key, api_token, webhook_secret } = phoneLine;
  const base = { name: `${merchant.name} Care`, address: null };
  const add = (account: Parameters<typeof addAccount>[3]) => addAccount(db, deps.vault, id, account);
  const { phone_number_id, display_phone_number, ...whatsappSecrets } = whatsapp;

  const addSocial = (kind: 'instagram' | 'messenger') => {
    const { account_id, access_token, app_secret, verify_token } = social[kind];
    const credentials = { access_token, app_secret, verify_token };
    return add({ ...base, kind, external_id: account_id, out_url: graph, credentials });
  };

  const accounts: Record<AccountKind, AccountId> = {
    whatsapp: await add({
      ...base,
      kind: 'whatsapp',
      external_id: phone_number_id,
      address: `+${display_phone_number}`,
      out_url: graph,
      credentials: whatsappSecrets,
    }),
    instagram: await addSocial('instagram'),
    messenger: await addSocial('messenger'),
    email: await add({
      ...base,
      kind: 'email',
      external_id: mailbox,
      address: mailbox,
      out_url: `smtp://127.0.0.1:${deps.simulator.mail_port}`,
      credentials: { user: null, password: null },
    }),
    phone: await add(
      phoneAccounts.toStored({
        ...base,
        kind: 'phone',
        external_id: phoneLine.number,
        address: phoneLine.number,
        out_url: `http://127.0.0.1:${deps.simulator.graph_port}/exotel`,
        credentials: {
          account_sid,
          api_key,
          api_token,
          webhook_secret,
          inbox_url: `http://127.0.0.1:${deps.httpPort}`,
        },
      }),
    ),
  };

  const shop: ShopAccount = {
    kind: 'shop',
    merchant: merchant.name,
    domain: `${merchant.slug}.myshopify.example`,
    site: `https://${merchant.domain}`,
    access_token: randomBytes(24).toString('base64url'),
    app_secret: randomBytes(16).toString('hex'),
  };
  await addShop(
    db,
    deps.vault,
    id,
    {
      domain: shop.domain,
      url: simulatedShopUrl(deps.simulator.graph_port, shop.domain),
      credentials: { access_token: shop.access_token, app_secret: shop.app_secret },
    },
    { isDemo: true },
  );

  await addTemplates(db, { merchantId: id, accountId: accounts.whatsapp }, whatsapp.business_account_id);

  const signedIn = agents.map((agent) => ({
    sessionId: '',
    merchantId: id,
    agent,
    mayUseInbox: agent.user_permissions.length > 0,
    expiresAt: new Date(8.64e15),
  }));
  return { ...merchant, id, signedIn, accounts, whatsapp, mailbox, phoneLine, social, shop };
}

/** The templates that the simulator has as well, as if WhatsApp had just answered them. */
async function addTemplates(db: SeedDeps['db'], of: Parameters<typeof noteSync>[1], businessId: string): Promise<void> {
  const templates = sampleTemplates(businessId).flatMap((template) => readTemplate(template) ?? []);
  await storeTemplates(db, of, templates);
  await setBusiness(db, { merchant_id: of.merchantId, id: of.accountId }, businessId);
  await noteSync(db, of, new Date(), null);
}

/** What the simulator must know to speak for the demo merchants' customers. */
export function simulatorFile(deps: SeedDeps, merchants: readonly ReadyMerchant[]): SimulatorFile {
  return {
    backend: `http://localhost:${deps.httpPort}`,
    smtp_port: deps.smtpPort,
    ...deps.simulator,
    accounts: merchants.flatMap((merchant) => {
      const { phone_number_id, display_phone_number, app_secret, business_account_id: business_id } = merchant.whatsapp;
      const number = { phone_number_id, display_phone_number, business_id, app_secret };
      return [
        { kind: 'whatsapp' as const, merchant: merchant.name, ...number },
        ...Object.values(merchant.social).map(({ kind, merchant: name, account_id, app_secret: secret }) => {
          return { kind, merchant: name, account_id, app_secret: secret };
        }),
        { kind: 'email' as const, merchant: merchant.name, address: merchant.mailbox },
        merchant.phoneLine,
        merchant.shop,
      ];
    }),
  };
}
