import type { AgentId, MerchantId } from '@inbox/domain';
import type { WhatsAppAccount } from '@inbox/simulate';
import { addAccount } from '../../../backend/src/accounts/accounts';
import { openVault } from '../../../backend/src/accounts/vault';
import { NEW_AGENT_PERMISSIONS } from '../../../backend/src/agents/new-agent';
import { hashPassword } from '../../../backend/src/agents/sign-in/password';
import { startSession } from '../../../backend/src/agents/sign-in/sign-in';
import { fixedKeys } from '../../../backend/src/agents/sessions/signing-keys';
import { createTokens } from '../../../backend/src/agents/sessions/token';
import { openStore } from '../../../backend/src/platform/db/connection';
import { query } from '../inbox/query';

/** A merchant under load: where its customers write to, and who answers. */
export interface LoadedMerchant {
  id: MerchantId;
  account: WhatsAppAccount;
  mailbox: string;
  /** Of each agent, who is signed in. */
  tokens: readonly string[];
}

interface MerchantsOptions {
  /** Migrated and empty. */
  databaseUrl: string;
  /** Where the backend that will serve it has its keys. */
  dataDir: string;
  /** That signs its tokens. */
  secret: string;
  /** Where the channel's other side takes what is sent. */
  graphPort: number;
  merchants: number;
  agentsEach: number;
  /** Begins their short names. */
  prefix: string;
}

/** Merchants with agents who are signed in, and with a WhatsApp number and a mailbox each. */
export async function addLoadedMerchants({
  databaseUrl,
  dataDir,
  secret,
  graphPort,
  merchants,
  agentsEach,
  prefix,
}: MerchantsOptions): Promise<LoadedMerchant[]> {
  const hash = await hashPassword('only for measuring');
  await query(
    databaseUrl,
    `insert into merchants (slug, name) select $2 || '-' || n, 'Load ' || n from generate_series(1, $1::int) n`,
    [merchants, prefix],
  );
  await query(
    databaseUrl,
    `insert into agents (merchant_id, first_name, last_name, email, password_hash, user_permissions,
                         can_assign_ticket_to_self, can_assign_ticket_to_other_agent)
     select m.id, 'Agent', 'Number ' || n, m.slug || '-' || n || '@shop.example', $2, $3, true, true
     from merchants m, generate_series(1, $1::int) n where m.slug like $4 || '-%'`,
    [agentsEach, hash, NEW_AGENT_PERMISSIONS, prefix],
  );
  const rows = await query<{ merchant_id: MerchantId; agents: AgentId[] }>(
    databaseUrl,
    `select merchant_id::int, array_agg(a.id::int order by a.id) agents from agents a join merchants m on m.id = merchant_id
     where m.slug like $1 || '-%' group by merchant_id order by merchant_id`,
    [prefix],
  );
  const vault = await openVault(dataDir);
  const { db, close } = openStore({ url: databaseUrl, log: () => undefined, max: 4 });
  const sessions = {
    db,
    tokens: createTokens(fixedKeys([secret])),
    now: () => new Date(),
    outboxWoken: () => undefined,
  };
  try {
    return await Promise.all(
      rows.map(async ({ merchant_id: id, agents }) => {
        const account: WhatsAppAccount = {
          kind: 'whatsapp',
          merchant: `Load ${id}`,
          phone_number_id: `load-${id}`,
          display_phone_number: `9180000${String(id).padStart(5, '0')}`,
          app_secret: `app-secret-${id}`,
        };
        const credentials = { access_token: 'token', app_secret: account.app_secret, verify_token: 'verify' };
        await addAccount(db, vault, id, {
          kind: 'whatsapp',
          external_id: account.phone_number_id,
          name: 'Care',
          address: `+${account.display_phone_number}`,
          out_url: `http://127.0.0.1:${graphPort}`,
          credentials,
        });
        const mailbox = `care@load-${id}.example`;
        await addAccount(db, vault, id, {
          kind: 'email',
          external_id: mailbox,
          name: 'Care',
          address: mailbox,
          // Nobody is answered by mail.
          out_url: 'smtp://127.0.0.1:9',
          credentials: { user: null, password: null },
        });
        const tokens: string[] = [];
        for (const agent of agents) tokens.push((await startSession(sessions, id, agent)) ?? '');
        return { id, account, mailbox, tokens };
      }),
    );
  } finally {
    await close();
  }
}
