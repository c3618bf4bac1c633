import {
  INBOX_PERMISSION,
  type Agent,
  type AgentId,
  type AgentStatus,
  type MerchantId,
  type Profile,
} from '@inbox/domain';
import { mailboxAddresses } from '../accounts/accounts';
import type { Queryable } from '../platform/db/connection';

/** Agent that rows belong to. */
export interface AgentKey {
  merchant_id: MerchantId;
  agent_id: AgentId;
}

/** Whom tickets can be assigned to, by name: enabled agents who may use the inbox. */
export async function listAgents(db: Queryable, merchantId: MerchantId): Promise<Agent[]> {
  return db
    .selectFrom('agents')
    .select(['id', 'first_name', 'last_name', 'can_assign_ticket_to_self', 'can_assign_ticket_to_other_agent'])
    .where('merchant_id', '=', merchantId)
    .where('disabled', '=', false)
    .where((eb) => eb(eb.val(INBOX_PERMISSION), '=', eb.fn.any('user_permissions')))
    .orderBy('first_name')
    .orderBy('last_name')
    .orderBy('id')
    .execute();
}

export async function findAssignableAgent(
  db: Queryable,
  merchantId: MerchantId,
  id: AgentId,
): Promise<Agent | undefined> {
  return (await listAgents(db, merchantId)).find((agent) => agent.id === id);
}

/** What the token and the settings call say of an agent; undefined when the agent is disabled or not there. */
export async function findProfile(
  db: Queryable,
  merchantId: MerchantId,
  agentId: AgentId,
): Promise<Profile | undefined> {
  const row = await db
    .selectFrom('agents as a')
    .innerJoin('merchants as m', 'm.id', 'a.merchant_id')
    .select([
      'a.id as current_user_id',
      'a.merchant_id as id',
      'a.first_name',
      'a.last_name',
      'a.email',
      'm.name as merchant_name',
      'a.user_permissions',
      'a.is_store_admin',
      'm.csat_enabled as is_csat_enabled',
      'm.audio_enabled as inbox_audio_notifications_enabled',
      'a.can_assign_ticket_to_self',
      'a.can_assign_ticket_to_other_agent',
    ])
    .where('a.merchant_id', '=', merchantId)
    .where('a.id', '=', agentId)
    .where('a.disabled', '=', false)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const accounts = await db
    .selectFrom('accounts')
    .select(['id', 'name', 'address', 'external_id', 'aliases'])
    .where('merchant_id', '=', merchantId)
    .where('kind', '=', 'email')
    .where('enabled', '=', true)
    .orderBy('id')
    .execute();
  return {
    ...row,
    full_name: `${row.first_name} ${row.last_name}`.trim(),
    email_accounts: accounts.map(({ id, name, ...mailbox }) => {
      const email = mailbox.address ?? mailbox.external_id;
      const aliases = mailboxAddresses(mailbox).filter((address) => address !== email);
      return { id, name, email, ...(aliases.length > 0 && { aliases }) };
    }),
  };
}

/** Who signs in under this address, in any case; addresses are unique over all merchants. */
export async function findAgentByEmail(
  db: Queryable,
  email: string,
): Promise<{ id: AgentId; merchant_id: MerchantId; password_hash: string } | undefined> {
  return db
    .selectFrom('agents')
    .select(['id', 'merchant_id', 'password_hash'])
    .where('email', '=', email)
    .where('disabled', '=', false)
    .executeTakeFirst();
}

/** What an agent who is signed in proves to be themselves by. */
export async function readPassword(
  db: Queryable,
  merchantId: MerchantId,
  id: AgentId,
): Promise<{ email: string; password_hash: string }> {
  return db
    .selectFrom('agents')
    .select(['email', 'password_hash'])
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

export interface DemoAgent {
  id: AgentId;
  merchant_id: MerchantId;
  merchant_name: string;
  first_name: string;
  last_name: string;
  email: string;
}

/** The agents of the demo data, merchant by merchant; empty once real merchants are set up without it. */
export async function listDemoAgents(db: Queryable): Promise<DemoAgent[]> {
  return db
    .selectFrom('agents as a')
    .innerJoin('merchants as m', 'm.id', 'a.merchant_id')
    .select(['a.id', 'a.merchant_id', 'm.name as merchant_name', 'a.first_name', 'a.last_name', 'a.email'])
    .where('a.is_demo', '=', true)
    .where('a.disabled', '=', false)
    .orderBy('m.id')
    .orderBy('a.id')
    .execute();
}

export async function readAgentStatus(db: Queryable, merchantId: MerchantId, id: AgentId): Promise<AgentStatus> {
  const { agent_status } = await db
    .selectFrom('agents')
    .select('agent_status')
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return agent_status;
}

export async function writeAgentStatus(
  db: Queryable,
  merchantId: MerchantId,
  id: AgentId,
  status: AgentStatus,
): Promise<void> {
  await db
    .updateTable('agents')
    .set({ agent_status: status })
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .execute();
}
