import type { AgentId, MerchantId, Profile } from '@inbox/domain';

/** What a token says, for tests in which no agent is looked up. */
export const profile: Profile = {
  current_user_id: 7 as AgentId,
  id: 1 as MerchantId,
  full_name: 'Asha Menon',
  first_name: 'Asha',
  last_name: 'Menon',
  email: 'asha@shop.example',
  merchant_name: 'Shop',
  user_permissions: [],
  is_store_admin: false,
  is_csat_enabled: false,
  inbox_audio_notifications_enabled: true,
  email_accounts: [],
  can_assign_ticket_to_self: false,
  can_assign_ticket_to_other_agent: false,
};
