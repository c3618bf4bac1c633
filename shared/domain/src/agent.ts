import type { AccountId, AgentId, MerchantId } from './ids';

/** Spec section 4. */
export const AGENT_STATUSES = ['online', 'offline', 'break', 'logout'] as const;
export type AgentStatus = (typeof AGENT_STATUSES)[number];

/** Required to use the inbox at all (spec section 6). */
export const INBOX_PERMISSION = 'access_connect_chat_page';

export interface AgentPermissions {
  can_assign_ticket_to_self: boolean;
  can_assign_ticket_to_other_agent: boolean;
}

/** Whom tickets can be assigned to. */
export interface Agent extends AgentPermissions {
  id: AgentId;
  first_name: string;
  last_name: string;
}

export interface EmailAccount {
  id: AccountId;
  email: string;
  name: string;
  /** Other addresses under which mail reaches it; absent in answers of an older server. */
  aliases?: string[] | undefined;
}

/** The signed-in agent. */
export interface Profile extends AgentPermissions {
  current_user_id: AgentId;
  id: MerchantId;
  full_name: string;
  first_name: string;
  last_name: string;
  email: string;
  merchant_name: string;
  user_permissions: string[];
  is_store_admin: boolean;
  is_csat_enabled: boolean;
  inbox_audio_notifications_enabled: boolean;
  email_accounts: EmailAccount[];
}

export function agentName(agent: { first_name: string; last_name: string }): string {
  return `${agent.first_name} ${agent.last_name}`.trim();
}
